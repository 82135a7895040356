"""Who stands where."""

from __future__ import annotations

from django.http import HttpResponseBase
from rest_framework.request import Request

from api.base import Open, shown, unless_known
from api.schema import described
from api.serializers.answers import Standing
from tournament import queries


class championship(Open):  # noqa: N801
    @described(Standing(many=True))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The championship's standings, best first."""
        found = queries.get_public(slug=slug)
        return unless_known(
            request, found, lambda: shown(Standing, queries.standings(tournament_id=found.id))
        )


class consolation(Open):  # noqa: N801
    @described(Standing(many=True))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The consolation's own standings (T3), best first."""
        found = queries.get_public(slug=slug)
        return unless_known(
            request,
            found,
            lambda: shown(Standing, queries.consolation_standings(tournament_id=found.id)),
        )
