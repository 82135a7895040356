"""What each pair of a league can still reach, and the dates of match days."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise, product

from tournament.formats.setting import SOMEBODY_WINS, Points

MOST_EXACT, MOST_EXACT_LEVEL = 10, 6
"""With so many matches left, or so many that may end level, every way in which they can end is
tried: about a thousand."""


class Lapse(StrEnum):
    """What a match left may cost whoever loses it without playing; both of its pairs may."""

    NOTHING = "nothing"
    POINT = "point"


@dataclass(frozen=True, slots=True)
class Reach:
    """The best and the worst place that a pair can still reach. Pairs with as many points count
    behind it in `best` and before it in `worst`. `is_exact`: every way in which the matches left
    can end was tried; otherwise each pair is taken by itself, as if it won or lost all it has left,
    and the places are bounds."""

    best: int
    worst: int
    is_exact: bool


def reach(
    points: Mapping[int, int],
    matches: Sequence[tuple[int, int]],
    undrawn: int = 0,
    lapse: Lapse | None = None,
    each: Points = SOMEBODY_WINS,
    games: int = 0,
) -> dict[int, Reach]:
    """Pair → what it can reach. `points`: of the pairs that are still in; `matches`: the pairs of
    every match left; `undrawn`: rounds to come whose matches are not known yet, each worth a win to
    anybody; `lapse`: whether a match left may end without being played, None where each is played;
    `each`: what a match brings; `games`: how many a pair can win in one at most. Where games bring
    points, places are bounds: a match may end in too many ways."""
    left = Counter(pair for both in matches for pair in both)
    to_play = {pair: left[pair] + undrawn for pair in points}
    best_match = max(each.won, each.level or 0) + each.game * games
    most = {pair: had + best_match * to_play[pair] for pair, had in points.items()}
    off = {pair: to_play[pair] if lapse is Lapse.POINT else 0 for pair in points}
    least = {pair: had - off[pair] for pair, had in points.items()}
    is_exact = not undrawn and len(matches) <= most_exact(each)
    best = {
        pair: 1 + sum(least[other] > most[pair] for other in points if other != pair)
        for pair in points
    }
    worst = {pair: sum(other >= least[pair] for other in most.values()) for pair in points}
    if is_exact:
        tried_best, worst = _tried_out(points, matches, off, each)
        # Where matches may lapse, nobody has to win those of others: the bound is reached.
        best = best if lapse else tried_best
    return {pair: Reach(best[pair], worst[pair], is_exact) for pair in points}


def most_exact(each: Points) -> int:
    """With how many matches left, or fewer, places are exact."""
    if each.game:
        return 0
    return MOST_EXACT if each.level is None else MOST_EXACT_LEVEL


def _tried_out(
    points: Mapping[int, int],
    matches: Sequence[tuple[int, int]],
    off: Mapping[int, int],
    each: Points,
) -> tuple[dict[int, int], dict[int, int]]:
    """The best and the worst place of each pair when each match is played. `off`:
    what a pair may lose besides when it loses all it has left: its rivals win those matches."""
    best, worst = dict.fromkeys(points, len(points)), dict.fromkeys(points, 1)
    ways = [(each.won, 0), (0, each.won)]
    if each.level is not None:
        ways.append((each.level, each.level))
    for ending in product(ways, repeat=len(matches)):
        now = dict(points)
        for both, gained in zip(matches, ending, strict=True):
            for pair, more in zip(both, gained, strict=True):
                now[pair] = now.get(pair, 0) + more
        order = sorted(-now[pair] for pair in points)
        for pair in points:
            best[pair] = min(best[pair], bisect_left(order, -now[pair]) + 1)
            worst[pair] = max(worst[pair], bisect_right(order, off[pair] - now[pair]))
    return best, worst


def every(first: datetime, days: int, rounds: int) -> tuple[datetime, ...]:
    """The dates of so many match days, each `days` after the one before, at the same hour of the
    clock."""
    return tuple(first + timedelta(days=days * number) for number in range(rounds))


def are_in_order(dates: Sequence[datetime]) -> bool:
    """Whether each date is after the one before."""
    return all(one < other for one, other in pairwise(dates))
