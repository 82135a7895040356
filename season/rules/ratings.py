"""Ratings: how strong somebody is, by a day of matches at a time, from nothing.

A match is a lottery weighted by the difference in strength (Bradley and Terry); a strength is known
as a mean and a variance, moved by the matches of a day together as in Glickman's Glicko. How far
strengths lie apart is not the same in every circuit, and with a wrong guess chances are too bold or
too timid. So the same matches are followed with each of `SPREADS`, and each spread counts for as
much as its chances have proved right. docs/decisions/0156 has the figures.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from math import exp, log, pi, sqrt
from typing import NamedTuple

from season.rules.people import Appearance

Sides = tuple[Appearance, ...]
SPREADS = (0.25, 0.5, 0.75, 1.0)
"""Standard deviations of strength among all who play, in natural logarithms of the odds."""
MIDDLE = 1500.0
SCALE = 400 / log(10)
"""As in chess, 400 more is ten to one."""
STEPS = (50, 60, 70, 80, 90)
"""Where the lines of the calibration begin: the favourite's chance in percent."""
CERTAIN = 100
LEVEL = 1e-9
"""Chances this near to one half name no favourite."""


class RatedMatch(NamedTuple):
    """A match that was played to its end on a day: one person a side for pairs, two for players.
    Where it `is_level`, nobody has won: both sides stand in any order."""

    match: int
    day: date
    winners: Sides
    losers: Sides
    is_level: bool = False


