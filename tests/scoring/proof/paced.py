"""Days that are stored as people would have played them: through the services, with hands, while
the clock goes on at the pace of tables that differ. Nothing of the pace is told to the forecast."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import StringIO
from math import exp
from random import Random
from unittest.mock import patch

from scoring.management.simulation import Day, Plan, Progress
from scoring.management.simulation.day import Playing
from tournament.championship.models import Tournament

HANDS_OF_A_MATCH = 20


@dataclass(slots=True)
class PacedDay(Day):
    """A championship whose events say when they would have happened."""

    now: datetime = field(init=False)
    _due: list[tuple[datetime, int, int, Playing | None]] = field(default_factory=list)
    _coming: dict[int, int] = field(default_factory=dict)
    _slow: dict[int, float] = field(default_factory=dict)
    _minutes: float = 2.0
    _between: float = 6.0
    _turns: int = 0

    def play(self) -> Tournament:
        """Plays it to its end."""
        chance = Random(f"pace {self.plan.seed}")
        self.now = self.plan.starts_at
        self._minutes = 1.9 * exp(chance.gauss(0, 0.3))
        self._between = 6.0 * exp(chance.gauss(0, 0.3))
        with patch("django.utils.timezone.now", lambda: self.now):
            self._prepare()
            self._slow = {number: chance.uniform(-0.15, 0.25) for number in self._tablets}
            self._go_on(chance)
        self.tournament.refresh_from_db()
        return self.tournament

    def _go_on(self, chance: Random) -> None:
        while True:
            self._give_out(chance)
            if not self._due:
                return
            self.now, _turn, table, at = heapq.heappop(self._due)
            if at is None:
                self._start(self._coming.pop(table), table)
                at = self.playing[-1]
            elif self.plan.results_only:
                self._end_by_result(at)
            else:
                self._play_a_hand(at)
            if at in self.playing:
                self._wait(self._next_hand(table, chance), table, at)

    def _next_hand(self, table: int, chance: Random) -> float:
        hands = HANDS_OF_A_MATCH * chance.uniform(0.6, 1.5) if self.plan.results_only else 1
        slow = exp(self._slow[table])
        return hands * self._minutes * slow * chance.triangular(0.4, 1.9, 0.7)

    def _give_out(self, chance: Random) -> None:
        """The next matches to the free tables, each after its pause."""
        busy = {at.match.table.number for at in self.playing if at.match.table}
        free = [n for n in self._tablets if n not in busy and n not in self._coming]
        open_now = [one for one in self._waiting() if one not in self._coming.values()]
        for table, match_id in zip(free, open_now, strict=False):
            self._coming[table] = match_id
            self._wait(chance.expovariate(1 / self._between), table, None)

    def _wait(self, minutes: float, table: int, at: Playing | None) -> None:
        self._turns += 1
        due = self.now + timedelta(minutes=minutes)
        heapq.heappush(self._due, (due, self._turns, table, at))


def stored(plan: Plan) -> Tournament:
    """Plays the plan and leaves it in the database."""
    return PacedDay(plan, Progress(StringIO(), is_visible=False)).play()
