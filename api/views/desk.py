"""The desk, for organizers: open questions, the pairs' records, the clock and the pauses."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from api.base import SignedIn, for_organizers
from api.shapes import shape_of
from scoring.desk.queries import now as desk
from scoring.desk.queries.now import desk_inbox
from scoring.outbox.queries.at_table import NotAgreed, not_agreed
from scoring.pace.queries import ClockNow, clock_now
from scoring.rulings.queries.cases import PairRecord as FalseWords
from scoring.rulings.queries.cases import pair_records
from tournament.championship.queries.tournaments import TournamentView
from tournament.pauses.queries import PauseView, pauses_of

WithoutWord = shape_of(NotAgreed)
Clock = shape_of(ClockNow)
Pause = shape_of(PauseView)
InboxItem = shape_of(desk.InboxItem)
PairRecord = shape_of(FalseWords)


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
