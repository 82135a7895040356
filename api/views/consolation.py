"""Matches between beaten pairs (T3)."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, SignedIn, given, organized, organizer, shown, unless_known
from api.schema import described
from api.serializers.answers import AnyMatch, Proposal
from api.serializers.inputs import Pairing, PairNumber, Undo
from publication.marks import published
from scoring.rulings.services import endings
from tournament.championship.queries.tournaments import get_public
from tournament.consolation import services
from tournament.consolation.queries import propose
from tournament.matches.queries.matches import consolation, match_card


class ConsolationViewSet(Open):
    tag = "consolation"

    @published()
    @described(AnyMatch(many=True), operation_id="consolation.index.get")
    def index(self, request: Request, slug: str) -> HttpResponseBase:
        """The consolation's matches, latest round first."""
        found = get_public(slug=slug)
        return unless_known(
            request, found, lambda: shown(AnyMatch, consolation(tournament_id=found.id))
        )

    @described(AnyMatch(many=True), body=Pairing, status=201, operation_id="consolation.index.post")
    def create_round(self, request: Request, slug: str) -> Response:
        """Make the next consolation round from pairs' numbers."""
        found = organized(request, slug)
        made = services.create_matches(
            tournament_id=found.id, actor=organizer(request), **given(request, Pairing)
        )
        new = {match.pk for match in made}
        everything = consolation(tournament_id=found.id)
        return shown(AnyMatch, [match for match in everything if match.id in new], status=201)


class ConsolationDeskViewSet(SignedIn):
    tag = "consolation"

    @described(Proposal)
    def proposal(self, request: Request, slug: str) -> Response:
        """Who could play whom now, without rematches; nothing is entered."""
        found = organized(request, slug)
        return shown(Proposal, propose(tournament_id=found.id))

    @described(Proposal, body=PairNumber)
    def opt_out(self, request: Request, slug: str) -> Response:
        """Opt a pair out of the consolation: it is no longer proposed."""
        return _of_one_pair(request, slug, services.opt_out)

    @described(Proposal, body=PairNumber)
    def opt_in(self, request: Request, slug: str) -> Response:
        """Take back a pair's opting out: it plays again."""
        return _of_one_pair(request, slug, services.opt_in)

    @described(AnyMatch, body=Undo, conflict=True)
    def cancel(self, request: Request, slug: str, match_id: int) -> Response:
        """Call off a consolation match that has not ended; nobody wins it."""
        found = organized(request, slug)
        match_card(match_id=match_id, tournament_id=found.id)
        endings.call_off(match_id=match_id, actor=organizer(request), **given(request, Undo))
        return shown(AnyMatch, match_card(match_id=match_id))


def _of_one_pair(request: Request, slug: str, do: Callable[..., object]) -> Response:
    found = organized(request, slug)
    number = given(request, PairNumber)["pair"]
    do(tournament_id=found.id, number=number, actor=organizer(request))
    return shown(Proposal, propose(tournament_id=found.id))
