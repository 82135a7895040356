"""The clock of a day, for its organizers; the answer depends on the time of the request."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, given, organized, organizer, shown
from api.fields import Nothing, by_clock_of
from api.schema import described
from api.serializers.answers import Clock, Pause
from api.serializers.inputs import Announcement, PauseLength
from scoring.pace.queries import clock_now
from tournament.pauses import services
from tournament.pauses.queries import pause_of, pauses_of


class ClockViewSet(SignedIn):
    tag = "clock"

    @described(Clock)
    def now(self, request: Request, slug: str) -> Response:
        """When the day will be over, with the range that holds it four times of five; the pace of
        the tables; and what fewer games, more tables or shorter pauses would save."""
        found = organized(request, slug)
        return shown(Clock, clock_now(tournament_id=found.id, now=timezone.now()))

    @described(Pause(many=True), operation_id="clock.pauses.get")
    def pauses(self, request: Request, slug: str) -> Response:
        """The pauses announced for the day, the first first."""
        return shown(Pause, pauses_of(tournament_id=organized(request, slug).id))

    @described(Pause, body=Announcement, status=201, operation_id="clock.pauses.post")
    def announce_pause(self, request: Request, slug: str) -> Response:
        """Announce a pause, from now on or from `starts_at`: everybody sees it."""
        found = organized(request, slug)
        timed = by_clock_of(found.time_zone, given(request, Announcement))
        made = services.announce(tournament_id=found.id, actor=organizer(request), **timed)
        return shown(Pause, pause_of(pause_id=made.pk, tournament_id=found.id), status=201)

    @described(Pause, body=PauseLength)
    def change_pause(self, request: Request, slug: str, pause_id: int) -> Response:
        """Change the length of a pause, counted from its beginning."""
        found = organized(request, slug)
        pause_of(pause_id=pause_id, tournament_id=found.id)
        services.change(pause_id=pause_id, actor=organizer(request), **given(request, PauseLength))
        return shown(Pause, pause_of(pause_id=pause_id, tournament_id=found.id))

    @described(Pause, body=Nothing)
    def end_pause(self, request: Request, slug: str, pause_id: int) -> Response:
        """End a pause now."""
        found = organized(request, slug)
        given(request, Nothing)
        pause_of(pause_id=pause_id, tournament_id=found.id)
        services.end(pause_id=pause_id, actor=organizer(request))
        return shown(Pause, pause_of(pause_id=pause_id, tournament_id=found.id))

    @described(Pause(many=True), body=Nothing)
    def call_off_pause(self, request: Request, slug: str, pause_id: int) -> Response:
        """Call a pause off, as if it had never been announced. The answer has the day's other
        pauses."""
        found = organized(request, slug)
        given(request, Nothing)
        pause_of(pause_id=pause_id, tournament_id=found.id)
        services.call_off(pause_id=pause_id, actor=organizer(request))
        return shown(Pause, pauses_of(tournament_id=found.id))