@dataclass(frozen=True, slots=True)
class Rating:
    """`value` is the best estimate; in about 95 of 100 cases the truth is within `uncertainty` of
    it."""

    value: float
    uncertainty: float

    @property
    def at_least(self) -> float:
        """The value that the strength is above almost surely: the order of the list."""
        return self.value - self.uncertainty


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A match, and how the matches of its day changed the rating of one person; `won`: None where
    it was level."""

    match: int
    won: bool | None
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class CalibrationLine:
    """The matches in which the favourite's chance was from `least` to `most` percent: how many, how
    many the favourite should have won by these chances, and how many it won."""

    least: int
    most: int
    matches: int
    expected: float
    won: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """Person → rating, best first by what it is at least, and every change in the order of days.
    `chances`: match → the chance that its winners had that morning; `even`: matches without a
    favourite; `unrated`: the rating before the first match."""

    ratings: Mapping[Appearance, Rating]
    changes: Mapping[Appearance, tuple[RatingChange, ...]]
    chances: Mapping[int, float]
    calibration: tuple[CalibrationLine, ...]
    even: int
    unrated: Rating


class _Strength(NamedTuple):
    """A strength under one of the spreads, in natural logarithms of the odds."""

    mean: float
    variance: float


_Strengths = tuple[_Strength, ...]
"""A strength under each of the spreads."""
_UNKNOWN: _Strengths = tuple(_Strength(0.0, spread**2) for spread in SPREADS)


@dataclass(slots=True)
class _Day:
    """What the matches of a day say of one person: sums, under each spread."""

    gain: list[float] = field(default_factory=lambda: [0.0] * len(SPREADS))
    information: list[float] = field(default_factory=lambda: [0.0] * len(SPREADS))


def rate(matches: Iterable[RatedMatch]) -> Ratings:
    """The ratings after these matches, given in any order. A match in which somebody is on both
    sides says nothing and is passed over."""
    rated = sorted(
        (one for one in matches if _says_something(one)), key=lambda one: (one.day, one.match)
    )
    now: dict[Appearance, _Strengths] = {}
    steps: dict[Appearance, list[tuple[int, bool | None, _Strengths, _Strengths]]] = {}
    chances: dict[int, float] = {}
    trust = [0.0] * len(SPREADS)
    for _, of_day in groupby(rated, key=lambda match: match.day):
        played = list(of_day)
        weights, sums = _weights(trust), dict[Appearance, _Day]()
        for match in played:
            own = [_follow(number, match, now, sums) for number in range(len(SPREADS))]
            if not match.is_level:  # a favourite has neither won nor lost it
                chances[match.match] = sum(
                    weight * chance for weight, chance in zip(weights, own, strict=True)
                )
                trust = [sum_ + log(chance) for sum_, chance in zip(trust, own, strict=True)]
        before = {person: now.get(person, _UNKNOWN) for person in sums}
        now |= {person: _moved(before[person], day) for person, day in sums.items()}
        for match in played:
            for side in (match.winners, match.losers):
                won = None if match.is_level else side is match.winners
                for person in side:
                    step = (match.match, won, before[person], now[person])
                    steps.setdefault(person, []).append(step)
    # All steps are told by what is known in the end of how far strengths lie apart.
    weights = _weights(trust)
    ratings = {person: _rating(strengths, weights) for person, strengths in now.items()}
    best_first = sorted(ratings.items(), key=lambda item: (-item[1].at_least, item[0]))
    changes = {
        person: tuple(
            RatingChange(match, won, _rating(before, weights), _rating(after, weights))
            for match, won, before, after in own_steps
        )
        for person, own_steps in steps.items()
    }
    calibration, even = _calibration(chances.values())
    unrated = _rating(_UNKNOWN, weights)
    return Ratings(dict(best_first), changes, chances, calibration, even, unrated)


def _says_something(match: RatedMatch) -> bool:
    return len(match.winners) == len(match.losers) and set(match.winners).isdisjoint(match.losers)


def _follow(
    number: int,
    match: RatedMatch,
    now: Mapping[Appearance, _Strengths],
    sums: dict[Appearance, _Day],
) -> float:
    """The chance of the winners under one spread; adds what the match says of each who played.
    A side is as strong as the mean of its people."""
    share = 1 / len(match.winners)
    won = [now.get(person, _UNKNOWN)[number] for person in match.winners]
    lost = [now.get(person, _UNKNOWN)[number] for person in match.losers]
    lead = share * (sum(one.mean for one in won) - sum(one.mean for one in lost))
    variance = share**2 * sum(one.variance for one in (*won, *lost))
    scores = (0.5, 0.5) if match.is_level else (1.0, 0.0)
    sides = ((match.winners, won, lead), (match.losers, lost, -lead))
    for score, (people, strengths, own_lead) in zip(scores, sides, strict=True):
        for person, strength in zip(people, strengths, strict=True):
            # What is not known of the others blurs what the match says of this one.
            blur = _blur(variance - share**2 * strength.variance)
            chance = _chance(blur * own_lead)
            day = sums.setdefault(person, _Day())
            day.gain[number] += blur * share * (score - chance)
            day.information[number] += (blur * share) ** 2 * chance * (1 - chance)
    return _chance(_blur(variance) * lead)


def _moved(strengths: _Strengths, day: _Day) -> _Strengths:
    """The strength after a day."""
    moved = []
    for strength, gain, information in zip(strengths, day.gain, day.information, strict=True):
        variance = 1 / (1 / strength.variance + information)
        moved.append(_Strength(strength.mean + variance * gain, variance))
    return tuple(moved)


def _chance(lead: float) -> float:
    return 1 / (1 + exp(-lead))


def _blur(variance: float) -> float:
    """By how much a lead shrinks that is known with this variance."""
    return 1 / sqrt(1 + pi * variance / 8)


def _weights(trust: Sequence[float]) -> list[float]:
    """How much each spread counts, of 1, by the logarithms of how likely it made the results."""
    likely = [exp(one - max(trust)) for one in trust]
    return [one / sum(likely) for one in likely]


def _rating(strengths: _Strengths, weights: Sequence[float]) -> Rating:
    each = list(zip(strengths, weights, strict=True))
    mean = sum(weight * one.mean for one, weight in each)
    variance = sum(weight * (one.variance + (one.mean - mean) ** 2) for one, weight in each)
    return Rating(MIDDLE + SCALE * mean, SCALE * 2 * sqrt(variance))


def _calibration(chances: Iterable[float]) -> tuple[tuple[CalibrationLine, ...], int]:
    """How often favourites won, and how many matches had none, by the chances of the winners."""
    chosen = [chance for chance in chances if abs(chance - 0.5) >= LEVEL]
    favourites = [(max(chance, 1 - chance), chance > 0.5) for chance in chosen]
    return tuple(_lines(favourites)), sum(abs(chance - 0.5) < LEVEL for chance in chances)


def _lines(favourites: Sequence[tuple[float, bool]]) -> Iterator[CalibrationLine]:
    for least, most in zip(STEPS, (*STEPS[1:], CERTAIN), strict=True):
        here = [
            (chance, won)
            for chance, won in favourites
            if least <= 100 * chance < most or (most == CERTAIN and 100 * chance >= most)
        ]
        if here:
            expected = sum(chance for chance, _won in here)
            yield CalibrationLine(least, most, len(here), expected, sum(won for _c, won in here))
