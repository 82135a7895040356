"""How fast a day is played: learned from its matches, starting from the pace of earlier days.

Two numbers, both as logarithms: the hands of a game and the minutes of a hand. Each day has its own
means. `sure` is how far a day's mean may differ from what is expected; `noise` is how far one game
or match differs from its day. The more matches of a day have been seen, the more the day's own
numbers count against the numbers of other days.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from statistics import fmean, median

USUAL_TARGET = 40


@dataclass(frozen=True, slots=True)
class Seen:
    """A match as far as it has been played: the `games` that ended, their `hands`, and the
    `minutes` they took. `hands` is 0 where nobody wrote hands down."""

    minutes: float
    hands: int
    games: int


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity with a mean of its own each day, as a logarithm. `sure`: standard deviation of the
    mean; `noise`: standard deviation of one game (or match) from the mean."""

    mean: float
    sure: float
    noise: float

    @property
    def usual(self) -> float:
        return exp(self.mean)

    def learned(self, found: Sequence[float]) -> Quantity:
        """The quantity after these observations, given as logarithms."""
        if not found:
            return self
        weight = len(found) / self.noise**2
        before = 1 / self.sure**2
        mean = (before * self.mean + weight * fmean(found)) / (before + weight)
        return replace(self, mean=mean, sure=1 / sqrt(before + weight))


@dataclass(frozen=True, slots=True)
class Pace:
    """Hands a game, minutes a hand, and the minutes from the end of a match to the start of the
    next at its table. `matches`: how many matches of this day were learned from."""

    hands: Quantity
    minutes: Quantity
    between: Quantity
    matches: int = 0


USUAL = Pace(
    hands=Quantity(log(8.0), 0.30, 0.30),
    minutes=Quantity(log(1.9), 0.30, 0.22),
    between=Quantity(log(6.0), 0.40, 0.50),
)
"""The pace before any day is known: a guess, so its deviations are wide."""


@dataclass(frozen=True, slots=True)
class DayBefore:
    """The pace of a stored tournament: median hands a game and minutes a hand."""

    hands: float
    minutes: float


def prior(days: Iterable[DayBefore], target: int = USUAL_TARGET) -> Pace:
    """The expected pace of a day: the mean of the days before it and the usual pace, which counts
    as two days. A game to fewer stones has fewer hands."""
    known = list(days)
    return replace(
        USUAL,
        hands=_known(USUAL.hands, [log(day.hands) for day in known], log(target / USUAL_TARGET)),
        minutes=_known(USUAL.minutes, [log(day.minutes) for day in known], 0.0),
    )


def learn(pace: Pace, seen: Iterable[Seen]) -> Pace:
    """The pace after the matches of this day. A match without hands is taken to have had as many
    hands a game as usual."""
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
    """The pace of a finished day; None with fewer than three matches whose hands were written
    down."""
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
