"""How likely each side is to win, from the stones and games so far.

Both pairs are taken to be equally strong, so only what was played counts. Stones come hand by hand
like steps of a random walk: a lead is worth the more, the fewer stones are left to be won. One
number, STEEPNESS, says how much; docs/forecast.md has the table of how often it was right.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt

from mus.sides import Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Format

STEEPNESS = 0.62
"""Fitted to 2,500 games of bots. `manage.py calibrate_forecast --simulated-games` holds it to other
games."""
OF_A_TREE = {"preliminary", "bracket", "third_place", "group"}
"""Sections of a championship whose title is won in one bracket, where who loses is out."""


def of_a_game(stones: tuple[int, int], target: int) -> float:
    """The chance of A to win a game to `target` at these stones of A and B, from 0 to 1."""
    a, b = stones
    left = max(1, 2 * target - a - b)
    return 1 / (1 + exp(-STEEPNESS * (a - b) / sqrt(left)))


def of_a_match(games: tuple[int, int], needed: int, game: float) -> float:
    """The chance of A to win a match at these games of A and B. `needed`: games that win it;
    `game`: A's chance to win the game that is being played."""
    a, b = games
    if max(games) >= needed:
        return float(a > b)
    return game * _of_even(a + 1, b, needed) + (1 - game) * _of_even(a, b + 1, needed)


@cache
def _of_even(a: int, b: int, needed: int) -> float:
    if max(a, b) >= needed:
        return float(a > b)
    return (_of_even(a + 1, b, needed) + _of_even(a, b + 1, needed)) / 2


def percents(chance: float) -> tuple[int, int]:
    """The chances of A and B in whole hundredths, 100 together. Nothing that is still open is
    called certain: from 1 to 99."""
    of_a = min(99, max(1, round(100 * chance)))
    return of_a, 100 - of_a


def of_the_title(
    format_: Format, bouts: Sequence[Bout], chances: Mapping[Place, float]
) -> dict[int, float]:
    """Pair → its chance of the title. `chances`: that of A in each match being played.

    Empty where the rest of the championship is no single bracket whose pairs are known: in a
    league, in rounds drawn one by one, and while groups are played.
    """
    sections = format_.sections(bouts)
    trees = [section for section in sections if section.kind == "bracket" and section.rounds]
    if not trees or not OF_A_TREE.issuperset(section.kind for section in sections):
        return {}
    (_number, last) = trees[0].rounds[-1]
    known = {bout.place: bout for bout in bouts}
    if len(last) != 1:
        return {}

    def from_side(bout: Bout, side: Side) -> dict[int, float]:
        pair = bout.pairs[side]
        if pair is not None:
            return {pair: 1.0}
        source = format_.feeder(bout.place, side)
        if source is None or source.loser or not source.is_match:
            raise LookupError(bout.place)
        return winners(source.place)

    def winners(place: Place) -> dict[int, float]:
        bout = known[place]
        if bout.status == "finished":
            return {} if bout.winning_pair is None else {bout.winning_pair: 1.0}
        a, b = from_side(bout, Side.A), from_side(bout, Side.B)
        if not a or not b:
            return a or b
        of_a = chances.get(place, 0.5)
        weighed = [(pair, of_a * share) for pair, share in a.items()]
        weighed += [(pair, (1 - of_a) * share) for pair, share in b.items()]
        return dict(weighed)

    try:
        return winners(last[0])
    except LookupError:
        return {}


@dataclass(frozen=True, slots=True)
class Tenth:
    """Moments at which the side that led was given `low` to `low` + 10 hundredths: how many they
    were, what it was given on average, and how often it won; in hundredths."""

    low: int
    moments: int
    given: float
    won: float


def tenths(moments: Iterable[tuple[float, bool]]) -> tuple[Tenth, ...]:
    """The table of chances given to a side and whether it won, from the point of view of the side
    that was given more."""
    found: dict[int, list[tuple[float, bool]]] = {}
    for chance, has_won in moments:
        given, won = (chance, has_won) if chance >= 0.5 else (1 - chance, not has_won)
        found.setdefault(min(9, int(10 * given)), []).append((given, won))
    return tuple(
        Tenth(
            10 * tenth,
            len(these),
            100 * sum(given for given, _won in these) / len(these),
            100 * sum(won for _given, won in these) / len(these),
        )
        for tenth, these in sorted(found.items())
    )
