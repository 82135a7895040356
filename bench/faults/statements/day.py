"""The day that every case begins with: a championship that is played, one before its draw."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from accounts.models import Mailbox
from accounts.services.signins import Caller
from scoring.outbox.services import outbox
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import rulings
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.clock import services as clock
from tournament.matches.models import Match
from tournament.tables.models import Table
from tournament.tables.queries import DeviceIdentity, join_token

ME = play.PROGRAM
SITE = "http://testserver/"
FROM = Caller("192.0.2.7", "a browser")

Call = partial[Any]


class Day:
    """A championship whose first match has one hand, one that is not drawn, and two accounts."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.cup: Tournament = play.tournament(entered=8, drawn=True)
        clock.reduce_games(tournament_id=self.cup.pk, best_of=3, reason="late", actor=ME)
        self.match = table.read(play.start(play.match(self.cup, 1, 0), table_number=1))
        table.record(self.match, table.plain())
        self.entry = play.tournament(entered=5)
        self.user = User.objects.create_user("arizkun")
        self.other = User.objects.create_superuser("operator")
        self.cup.organizers.add(self.user, self.other)
        self.device: DeviceIdentity = table.joined(self.match)
        self.mailbox = Mailbox.objects.create(
            user=self.user, email="arizkun@example.org", confirmed_at=play.NOON, asked_at=play.NOON
        )

    @cached_property
    def ready(self) -> Match:
        """A match that could begin."""
        return play.match(self.cup, 1, 1)

    @property
    def token(self) -> str:
        return join_token(Table.objects.get(tournament=self.cup, number=1))

    def won(self) -> Match:
        """The first match, won by A."""
        for _game in range(2):
            table.record(self.match, table.win_for_a())
        return table.read(self.match)

    def played_on(self) -> tuple[Match, Match]:
        """The first match, won by A, and the next one, in which A has won a game."""
        first = self.won()
        play.win(play.match(self.cup, 1, 1))
        later = play.start(play.match(self.cup, 2, 0))
        table.record(later, table.win_for_a())
        return first, later

    def beaten(self) -> tuple[int, int]:
        """The numbers of two pairs that have lost their first match."""
        self.won()
        play.win(self.ready)
        first, other = (play.match(self.cup, 1, slot).pair_b for slot in (0, 1))
        assert first is not None
        assert other is not None
        return (first.number, other.number)

    def claim(self) -> Ruling:
        table.record(self.match, table.plain(claim=[9, 9]))
        return Ruling.objects.get(kind="claim", status="open")

    def disputed(self) -> Ruling:
        """A hand that an official has to rule: both pairs said a false word about pares."""
        declared = {**table.DECLARED, "pares": [False, False, True, False]}
        table.record(self.match, table.plain(declared=declared))
        return Ruling.objects.get(kind="needs_ruling", status="open")

    def third_lie(self) -> Ruling:
        """The question of a third false claim of A, which only the Tribunal decides."""
        for _time in range(3):
            table.record(self.match, table.plain(infractions=[{"kind": "false_claim", "seat": 0}]))
            asked = Ruling.objects.filter(kind="repetition", status="open").first()
            if asked is not None and not asked.proposed["tribunal"]:
                rulings.confirm(ruling_id=asked.pk, actor=ME)
        return Ruling.objects.get(kind="repetition", status="open")

    def case(self) -> TribunalCase:
        return rulings.pass_on(ruling_id=self.third_lie().pk, actor=ME)

    def rejected(self) -> Ruling:
        """What the table sent and nobody could enter."""
        action = {
            "key": "late", "kind": "hand.record", "match": self.match.pk, "game": 1, "hand": 9,
            "record": table.quick(2, 1),
        }  # fmt: skip
        outbox.apply(device=self.device, actions=[action])
        return Ruling.objects.get(kind="attention")


Case = Callable[[Day], Call]
"""Lays what a service needs and returns the call of it."""
