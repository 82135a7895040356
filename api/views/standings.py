"""The standings."""

from __future__ import annotations

from django.http import HttpResponseBase
from rest_framework.request import Request

from api.base import Open, shown, unless_known
from api.schema import described
from api.serializers.answers import Standing, TableOfAGroup
from publication.marks import published
from tournament.championship.queries.tournaments import get_public
from tournament.standings.queries import consolation_standings, group_tables, standings


class StandingsViewSet(Open):
    tag = "standings"

    @published()
    @described(Standing(many=True))
    def championship(self, request: Request, slug: str) -> HttpResponseBase:
        """The championship's standings, best first."""
        found = get_public(slug=slug)
        return unless_known(
            request, found, lambda: shown(Standing, standings(tournament_id=found.id))
        )

    @published()
    @described(TableOfAGroup(many=True))
    def groups(self, request: Request, slug: str) -> HttpResponseBase:
        """The table of each group; none where the format has no groups."""
        found = get_public(slug=slug)
        return unless_known(
            request, found, lambda: shown(TableOfAGroup, group_tables(tournament_id=found.id))
        )

    @published()
    @described(Standing(many=True))
    def consolation(self, request: Request, slug: str) -> HttpResponseBase:
        """The consolation's own standings (T3), best first."""
        found = get_public(slug=slug)
        return unless_known(
            request,
            found,
            lambda: shown(Standing, consolation_standings(tournament_id=found.id)),
        )
