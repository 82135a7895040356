"""How likely each side is to win, from the stones and games so far.

Both pairs are taken to be equally strong, so only what was played counts. Stones come hand by hand
like steps of a random walk: a lead is worth the more, the fewer stones are left to be won. One
number, STEEPNESS, says how much; docs/forecast.md has the table of how often it was right.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt

from mus.sides import Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Format

STEEPNESS = 0.62
"""Fitted to 2,500 games of bots. `manage.py calibrate_forecast --simulated-games` holds it to other
games."""
OF_A_TREE = {"preliminary", "rounds", "bracket", "third_place", "group"}
"""Sections beside a bracket in which who loses is out."""


def of_a_game(stones: tuple[int, int], target: int) -> float:
    """The chance of A to win a game to `target` at these stones of A and B, from 0 to 1."""
    a, b = stones
    left = max(1, 2 * target - a - b)
    return 1 / (1 + exp(-STEEPNESS * (a - b) / sqrt(left)))


def of_a_match(games: tuple[int, int], best_of: int, game: float) -> float:
    """The chance of A to win a match of `best_of` games at these of A and B. `game`: A's chance to
    win the game that is being played."""
    a, b = games
    if (decided := _decided(a, b, best_of)) is not None:
        return decided
    return game * _of_equals(a + 1, b, best_of) + (1 - game) * _of_equals(a, b + 1, best_of)


@cache
def _of_equals(a: int, b: int, best_of: int) -> float:
    if (decided := _decided(a, b, best_of)) is not None:
        return decided
    return (_of_equals(a + 1, b, best_of) + _of_equals(a, b + 1, best_of)) / 2


def _decided(a: int, b: int, best_of: int) -> float | None:
    """1 once A has the games that win, 0 once it cannot reach them any more."""
    needed = best_of // 2 + 1
    return 1.0 if a >= needed else 0.0 if b > best_of - needed else None


def of_both(games: tuple[int, int], best_of: int, game: float) -> tuple[float, float]:
    """The chances of A and B to win a match, as `of_a_match`: less than 1 together where it may end
    level (T1)."""
    a, b = games
    return of_a_match(games, best_of, game), of_a_match((b, a), best_of, 1 - game)


def percents(of_a: float, of_b: float) -> tuple[int, int]:
    """The chances of A and B in whole hundredths: 100 together, or less where a match may end
    level. Where somebody wins it, nothing that is still open is called certain: from 1 to 99."""
    a = round(100 * of_a)
    if of_a + of_b < 1 - 1e-9:
        return a, round(100 * of_b)
    a = min(99, max(1, a))
    return a, 100 - a


def of_the_title(format_: Format, bouts: Sequence[Bout]) -> dict[int, float]:
    """Pair → its chance of the title, by the results so far: matches to come are even.

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
        return {pair: share / 2 for pair, share in (*a.items(), *b.items())}

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
    expected: float
    won: float


def tenths(moments: Iterable[tuple[float, bool]]) -> tuple[Tenth, ...]:
    """The table of chances and whether the side won, for the side that was given more."""
    by_tenth: dict[int, list[tuple[float, bool]]] = {}
    for chance, has_won in moments:
        expected, won = (chance, has_won) if chance >= 0.5 else (1 - chance, not has_won)
        by_tenth.setdefault(min(9, int(10 * expected)), []).append((expected, won))
    return tuple(
        Tenth(
            10 * tenth,
            len(these),
            100 * sum(expected for expected, _won in these) / len(these),
            100 * sum(won for _given, won in these) / len(these),
        )
        for tenth, these in sorted(by_tenth.items())
    )
