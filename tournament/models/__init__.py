"""What is stored. One file a noun; constraints live in the database."""

from tournament.models.device import Device
from tournament.models.event import Event
from tournament.models.match import Match
from tournament.models.pair import Pair
from tournament.models.table import Table
from tournament.models.tournament import Tournament

__all__ = ["Device", "Event", "Match", "Pair", "Table", "Tournament"]
