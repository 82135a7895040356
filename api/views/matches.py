"""Matches: looked at, brought to a table, started, ended by an official's word, taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.base import Open, SignedIn, asked, given, organized, organizer, shown, unless_known
from api.fields import Choice, Input
from api.schema import described
from api.serializers.answers import AnyMatch
from api.serializers.inputs import (
    NewResult,
    ResultRequest,
    StartRequest,
    TableChoice,
    Undo,
    WalkoverRequest,
)
from scoring.services import endings, starts
from tournament import queries
from tournament.services import matches


class Wanted(Input):
    kind = Choice(["championship", "consolation"], required=False)
    status = Choice(["waiting", "ready", "playing", "finished"], required=False)
    round = serializers.IntegerField(required=False, min_value=1, max_value=1_000)
    table = serializers.IntegerField(required=False, min_value=1, max_value=1_000)


class index(Open):  # noqa: N801
    @described(AnyMatch(many=True), parameters=[Wanted])
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """All matches, the championship first."""
        wanted = asked(request, Wanted)
        found = queries.get_public(slug=slug)
        return unless_known(request, found, lambda: shown(AnyMatch, _matches(found.id, wanted)))


class detail(Open):  # noqa: N801
    @described(AnyMatch)
    def get(self, request: Request, slug: str, match_id: int) -> HttpResponseBase:
        """One match, without its hands."""
        found = queries.get_public(slug=slug)
        return unless_known(
            request,
            found,
            lambda: shown(AnyMatch, queries.match_card(match_id=match_id, tournament_id=found.id)),
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
    @described(AnyMatch, body=Undo, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Take back the start of a match of which no hand counts."""
        return _act(request, slug, match_id, Undo, starts.undo_start)


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
        """Another result for a finished match, while no later match depends on it.

        It takes no game away that was won by hands.
        """
        return _act(request, slug, match_id, NewResult, endings.replace_result)


class reopen(SignedIn):  # noqa: N801
    @described(AnyMatch, body=Undo, conflict=True)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Take a result back, while the next match has not begun."""
        return _act(request, slug, match_id, Undo, endings.reopen)


def _act(
    request: Request,
    slug: str,
    match_id: int,
    body: type[Serializer[Any]],
    verb: Callable[..., Any],
) -> Response:
    found = organized(request, slug)
    queries.match_card(match_id=match_id, tournament_id=found.id)
    verb(match_id=match_id, actor=organizer(request), **given(request, body))
    return shown(AnyMatch, queries.match_card(match_id=match_id))


def _matches(tournament_id: int, wanted: dict[str, Any]) -> list[queries.MatchCard]:
    rounds = queries.bracket(tournament_id=tournament_id).rounds
    everything = [match for one in rounds for match in one.matches]
    everything += queries.consolation(tournament_id=tournament_id)
    return [
        match
        for match in everything
        if all(getattr(match, name) == value for name, value in wanted.items())
    ]
