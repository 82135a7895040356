"""The desk, for organizers: open questions, the pairs' records, the clock and the pauses."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from api.base import SignedIn, for_organizers
from api.fields import BY_THE_PLACE, Input, Moment, Text, Whole, by_clock_of
from api.shapes import shape_of
from scoring.desk.queries import now as desk
from scoring.desk.queries.now import desk_inbox
from scoring.outbox.queries.at_table import NotAgreed, not_agreed
from scoring.pace.queries import ClockNow, clock_now
from scoring.rulings.queries.cases import PairRecord as FalseWords
from scoring.rulings.queries.cases import pair_records
from tournament.championship.queries.tournaments import TournamentView
from tournament.pauses import services as pauses
from tournament.pauses.queries import PauseView, pause_of, pauses_of

WithoutWord = shape_of(NotAgreed)
Clock = shape_of(ClockNow)
Pause = shape_of(PauseView)
InboxItem = shape_of(desk.InboxItem)
PairRecord = shape_of(FalseWords)


class Announcement(Input):
    minutes = Whole(min_value=1, max_value=240)
    starts_at = Moment(required=False, help_text=f"Left out: from now on. {BY_THE_PLACE}")
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

    @for_organizers(Inbox)
    def inbox(self, tournament: TournamentView) -> object:
        """List everything that waits for an official, with the proposed decision.

        Kind `attention` is an action of a tablet that was refused.
        """
        return {
            "items": desk_inbox(tournament_id=tournament.id).items,
            "not_agreed": not_agreed(tournament_id=tournament.id),
        }

    @for_organizers(PairRecord, many=True)
    def records(self, tournament: TournamentView) -> object:
        """List the pairs with false declarations on their record, most first (G1)."""
        return pair_records(tournament_id=tournament.id)


class ClockViewSet(SignedIn):
    tag = "clock"

    @for_organizers(Clock)
    def now(self, tournament: TournamentView) -> object:
        """Forecast when the day ends (with its 80 % range), the pace of the tables, and what fewer
        games, more tables or shorter pauses would save."""
        return clock_now(tournament_id=tournament.id, now=timezone.now())

    @for_organizers(Pause, many=True, operation_id="clock.pauses.get")
    def pauses(self, tournament: TournamentView) -> object:
        """List the day's pauses, first to last."""
        return pauses_of(tournament_id=tournament.id)

    @for_organizers(Pause, body=Announcement, status=201, operation_id="clock.pauses.post")
    def announce_pause(self, tournament: TournamentView, **arguments: Any) -> object:
        """Announce a pause to everybody, from now on or from `starts_at`."""
        timed = by_clock_of(tournament.time_zone, arguments)
        pause = pauses.announce(tournament_id=tournament.id, **timed)
        return pause_of(pause_id=pause.pk, tournament_id=tournament.id)
