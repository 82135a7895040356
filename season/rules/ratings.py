"""Ratings by the Plackett–Luce model of `openskill`: one pass over all matches, from nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from season.rules.people import Appearance

Sides = tuple[Appearance, ...]
STEPS = (50, 60, 70, 80, 90)
"""Where the lines of the calibration begin: the favourite's chance in percent."""
CERTAIN = 100
LEVEL = 1e-9
"""Chances this near to one half name no favourite."""


class RatedMatch(NamedTuple):
    """A match that was played to its end: one person a side for pairs, two for players. Where it
    `is_level`, nobody has won: both sides stand in any order."""

    match: int
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


UNRATED = Rating(25.0, 50 / 3)
"""The rating before the first match."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How a match changed the rating of one person; `won`: None where it was level."""

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
    """Person → rating, best first by what it is at least, and every change in the order of matches.
    `even`: matches without a
    favourite."""

    ratings: Mapping[Appearance, Rating]
    changes: Mapping[Appearance, tuple[RatingChange, ...]]
    calibration: tuple[CalibrationLine, ...]
    even: int


@dataclass(slots=True)
class _Calibration:
    """Chances of favourites, and whether they won."""

    even: int = 0
    chances: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, chance_of_winner: float) -> None:
        if abs(chance_of_winner - 0.5) < LEVEL:
            self.even += 1
        else:
            won = chance_of_winner > 0.5
            self.chances.append((chance_of_winner if won else 1 - chance_of_winner, won))

    def lines(self) -> tuple[CalibrationLine, ...]:
        ends = (*STEPS[1:], CERTAIN)
        return tuple(
            line
            for least, most in zip(STEPS, ends, strict=True)
            if (line := self._line(least, most)).matches
        )

    def _line(self, least: int, most: int) -> CalibrationLine:
        here = [
            (chance, won)
            for chance, won in self.chances
            if least <= 100 * chance < most or (most == CERTAIN and 100 * chance >= most)
        ]
        return CalibrationLine(
            least, most, len(here), sum(chance for chance, _won in here), sum(w for _c, w in here)
        )


def rate(matches: Iterable[RatedMatch]) -> Ratings:
    """The ratings after these matches, given in the order of their ends. A match in which somebody
    is on both sides says nothing and is passed over."""
    from openskill.models import PlackettLuce  # here: most requests need no rating

    model = PlackettLuce(mu=UNRATED.value, sigma=UNRATED.uncertainty / 2)
    now: dict[Appearance, tuple[float, float]] = {}
    changes: dict[Appearance, list[RatingChange]] = {}
    calibration = _Calibration()
    start = (model.mu, model.sigma)
    for match in matches:
        if set(match.winners) & set(match.losers) or len(match.winners) != len(match.losers):
            continue
        sides = (match.winners, match.losers)
        teams = [[model.create_rating(list(now.get(one, start))) for one in side] for side in sides]
        if not match.is_level:  # a favourite has neither won nor lost it
            calibration.add(model.predict_win(teams)[0])
        rated_teams = model.rate(teams, ranks=[1, 1]) if match.is_level else model.rate(teams)
        for side, team in zip(sides, rated_teams, strict=True):
            won = None if match.is_level else side is match.winners
            for person, rated in zip(side, team, strict=True):
                before, now[person] = now.get(person, start), (rated.mu, rated.sigma)
                change = RatingChange(match.match, won, _rating(before), _rating(now[person]))
                changes.setdefault(person, []).append(change)
    ratings = {person: _rating(values) for person, values in now.items()}
    best_first = sorted(ratings.items(), key=lambda item: (-item[1].at_least, item[0]))
    return Ratings(
        dict(best_first),
        {person: tuple(steps) for person, steps in changes.items()},
        calibration.lines(),
        calibration.even,
    )


def _rating(values: tuple[float, float]) -> Rating:
    mu, sigma = values
    return Rating(mu, 2 * sigma)
