"""Matches: read, assigned to tables, started, decided, reverted; and the cascades that follow."""

from functools import partial
from typing import Any

from rest_framework import serializers

from api.base import Open, SignedIn, actor_of, for_organizers, on_one, parse, public
from api.fields import (
    Choice,
    Input,
    Listing,
    Return,
    Text,
    Whole,
    YesNo,
    two_games,
    version,
)
from api.shapes import AnyCascade, AnyMatch, shape_of
from scoring.explain.queries.account import MatchAccount, match_account
from scoring.explain.queries.pages import match_page
from scoring.rulings.services import cascades
from scoring.rulings.services.previews import ResultPreview, result_preview
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import MatchCard, bracket, consolation, match_card
from tournament.matches.queries.undone import CascadeOnRecord, cascade_on_record, cascades_of
from tournament.matches.services import matches, results
from tournament.matches.services.results import REASON, preview

OtherResult = shape_of(ResultPreview)
RecordedCascade = shape_of(CascadeOnRecord)
Account = shape_of(MatchAccount)


class Seating(Input):
    """Players 1 and 2 of each pair, by seat: A at 0 and 2, B at 1 and 3."""

    A = Listing(child=Whole(min_value=1, max_value=2), min_length=2, max_length=2)
    B = Listing(child=Whole(min_value=1, max_value=2), min_length=2, max_length=2)


def _names() -> serializers.ListField:
    name = Text(max_length=80, allow_blank=True)
    return Listing(child=name, min_length=2, max_length=2, required=False)


class NamesOfClubs(Input):
    """Two names for a side on which a club plays that entered without players; either may be
    empty."""

    A = _names()
    B = _names()


class StartRequest(Input):
    table_number = Whole(required=False, allow_null=True, min_value=1)
    seating = Seating(required=False)
    first_mano = Whole(required=False, max_value=3)
    four_kings = YesNo(required=False)
    names = NamesOfClubs(required=False)
    expected_version = version()


class Games(Input):
    games = two_games()


class Query(Input):
    kind = Choice(["championship", "consolation"], required=False)
    status = Choice(["waiting", "ready", "playing", "finished"], required=False)
    round = serializers.IntegerField(required=False, min_value=1, max_value=1_000)
    table = serializers.IntegerField(required=False, min_value=1, max_value=1_000)


class MatchViewSet(Open):
    tag = "matches"

    @public(AnyMatch, "kind", "status", "round", "table", many=True, parameters=[Query])
    def index(self, tournament: TournamentView) -> object:
        """List all matches, the championship first."""
        query = parse(Query, self.request.query_params.dict())
        return _matches(tournament.id, query)

    @public(AnyMatch, operation_id="matches.detail")
    def read(self, tournament: TournamentView, match_id: int) -> object:
        """Read a match, without its hands."""
        return match_card(match_id=match_id, tournament_id=tournament.id)

    @public(Account)
    def account(self, tournament: TournamentView, match_id: int) -> object:
        """Read how a match came to its result: who gave it, every act with what it changed and why,
        false words with their players, and what is not decided yet."""
        page = match_page(match_id=match_id, tournament_id=tournament.id)
        return match_account(page=page, tournament_id=tournament.id)


class MatchDeskViewSet(SignedIn):
    tag = "matches"

    @on_one(AnyMatch, body=StartRequest, conflict=True)
    def start(self, **arguments: Any) -> object:
        """Start a match: seating, first mano, four kings or eight (T4)."""
        return match_card(match_id=matches.start(**arguments).pk)

    @on_one(OtherResult, body=Games)
    def replace_result_preview(self, match_id: int, **arguments: Any) -> object:
        """Preview what another result does to the match and to later ones. Saves nothing."""
        act = partial(results.replace_result, match_id=match_id, reason=REASON, **arguments)
        return result_preview(act, match_id=match_id)


def _matches(tournament_id: int, query: dict[str, Any]) -> list[MatchCard]:
    rounds = bracket(tournament_id=tournament_id).rounds
    everything = [match for round_view in rounds for match in round_view.matches]
    everything += consolation(tournament_id=tournament_id)
    return [
        match
        for match in everything
        if all(getattr(match, name) == value for name, value in query.items())
    ]


class CascadeViewSet(SignedIn):
    tag = "cascades"

    @for_organizers(RecordedCascade, many=True)
    def index(self, tournament: TournamentView) -> object:
        """List the changes that undid later matches, latest first, with the matches set aside."""
        return cascades_of(tournament_id=tournament.id)

    @for_organizers(AnyCascade)
    def preview(self, tournament: TournamentView, cascade_id: int) -> object:
        """Preview what reverting such a change does to matches played since. Saves nothing."""
        cascade = cascade_on_record(cascade_id=cascade_id, tournament_id=tournament.id)
        act = partial(
            cascades.take_back, cascade_id=cascade_id, reason=REASON, actor=actor_of(self.request)
        )
        return preview(act, tournament_id=tournament.id, but=cascade.match_id)

    @for_organizers(RecordedCascade, body=Return, conflict=True)
    def undo(self, tournament: TournamentView, cascade_id: int, **arguments: Any) -> object:
        """Revert such a change with all its consequences, in one step."""
        cascade_on_record(cascade_id=cascade_id, tournament_id=tournament.id)
        cascades.take_back(cascade_id=cascade_id, **arguments)
        return cascade_on_record(cascade_id=cascade_id, tournament_id=tournament.id)
