"""The shapes of answers: the queries' dataclasses, and a few shapes that only the API has."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.queries import TokenRow
from api.serializers.errors import Remark
from api.shapes import shape_of
from scoring.outbox.queries.at_table import NotAgreed
from scoring.pace.queries import ClockNow
from scoring.rulings.queries.cases import CaseLine
from scoring.rulings.services.previews import ResultPreview, VerdictPreview
from tournament.championship.queries.meetings import Meetings
from tournament.championship.queries.tournaments import OrganizerView, TournamentView
from tournament.consolation import queries as consolation_queries
from tournament.entries import queries as entries_queries
from tournament.entries.models import PRIVATE
from tournament.entries.queries import PairView
from tournament.formats.regulations import Regulation
from tournament.log.queries import log as log_queries
from tournament.log.queries.log import EventPage
from tournament.matches.queries.cascades import CascadeView
from tournament.matches.queries.matches import BracketView, MatchCard, RoundView, SectionView
from tournament.matches.queries.openings import Opening
from tournament.matches.queries.undone import CascadeOnRecord
from tournament.pauses.queries import PauseView
from tournament.standings.queries import GroupTable, StandingLine
from tournament.tables.queries import DeviceView, TableView

AnyRegulation = shape_of(Regulation)
AnyMatch = shape_of(MatchCard)
AnyTournament = shape_of(TournamentView)
AnyPair = shape_of(PairView)
PairAtDesk = shape_of(entries_queries.PairAtDesk)
AnyCascade = shape_of(CascadeView)
KeptCascade = shape_of(CascadeOnRecord)
Round = shape_of(RoundView)
Bracket = shape_of(BracketView)
Section = shape_of(SectionView)
HeadToHead = shape_of(Meetings)
Standing = shape_of(StandingLine)
Clock = shape_of(ClockNow)
Pause = shape_of(PauseView)
TableOfAGroup = shape_of(GroupTable)
Device = shape_of(DeviceView)
TableAtDesk = shape_of(TableView)
Proposal = shape_of(consolation_queries.Proposal)
LogPage = shape_of(EventPage)
LogCheck = shape_of(log_queries.LogCheck)
Organizer = shape_of(OrganizerView)
EntryPreview = shape_of(entries_queries.EntryPreview)
Token = shape_of(TokenRow)
FreePlace = shape_of(Opening)
AnyCase = shape_of(CaseLine)
WithoutWord = shape_of(NotAgreed)
Verdict = shape_of(VerdictPreview)
OtherResult = shape_of(ResultPreview)


class NewToken(Token):  # type: ignore[misc,valid-type]
    """A token with its text, which is shown this once."""

    token = serializers.CharField()


class PairOrMore(AnyPair):  # type: ignore[misc,valid-type]
    """A pair; its contact only for organizers."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The public fields, and those that only organizers get."""
        private = {name: serializers.CharField(required=False) for name in PRIVATE}
        return {**super().get_fields(), **private}


class IfBack(AnyCascade):  # type: ignore[misc,valid-type]
    """What bringing a pair back would do, and what it would be refused for without
    `allow_duplicate`."""

    problems = Remark(many=True)


class TournamentPage(serializers.Serializer[Any]):
    """A page of tournaments, latest start first."""

    count = serializers.IntegerField(help_text="On all pages.")
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = AnyTournament(many=True)


class JoinLink(serializers.Serializer[Any]):
    """The secret of a table's link: whoever has it can bind a device to the table."""

    number = serializers.IntegerField()
    token = serializers.CharField()
    url = serializers.CharField(help_text="What the table's code leads to.")
