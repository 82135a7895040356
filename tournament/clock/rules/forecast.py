"""Forecasts when the day will be over. The rest of the day is simulated many times, each time at
another pace that fits what was seen. The true end should lie in the given range four times in five;
docs/forecast.md has a table of how often it did."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random

from tournament.clock.rules.course import Task
from tournament.clock.rules.pace import Pace, Quantity

LOW, HIGH = 0.10, 0.90
FEWEST_RUNS, MOST_RUNS, WORK = 30, 300, 12_000


@dataclass(frozen=True, slots=True)
class Forecast:
    """Minutes from now until the last match ends: the median, and the range `low` to `high` that
    holds four simulated ends of five. `matches`: how many are left to play."""

    low: float
    middle: float
    high: float
    matches: int


@dataclass(frozen=True, slots=True)
class Room:
    """`tables`: how many there are. `between`: factor on the usual time between two matches."""

    tables: int
    between: float = 1.0


def forecast(
    plans: Sequence[Sequence[Task]],
    pace: Pace,
    room: Room,
    seed: int = 0,
    most: int = MOST_RUNS,
) -> Forecast:
    """The end of the day. `plans`: possible courses of the rest of the day (`course.rest_of`);
    `most`: how many days are simulated at most."""
    longest = max((len(plan) for plan in plans), default=0)
    if longest == 0:
        return Forecast(0.0, 0.0, 0.0, 0)
    runs = max(FEWEST_RUNS, min(most, WORK // longest))
    ends = sorted(
        _run(plans[number % len(plans)], pace, room, Random(f"{seed}:{number}"))
        for number in range(runs)
    )
    low, middle, high = (ends[int(share * (runs - 1))] for share in (LOW, 0.5, HIGH))
    return Forecast(low, middle, high, len(plans[0]))


def shorter(plans: Sequence[Sequence[Task]], best_of: int, since: int) -> list[list[Task]]:
    """The same plans with fewer games from round `since` on (T5)."""
    return [
        [
            replace(task, best_of=min(task.best_of, best_of)) if task.place.round >= since else task
            for task in plan
        ]
        for plan in plans
    ]


@dataclass(slots=True)
class _OneDay:
    """The pace of one simulated day."""

    hands: float
    minutes: float
    between: float
    noise: Mapping[str, float]
    chance: Random

    def minutes_of(self, task: Task) -> float:
        """Minutes that the match will take from now."""
        needed = task.best_of // 2 + 1
        won = list(task.games)
        hands = 0.0
        if task.playing and max(won) < needed:
            hands += max(1.0, self._hands_of_a_game(at_least=task.hands) - task.hands)
            won[self.chance.random() < 0.5] += 1
        while max(won) < needed:
            hands += self._hands_of_a_game()
            won[self.chance.random() < 0.5] += 1
        return hands * exp(self.minutes + self.chance.gauss(0, self.noise["minutes"]))

    def _hands_of_a_game(self, at_least: int = 0) -> float:
        for _try in range(8):
            found = exp(self.hands + self.chance.gauss(0, self.noise["hands"]))
            if found > at_least:
                return found
        return at_least + 1.0

    def minutes_between(self) -> float:
        return exp(self.between + self.chance.gauss(0, self.noise["between"]))


def _one_day(pace: Pace, chance: Random) -> _OneDay:
    def of_the_day(one: Quantity) -> float:
        return one.mean + chance.gauss(0, one.sure)

    noise = {
        "hands": pace.hands.noise, "minutes": pace.minutes.noise, "between": pace.between.noise,
    }  # fmt: skip
    return _OneDay(
        of_the_day(pace.hands), of_the_day(pace.minutes), of_the_day(pace.between), noise, chance
    )


def _run(tasks: Sequence[Task], pace: Pace, room: Room, chance: Random) -> float:
    """Minutes until the last task ends. Each task begins at the first free table once all the tasks
    it waits for have ended; earlier tasks go first."""
    day = _one_day(pace, chance)
    waits = [len(task.waits_for) for task in tasks]
    after: list[list[int]] = [[] for _task in tasks]
    for index, task in enumerate(tasks):
        for before in task.waits_for:
            after[before].append(index)
    playing = [(day.minutes_of(t), index) for index, t in enumerate(tasks) if t.playing]
    heapq.heapify(playing)
    ready = [index for index, t in enumerate(tasks) if not t.playing and not waits[index]]
    heapq.heapify(ready)
    free, now = max(0, room.tables - len(playing)), 0.0
    while ready or playing:
        while ready and (free > 0 or not playing):
            index = heapq.heappop(ready)
            free -= 1
            pause = day.minutes_between() * room.between
            heapq.heappush(playing, (now + pause + day.minutes_of(tasks[index]), index))
        now, index = heapq.heappop(playing)
        free += 1
        for later in after[index]:
            waits[later] -= 1
            if not waits[later]:
                heapq.heappush(ready, later)
    return now
