"""Matches: read, put at a table, started, ended by an official, taken back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.base import Open, SignedIn, asked, given, organized_match, organizer, shown, unless_known
from api.fields import Choice, Input
from api.schema import described
from api.serializers.answers import AnyCascade, AnyMatch, OtherResult
from api.serializers.inputs import (
    Games,
    NewResult,
    Reopening,
    ResultRequest,
    StartRequest,
    TableChoice,
    WalkoverRequest,
)
from publication.marks import published
from scoring.hands.services import hands as starts
from scoring.rulings.services import endings
from scoring.rulings.services.previews import result_preview
from tournament.championship.queries.tournaments import get_public
from tournament.errors import Refusal
from tournament.matches.queries.cascades import NOTHING
from tournament.matches.queries.matches import MatchCard, bracket, consolation, match_card
from tournament.matches.services import matches
from tournament.matches.services.results import REASON, preview


class Wanted(Input):
    kind = Choice(["championship", "consolation"], required=False)
    status = Choice(["waiting", "ready", "playing", "finished"], required=False)
    round = serializers.IntegerField(required=False, min_value=1, max_value=1_000)
    table = serializers.IntegerField(required=False, min_value=1, max_value=1_000)


class index(Open):  # noqa: N801
    @published("kind", "status", "round", "table")
    @described(AnyMatch(many=True), parameters=[Wanted])
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """All matches, the championship first."""
        wanted = asked(request, Wanted)
        found = get_public(slug=slug)
        return unless_known(request, found, lambda: shown(AnyMatch, _matches(found.id, wanted)))


class detail(Open):  # noqa: N801
    @published()
    @described(AnyMatch)
    def get(self, request: Request, slug: str, match_id: int) -> HttpResponseBase:
        """One match, without its hands."""
        found = get_public(slug=slug)
        return unless_known(
            request,
            found,
            lambda: shown(AnyMatch, match_card(match_id=match_id, tournament_id=found.id)),
        )


class assign_table(SignedIn):  # noqa: N801
    @described(AnyMatch, body=TableChoice, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Say at which table a match is played; null takes it from its table."""
        return _act(request, slug, match_id, TableChoice, matches.assign_table)


class start(SignedIn):  # noqa: N801
    @described(AnyMatch, body=StartRequest, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Begin a match: who sits where, who speaks first, four kings or eight (T4)."""
        return _act(request, slug, match_id, StartRequest, matches.start)


class undo_start(SignedIn):  # noqa: N801
    @described(AnyMatch, body=Reopening, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Take back the start of a match of which no hand counts.

        Where the match had been opened again, later matches fall when `sets_aside` names them; so
        it is with `walkover` and `result`.
        """
        return _act(request, slug, match_id, Reopening, starts.undo_start)


class walkover(SignedIn):  # noqa: N801
    @described(AnyMatch, body=WalkoverRequest, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Give a match to one pair because the other is late or absent (T7)."""
        return _act(request, slug, match_id, WalkoverRequest, endings.walkover)


class record_result(SignedIn):  # noqa: N801
    @described(AnyMatch, body=ResultRequest, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """The result of a match whose hands are not written down.

        Hands and games that are recorded are passed over only with `over_recorded` and a reason;
        no game already won is taken away. Open questions about them are settled by it.
        """
        return _act(request, slug, match_id, ResultRequest, endings.record_result)


class replace_result(SignedIn):  # noqa: N801
    @described(AnyMatch, body=NewResult, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Another result for a finished match. Later matches that stand on it fall when
        `sets_aside` names them.

        It takes no game away that was won by hands.
        """
        return _act(request, slug, match_id, NewResult, endings.replace_result)


class replace_result_preview(SignedIn):  # noqa: N801
    @described(OtherResult, body=Games)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """What another result would do to the match and to those after it. Saves nothing."""
        organized_match(request, slug, match_id)
        act = partial(
            endings.replace_result,
            match_id=match_id,
            reason=REASON,
            actor=organizer(request),
            **given(request, Games),
        )
        return shown(OtherResult, result_preview(act, match_id=match_id))


class reopen(SignedIn):  # noqa: N801
    @described(AnyMatch, body=Reopening, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Take a result back. Later matches that stand on it fall when `sets_aside` names them."""
        return _act(request, slug, match_id, Reopening, endings.reopen)


class reopen_preview(SignedIn):  # noqa: N801
    @described(AnyCascade)
    def get(self, request: Request, slug: str, match_id: int) -> Response:
        """What taking this result back would do to later matches. Saves nothing."""
        tournament_id = organized_match(request, slug, match_id)
        act = partial(endings.reopen, match_id=match_id, reason=REASON, actor=organizer(request))
        try:
            would = preview(act, tournament_id=tournament_id, but=match_id)
        except Refusal as refused:
            if not {"not_finished", "is_a_bye", "set_aside"} & {*refused.codes}:
                raise
            would = NOTHING
        return shown(AnyCascade, would)


def _act(
    request: Request,
    slug: str,
    match_id: int,
    body: type[Serializer[Any]],
    verb: Callable[..., Any],
) -> Response:
    organized_match(request, slug, match_id)
    verb(match_id=match_id, actor=organizer(request), **given(request, body))
    return shown(AnyMatch, match_card(match_id=match_id))


def _matches(tournament_id: int, wanted: dict[str, Any]) -> list[MatchCard]:
    rounds = bracket(tournament_id=tournament_id).rounds
    everything = [match for one in rounds for match in one.matches]
    everything += consolation(tournament_id=tournament_id)
    return [
        match
        for match in everything
        if all(getattr(match, name) == value for name, value in wanted.items())
    ]
