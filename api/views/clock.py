"""The clock of a day, for its organizers: it depends on the moment at which it is asked."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, organized, shown
from api.schema import described
from api.serializers.answers import Clock
from scoring.pace.queries import clock_now


class now(SignedIn):  # noqa: N801
    @described(Clock)
    def get(self, request: Request, slug: str) -> Response:
        """When the day will be over, with the range that holds it four times of five; the pace of
        the tables; and what fewer games, more tables or shorter pauses would save."""
        found = organized(request, slug)
        return shown(Clock, clock_now(tournament_id=found.id, now=timezone.now()))
