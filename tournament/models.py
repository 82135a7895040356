"""The models: one file for each noun. Constraints are in the database."""

from tournament.arrivals.models import Arrival
from tournament.championship.models import Role, Tournament
from tournament.commitment.models import DrawCommitment
from tournament.consolation.models import OptOut
from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.memory.models import ActMemory
from tournament.notices.models import Notice, Watch
from tournament.pauses.models import Pause
from tournament.referees.models import Post, Referee
from tournament.screens.models import Screen
from tournament.seatings.models import SeatedRound
from tournament.signup.models import Payment, SignUp, Single, Terms
from tournament.tables.models import Device, Table

__all__ = [
    "ActMemory", "Arrival", "Cascade", "Device", "DrawCommitment", "Event", "Match", "Notice",
    "OptOut", "Pair",
    "Pause", "Payment", "Post", "Referee", "Role", "Screen", "SeatedRound", "SignUp", "Single",
    "Table", "Terms", "Tournament", "Watch",
]  # fmt: skip
