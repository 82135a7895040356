"""Tournaments: listed, read, created and changed."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import (
    Open,
    SignedIn,
    asked,
    given,
    organized,
    organizer,
    shown,
    unless_known,
    user_of,
)
from api.fields import Choice, Text, by_clock_of
from api.queries import page_of
from api.schema import described
from api.serializers.answers import AnyTournament, Organizer, TournamentPage
from api.serializers.inputs import (
    FewerGames,
    LastReduction,
    PageRequest,
    TournamentChange,
    TournamentRequest,
    Username,
)
from publication.marks import published
from scoring.rulings.services import endings
from tournament import limits
from tournament.championship.queries.tournaments import (
    TournamentView,
    get_public,
    has,
    organizers_of,
    tournament_detail,
    tournament_list,
    tournaments_of,
)
from tournament.championship.services import organizers as organizing
from tournament.championship.services import tournaments
from tournament.clock import services as clock


class Wanted(PageRequest):
    status = Choice(["entry", "running", "finished"], required=False)
    q = Text(
        max_length=80,
        required=False,
        help_text="Words of the name or the place; case and accents do not matter.",
    )
    mine = Choice(["true", "false"], required=False, help_text="Only those you organize.")
    rehearsals = Choice(["true", "false"], required=False, help_text="Rehearsals, too.")


class index(Open):  # noqa: N801
    permission_classes = [IsAuthenticatedOrReadOnly]

    @published("page", "page_size", "status", "rehearsals")
    @described(TournamentPage, parameters=[Wanted], auth=None)
    def get(self, request: Request) -> Response:
        """Tournaments, latest start first."""
        wanted = asked(request, Wanted)
        if wanted.get("mine") == "true":
            found = tournaments_of(user=user_of(request))
        else:
            found = tournament_list(with_rehearsals=wanted.get("rehearsals") == "true")
        chosen = [one for one in found if _fits(one, wanted)]
        return shown(TournamentPage, page_of(chosen, wanted["page"], wanted["page_size"]))

    @described(AnyTournament, body=TournamentRequest, status=201)
    def post(self, request: Request) -> Response:
        """Make a tournament; you become its first organizer."""
        limits.creating_tournament(
            account=request.user.pk, address=request.META.get("REMOTE_ADDR", "")
        )
        new = given(request, TournamentRequest)
        timed = by_clock_of(new.get("time_zone", ""), new)
        made = tournaments.create(owner=request.user, actor=organizer(request), **timed)
        return _answer(made.pk, status=201)


class detail(Open):  # noqa: N801
    permission_classes = [IsAuthenticatedOrReadOnly]

    @published()
    @described(AnyTournament)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """One tournament."""
        found = get_public(slug=slug)
        return unless_known(request, found, lambda: shown(AnyTournament, found))

    @described(AnyTournament, body=TournamentChange)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what may be changed: everything before the draw, little after it."""
        found = organized(request, slug)
        new = given(request, TournamentChange)
        timed = by_clock_of(new.get("time_zone", found.time_zone), new)
        tournaments.change(tournament_id=found.id, actor=organizer(request), **timed)
        return _answer(found.id)


class reduce_games(SignedIn):  # noqa: N801
    @described(AnyTournament, body=FewerGames)
    def post(self, request: Request, slug: str) -> Response:
        """Play the rest as best of fewer games (T5).

        A match already won under the reduced number ends there, unless it waits for an official.
        """
        found = organized(request, slug)
        endings.reduce_games(
            tournament_id=found.id, actor=organizer(request), **given(request, FewerGames)
        )
        return _answer(found.id)


class restore_games(SignedIn):  # noqa: N801
    @described(AnyTournament, body=LastReduction)
    def post(self, request: Request, slug: str) -> Response:
        """Take fewer games back: the last reduction that stands, by the number of its event.

        Matches that it ended go on. Refused, with everything that stands in the way, once a later
        match of theirs has begun.
        """
        found = organized(request, slug)
        clock.take_back_reduction(
            tournament_id=found.id, actor=organizer(request), **given(request, LastReduction)
        )
        return _answer(found.id)


class organizers(SignedIn):  # noqa: N801
    @described(Organizer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Who runs the tournament."""
        return _organizers(organized(request, slug).id)

    @described(Organizer(many=True), body=Username, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Let another account run the tournament, too."""
        found = organized(request, slug)
        organizing.add(tournament_id=found.id, actor=organizer(request), **given(request, Username))
        return _organizers(found.id, status=201)


class remove_organizer(SignedIn):  # noqa: N801
    @described(Organizer(many=True), body=Username)
    def post(self, request: Request, slug: str) -> Response:
        """Take an organizer's rights away; never the last one's."""
        found = organized(request, slug)
        organizing.remove(
            tournament_id=found.id, actor=organizer(request), **given(request, Username)
        )
        return _organizers(found.id)


def _fits(tournament: TournamentView, wanted: dict[str, Any]) -> bool:
    text = wanted.get("q", "").strip()
    return wanted.get("status") in (None, tournament.status) and (
        not text or has(text, tournament.name, tournament.place)
    )


def _answer(tournament_id: int, *, status: int = 200) -> Response:
    found = tournament_detail(tournament_id=tournament_id)
    return shown(AnyTournament, found, status=status)


def _organizers(tournament_id: int, *, status: int = 200) -> Response:
    return shown(Organizer, organizers_of(tournament_id=tournament_id), status=status)
