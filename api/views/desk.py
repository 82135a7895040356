"""The desk, for organizers: open questions, the pairs' records, the clock and the pauses."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, given, organized, organizer, shown
from api.fields import (
    BY_THE_PLACE,
    Input,
    Moment,
    Nothing,
    Text,
    Whole,
    by_clock_of,
)
from api.schema import described
from api.shapes import shape_of
from scoring.desk import queries as desk
from scoring.desk.queries import desk_inbox
from scoring.outbox.queries.agreed import NotAgreed, not_agreed
from scoring.pace.queries import ClockNow, clock_now
from scoring.rulings.queries.pair_records import PairRecord as FalseWords
from scoring.rulings.queries.pair_records import pair_records
from tournament.pauses import services as pauses
from tournament.pauses.queries import PauseView, pause_of, pauses_of

WithoutWord = shape_of(NotAgreed)
Clock = shape_of(ClockNow)
Pause = shape_of(PauseView)
InboxItem = shape_of(desk.InboxItem)
PairRecord = shape_of(FalseWords)


class PauseLength(Input):
    minutes = Whole(min_value=1, max_value=240)


class Announcement(PauseLength):
    starts_at = Moment(
        required=False,
        help_text=f"Left out: from now on. {BY_THE_PLACE}",
    )
    reason = Text(max_length=60, help_text="What for, in a word: lunch.")
    stops_clock = serializers.BooleanField(
        required=False, help_text="The six hours (T5) stand still meanwhile. Left out: they go on."
    )


class Inbox(serializers.Serializer[Any]):
    """Calls first, then what blocks a match, then the rest; and the games not agreed to."""

    items = InboxItem(many=True)
    not_agreed = WithoutWord(many=True)


class DeskViewSet(SignedIn):
    tag = "desk"

    @described(Inbox)
    def inbox(self, request: Request, slug: str) -> Response:
        """List everything that waits for an official, with the proposed decision.

        Kind `attention` is an action of a tablet that was refused.
        """
        found = organized(request, slug)
        waits = {
            "items": desk_inbox(tournament_id=found.id).items,
            "not_agreed": not_agreed(tournament_id=found.id),
        }
        return shown(Inbox, waits)

    @described(PairRecord(many=True))
    def records(self, request: Request, slug: str) -> Response:
        """List the pairs with false declarations on their record, most first (G1)."""
        found = organized(request, slug)
        return shown(PairRecord, pair_records(tournament_id=found.id))


class ClockViewSet(SignedIn):
    tag = "clock"

    @described(Clock)
    def now(self, request: Request, slug: str) -> Response:
        """Forecast when the day ends (with its 80 % range), the pace of the tables, and what fewer
        games, more tables or shorter pauses would save."""
        found = organized(request, slug)
        return shown(Clock, clock_now(tournament_id=found.id, now=timezone.now()))

    @described(Pause(many=True), operation_id="clock.pauses.get")
    def pauses(self, request: Request, slug: str) -> Response:
        """List the day's pauses, first to last."""
        return shown(Pause, pauses_of(tournament_id=organized(request, slug).id))

    @described(Pause, body=Announcement, status=201, operation_id="clock.pauses.post")
    def announce_pause(self, request: Request, slug: str) -> Response:
        """Announce a pause to everybody, from now on or from `starts_at`."""
        found = organized(request, slug)
        timed = by_clock_of(found.time_zone, given(request, Announcement))
        made = pauses.announce(tournament_id=found.id, actor=organizer(request), **timed)
        return shown(Pause, pause_of(pause_id=made.pk, tournament_id=found.id), status=201)

    @described(Pause, body=PauseLength)
    def change_pause(self, request: Request, slug: str, pause_id: int) -> Response:
        """Change a pause's length, counted from its beginning."""
        found = organized(request, slug)
        pause_of(pause_id=pause_id, tournament_id=found.id)
        pauses.change(pause_id=pause_id, actor=organizer(request), **given(request, PauseLength))
        return shown(Pause, pause_of(pause_id=pause_id, tournament_id=found.id))

    @described(Pause, body=Nothing)
    def end_pause(self, request: Request, slug: str, pause_id: int) -> Response:
        """End a pause now."""
        found = organized(request, slug)
        given(request, Nothing)
        pause_of(pause_id=pause_id, tournament_id=found.id)
        pauses.end(pause_id=pause_id, actor=organizer(request))
        return shown(Pause, pause_of(pause_id=pause_id, tournament_id=found.id))

    @described(Pause(many=True), body=Nothing)
    def call_off_pause(self, request: Request, slug: str, pause_id: int) -> Response:
        """Cancel a pause as if it had never been announced. The answer lists the others."""
        found = organized(request, slug)
        given(request, Nothing)
        pause_of(pause_id=pause_id, tournament_id=found.id)
        pauses.call_off(pause_id=pause_id, actor=organizer(request))
        return shown(Pause, pauses_of(tournament_id=found.id))
