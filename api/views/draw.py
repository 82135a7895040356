"""The draw and the bracket it makes."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, SignedIn, given, organized, organizer, shown, unless_known
from api.schema import described
from api.serializers.answers import AnyTournament, Bracket, Round, Section
from api.serializers.inputs import DrawRequest, Reasoned
from publication.marks import published
from tournament.championship.queries.tournaments import get_public, tournament_detail
from tournament.draw import services as draw
from tournament.errors import NotFound
from tournament.matches.queries import matches as matches_queries
from tournament.matches.queries.matches import RoundView


class DrawViewSet(SignedIn):
    tag = "draw"

    @described(AnyTournament, body=DrawRequest, status=201)
    def make(self, request: Request, slug: str) -> Response:
        """Draw the pairs entered into a bracket (T1, T2). The seed is recorded."""
        found = organized(request, slug)
        draw.make(tournament_id=found.id, actor=organizer(request), **given(request, DrawRequest))
        drawn = tournament_detail(tournament_id=found.id)
        return shown(AnyTournament, drawn, status=201)

    @described(AnyTournament, body=Reasoned)
    def undo(self, request: Request, slug: str) -> Response:
        """Take the draw back, while no match has begun."""
        found = organized(request, slug)
        draw.undo(tournament_id=found.id, actor=organizer(request), **given(request, Reasoned))
        return shown(AnyTournament, tournament_detail(tournament_id=found.id))


class BracketViewSet(Open):
    tag = "draw"

    @published()
    @described(Bracket)
    def bracket(self, request: Request, slug: str) -> HttpResponseBase:
        """The championship's bracket, from round 1 to the final; no rounds before the draw."""
        found = get_public(slug=slug)
        return unless_known(
            request, found, lambda: shown(Bracket, matches_queries.bracket(tournament_id=found.id))
        )

    @published()
    @described(Section(many=True))
    def sections(self, request: Request, slug: str) -> HttpResponseBase:
        """The championship in the parts in which its format is looked at: groups, the unbeaten and
        the losers' bracket, the match for third place."""
        found = get_public(slug=slug)
        return unless_known(
            request,
            found,
            lambda: shown(Section, matches_queries.bracket(tournament_id=found.id).sections),
        )

    @published()
    @described(Round(many=True))
    def rounds(self, request: Request, slug: str) -> HttpResponseBase:
        """The championship's rounds."""
        found = get_public(slug=slug)
        return unless_known(
            request,
            found,
            lambda: shown(Round, matches_queries.bracket(tournament_id=found.id).rounds),
        )

    @published()
    @described(Round)
    def one_round(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        """One round, counted from 1."""
        found = get_public(slug=slug)
        return unless_known(request, found, lambda: shown(Round, _round(found.id, number)))


def _round(tournament_id: int, number: int) -> RoundView:
    for found in matches_queries.bracket(tournament_id=tournament_id).rounds:
        if found.number == number:
            return found
    raise NotFound.one(
        "number", "no_such_round", _("There is no such round. Choose one of the bracket.")
    )
