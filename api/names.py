"""The API's names for the queries' dataclasses, and the parts of them that it shows.

The table is complete before the first serializer is made, so names do not depend on the order of
imports. A dataclass that is not listed keeps its own name and all its fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.queries import TokenRow
from scoring.explain.queries import hands as hand_pages
from scoring.explain.queries import pages
from scoring.pace.queries import ClockNow
from scoring.rulings.queries.cases import CaseLine, PairRecord
from scoring.rulings.services.previews import VerdictPreview
from tournament.championship.queries.tournaments import OrganizerView, TournamentView
from tournament.consolation.queries import Proposal
from tournament.entries.queries import EntryLine, EntryPreview, PairAtDesk, PairView
from tournament.formats.regulations import Regulation
from tournament.log.queries.log import EventPage
from tournament.matches.queries.cascades import CascadeView
from tournament.matches.queries.matches import BracketView, MatchCard, RoundView, SectionView
from tournament.matches.queries.undone import CascadeOnRecord
from tournament.standings.queries import GroupTable, StandingLine
from tournament.tables.queries import DeviceView, TableView


@dataclass(frozen=True, slots=True)
class Shown:
    """How a dataclass is shown: its `name`, the properties `also` shown, and the fields left out
    (`without`)."""

    name: str
    also: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()


NAMES: Mapping[type, Shown] = {
    Regulation: Shown("Regulation", without=frozenset({"format"})),
    MatchCard: Shown("Match", also=("label", "is_bye")),
    TournamentView: Shown("Tournament", also=("best_of_if_drawn_now",)),
    PairView: Shown("Pair"),
    PairAtDesk: Shown("PairWithContact"),
    EntryLine: Shown("Entry"),
    RoundView: Shown("Round"),
    BracketView: Shown("Bracket", without=frozenset({"sections"})),
    SectionView: Shown("Section"),
    ClockNow: Shown("Clock"),
    GroupTable: Shown("GroupTable"),
    StandingLine: Shown("Standing", also=("games_difference",)),
    DeviceView: Shown("Device"),
    TableView: Shown("Table", also=("unsent",)),
    Proposal: Shown("ConsolationProposal"),
    EventPage: Shown("LogPage"),
    OrganizerView: Shown("Organizer"),
    EntryPreview: Shown("EntryPreview", also=("is_ready",)),
    TokenRow: Shown("Token"),
    hand_pages.RulingLine: Shown("Ruling", also=("is_open",)),
    hand_pages.HandPage: Shown("HandWithReasons"),
    pages.GamePage: Shown("GameWithHands", also=("verified",)),
    CascadeView: Shown("Cascade"),
    CascadeOnRecord: Shown("CascadeOnRecord"),
    PairRecord: Shown("PairRecord"),
    CaseLine: Shown("TribunalCase", also=("is_decided",)),
    VerdictPreview: Shown("VerdictPreview", without=frozenset({"consequences"})),
}
