"""How fast a day is played: learned from what has been played, starting from what other days were.

Two numbers, both as logarithms: the hands of a game and the minutes of a hand. Each day has its
own (it differs from other days by `spread`), and each game or match differs from its day by
`noise`. A day's own numbers are weighed against those of other days by how much was seen of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from statistics import fmean, median

USUAL_TARGET = 40


@dataclass(frozen=True, slots=True)
class Seen:
    """A match as far as it has been played: `games` ended with `hands` in them, and the `minutes`
    that they took. `hands` is 0 where nobody wrote them down."""

    minutes: float
    hands: int
    games: int


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something of which each day has its own mean, as a logarithm. `sure`: how far the mean may be
    off; `noise`: how far one game (or match) differs from it."""

    mean: float
    sure: float
    noise: float

    @property
    def usual(self) -> float:
        return exp(self.mean)

    def learned(self, found: Sequence[float]) -> Quantity:
        """After these observations, as logarithms."""
        if not found:
            return self
        weight = len(found) / self.noise**2
        before = 1 / self.sure**2
        mean = (before * self.mean + weight * fmean(found)) / (before + weight)
        return replace(self, mean=mean, sure=1 / sqrt(before + weight))


@dataclass(frozen=True, slots=True)
class Pace:
    """Hands a game, minutes a hand, and the minutes from the end of a match to the start of the
    next at its table. `matches`: how many this day has taught."""

    hands: Quantity
    minutes: Quantity
    between: Quantity
    matches: int = 0


USUAL = Pace(
    hands=Quantity(log(8.0), 0.30, 0.30),
    minutes=Quantity(log(1.9), 0.30, 0.22),
    between=Quantity(log(6.0), 0.40, 0.50),
)
"""Before any day is known: a guess, and so a wide one."""


@dataclass(frozen=True, slots=True)
class DayBefore:
    """What a stored tournament was played at: medians."""

    hands: float
    minutes: float


def prior(days: Iterable[DayBefore], target: int = USUAL_TARGET) -> Pace:
    """What a day is expected to be like, from the days before it and, as if it were two of them,
    the usual pace. A game to fewer stones has fewer hands."""
    known = list(days)
    return replace(
        USUAL,
        hands=_known(USUAL.hands, [log(day.hands) for day in known], log(target / USUAL_TARGET)),
        minutes=_known(USUAL.minutes, [log(day.minutes) for day in known], 0.0),
    )


def learn(pace: Pace, seen: Iterable[Seen]) -> Pace:
    """The pace after the matches of this day. Matches without hands teach how long a game takes:
    as many hands as usual."""
    played = [one for one in seen if one.games > 0 and one.minutes > 0]
    with_hands = [one for one in played if one.hands > 0]
    hands = pace.hands.learned(
        [log(one.hands / one.games) for one in with_hands for _game in range(one.games)]
    )
    minutes = pace.minutes.learned(
        [log(one.minutes / (one.hands or one.games * hands.usual)) for one in played]
    )
    return replace(pace, hands=hands, minutes=minutes, matches=len(played))


def of_a_day(seen: Iterable[Seen]) -> DayBefore | None:
    """What a finished day taught; None where too little was written down."""
    known = [one for one in seen if one.games > 0 and one.hands > 0 and one.minutes > 0]
    if len(known) < 3:
        return None
    return DayBefore(
        median(one.hands / one.games for one in known),
        median(one.minutes / one.hands for one in known),
    )


def _known(usual: Quantity, days: Sequence[float], shift: float) -> Quantity:
    mean = (2 * usual.mean + sum(days)) / (2 + len(days)) + shift * (2 / (2 + len(days)))
    return replace(usual, mean=mean)
