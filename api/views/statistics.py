"""Statistics of a tournament."""

from __future__ import annotations

from django.http import HttpResponseBase
from rest_framework.request import Request

from api.base import Open, shown, unless_known
from api.schema import described
from api.shapes import shape_of
from publication.marks import published
from scoring.statistics.queries import TournamentStatistics, tournament_statistics
from tournament.championship.queries.tournaments import get_public

Statistics = shape_of(TournamentStatistics)


class of_tournament(Open):  # noqa: N801
    @published()
    @described(Statistics)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Órdagos, stones by lance, holdings and what stands out, of all and of each pair."""
        found = get_public(slug=slug)
        return unless_known(
            request,
            found,
            lambda: shown(
                Statistics,
                tournament_statistics(tournament_id=found.id, head=found.event_hash),
            ),
        )
