"""Tables of a league: points, and the criteria that order pairs with equal points.

A match won is a point, and so is a bye: the pair was ready to play. Where matches may end level, a
match won is two points and a level one is one (`Points`). A match lost by leaving counts like any
other. For a match that was not played a point may come off. Pairs that have left come after all
others. A pair that withdraws after its last match keeps its place; for one that is disqualified
after it see `disqualified`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import comb, lcm
from types import MappingProxyType

from tournament.formats.bouts import ENDINGS, Bout
from tournament.formats.lines import Standing, Tally, Title, line, placed, tally
from tournament.formats.protocol import NOBODY_LEFT, Format
from tournament.formats.sections import is_over
from tournament.formats.setting import SOMEBODY_WINS, Points
from tournament.formats.settling import (
    BY_LEAVING,
    DISQUALIFIED,
    champion_of,
    left,
    moved_up,
    without_place,
)

Rank = Callable[[Standing], tuple[int, ...]]
Table = Callable[..., tuple[Standing, ...]]


def points(bouts: Sequence[Bout], each: Points) -> dict[int, int]:
    """Pair → its points, byes included, less the points off."""
    points_won, off = scored(bouts, each), points_off(bouts)
    return {pair: points_won[pair] - off[pair] for pair in points_won.keys() | off.keys()}


def points_off(bouts: Iterable[Bout]) -> Counter[int]:
    """Pair → the points that come off for matches it has not played."""
    fined = (bout for bout in bouts if bout.ended_by and ENDINGS[bout.ended_by].costs_point)
    return Counter(pair for bout in fined for pair in bout.losers)


def scored(bouts: Iterable[Bout], each: Points) -> Counter[int]:
    """Pair → its points for matches, byes included."""
    by_pair: Counter[int] = Counter()
    for bout in bouts:
        if bout.winning_pair is not None:
            by_pair[bout.winning_pair] += each.won
        elif bout.is_level and each.level is not None:
            by_pair.update({pair: each.level for pair in bout.pairs if pair is not None})
    return by_pair


def strength(bouts: Sequence[Bout], each: Points) -> Counter[int]:
    """Pair → the points for matches of all the opponents it has met."""
    own_points = scored(bouts, each)
    by_pair: Counter[int] = Counter()
    for bout in bouts:
        a, b = bout.pairs
        if bout.status == "finished" and a is not None and b is not None:
            by_pair.update({a: own_points[b], b: own_points[a]})
    return by_pair


def lots_of(bouts: Iterable[Bout]) -> dict[int, int]:
    """Pair → its lot: its position, from 0, in the matches that the draw laid out."""
    lots: dict[int, int] = {}
    for bout in sorted(bouts, key=lambda bout: bout.place):
        for pair in bout.pairs:
            if pair is not None:
                lots.setdefault(pair, len(lots))
    return lots


def shares(bouts: Iterable[Bout]) -> dict[int, int]:
    """Pair → what its counts are multiplied by, so that those of pairs that play unequally many of
    these matches are compared per match. One for everybody where all play as many."""
    laid_out = Counter(pair for bout in bouts for pair in bout.pairs if pair is not None)
    common = lcm(*laid_out.values())
    return {pair: common // count for pair, count in laid_out.items()}


def by_meetings(
    pairs: Sequence[int],
    bouts: Sequence[Bout],
    gone: Mapping[int, str] = NOBODY_LEFT,
    each: Points = SOMEBODY_WINS,
    *,
    by_lot: bool = True,
) -> tuple[Standing, ...]:
    """A table in which everybody meets everybody, or as many: points, then points in the matches
    among those who are level, where all of them meet, then the difference of games, games won, and
    the lot. Points and games are counted per match where some play more than others."""
    counted, share = points(bouts, each), shares(bouts)
    level: dict[int, set[int]] = {}
    for pair in pairs:
        level.setdefault(counted.get(pair, 0) * share.get(pair, 1), set()).add(pair)
    among: dict[int, int] = {}
    for tied in level.values():
        met = [bout for bout in bouts if tied.issuperset(bout.pairs)]
        if len(met) == comb(len(tied), 2):
            among |= scored(met, each)
    return ranked(
        pairs,
        bouts,
        lambda one: (-(one.points or 0) * share.get(one.pair, 1), -among.get(one.pair, 0)),
        gone,
        share,
        each,
        by_lot=by_lot,
    )


def by_strength(
    pairs: Sequence[int],
    bouts: Sequence[Bout],
    gone: Mapping[int, str] = NOBODY_LEFT,
    each: Points = SOMEBODY_WINS,
    *,
    by_lot: bool = True,
) -> tuple[Standing, ...]:
    """A Swiss table: points, then the opponents' points, the difference of games, games won, and
    the lot."""
    strong = strength(bouts, each)

    def first(standing: Standing) -> tuple[int, ...]:
        return -(standing.points or 0), -strong.get(standing.pair, 0)

    lines = ranked(pairs, bouts, first, gone, each=each, by_lot=by_lot)
    return tuple(replace(standing, strength=strong.get(standing.pair, 0)) for standing in lines)


def ranked(
    pairs: Sequence[int],
    bouts: Sequence[Bout],
    first: Rank,
    gone: Mapping[int, str] = NOBODY_LEFT,
    share: Mapping[int, int] = MappingProxyType({}),
    each: Points = SOMEBODY_WINS,
    *,
    by_lot: bool = True,
) -> tuple[Standing, ...]:
    """Every pair's line, each with its own place: ordered by `first`, then by games, then by lot.
    `share`: as in `shares`. Without `by_lot`, pairs that only the lot would part share a place."""
    counts, counted, lots = tally(bouts), points(bouts, each), lots_of(bouts)
    away = _away(bouts, gone)
    titles: dict[int, Title] = dict.fromkeys(lots, "ranked")
    off = points_off(bouts)
    lines = [
        replace(
            line(pair, counts.get(pair, Tally()), title=titles.get(pair, "out")),
            points=counted.get(pair, 0),
            points_off=off.get(pair, 0),
            matches_level=None if each.level is None else counts.get(pair, Tally()).level,
        )
        for pair in pairs
    ]

    def rank(standing: Standing) -> tuple[int, ...]:
        times = share.get(standing.pair, 1)
        games = (-standing.games_difference * times, -standing.games_won * times)
        last = (*games, lots.get(standing.pair, len(lots)))
        return (standing.title == "out", standing.pair in away, *first(standing), *last)

    order = sorted(lines, key=lambda standing: (rank(standing), standing.pair))
    if not by_lot:
        return placed(order, lambda standing: rank(standing)[:-1])
    return tuple(
        standing if standing.title == "out" else replace(standing, place=place)
        for place, standing in enumerate(order, start=1)
    )


class League(Format):
    """Everybody plays every round, and the first of the `table` is champion."""

    is_league = True
    table: Table

    def may_be_level(self, number: int) -> bool:
        return True

    def out(self, bouts: Sequence[Bout]) -> frozenset[int]:
        """Nobody until the last round has been played."""
        over, best = self.champion(bouts)
        return frozenset(lots_of(bouts)) - {best} if over and best is not None else frozenset()

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        """The table, with champion and runner-up once it is over."""
        is_early = self.setting.ended_early
        struck, over = without_place(bouts, gone), is_early or is_over(bouts)
        others = {pair: why for pair, why in gone.items() if pair not in struck}
        lines = self.table(pairs, bouts, others, self.setting.points, by_lot=not is_early)
        if lines and lines[0].shared:  # nobody is second where several are first
            first_places = {one.pair for one in lines if one.place == lines[0].place}
            lines = tuple(
                replace(one, title="champion") if one.pair in first_places else one for one in lines
            )
        elif over and lines and lines[0].pair not in _away(bouts, others):
            first = (replace(lines[0], title="champion"), *lines[1:2])
            second = [replace(one, title="runner_up") for one in first[1:] if one.title == "ranked"]
            lines = (first[0], *(second or first[1:]), *lines[2:])
        return moved_up(lines, bouts, gone, over=over)

    def champion(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        if not is_over(bouts):
            return False, None
        return True, champion_of(self.standings(sorted(lots_of(bouts)), bouts, gone))


def _away(bouts: Sequence[Bout], gone: Mapping[int, str]) -> frozenset[int]:
    """The pairs that left matches to others, and those that were disqualified at any time. A pair
    that is gone may have left a match of an earlier round than its last one (`any_order`)."""
    given_away = {
        pair
        for bout in bouts
        if bout.ended_by in BY_LEAVING
        for pair in bout.pairs
        if pair != bout.winning_pair
    }
    return left(bouts) | {
        pair for pair, why in gone.items() if why in DISQUALIFIED or pair in given_away
    }
