"""Tables of a league: points, and the criteria that order pairs with equal points.

A match won is a point, and so is a bye: the pair was ready to play. A match lost by leaving counts
like any other. Pairs that have left come after all others. A pair that withdraws after its last
match keeps its place; a pair that is disqualified after its last match comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.formats.bouts import Bout
from tournament.formats.lines import Standing, Tally, Title, line, tally
from tournament.formats.protocol import NOBODY_LEFT
from tournament.formats.settling import left

Rank = Callable[[Standing], tuple[int, ...]]


def points(bouts: Iterable[Bout]) -> dict[int, int]:
    """Pair → its matches won, byes included."""
    found: dict[int, int] = {}
    for bout in bouts:
        if bout.status == "finished" and bout.winning_pair is not None:
            found[bout.winning_pair] = found.get(bout.winning_pair, 0) + 1
    return found


def strength(bouts: Sequence[Bout]) -> dict[int, int]:
    """Pair → the points of all the opponents it has met."""
    counted = points(bouts)
    found: dict[int, int] = {}
    for bout in bouts:
        if bout.status == "finished" and bout.pairs.a is not None and bout.pairs.b is not None:
            a, b = bout.pairs.a, bout.pairs.b
            found[a] = found.get(a, 0) + counted.get(b, 0)
            found[b] = found.get(b, 0) + counted.get(a, 0)
    return found


def lots_of(bouts: Iterable[Bout]) -> dict[int, int]:
    """Pair → its lot: its position, from 0, in the matches that the draw laid out."""
    found: dict[int, int] = {}
    for bout in sorted(bouts, key=lambda bout: bout.place):
        for pair in bout.pairs:
            if pair is not None:
                found.setdefault(pair, len(found))
    return found


def by_meetings(
    pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
) -> tuple[Standing, ...]:
    """A table in which everybody meets everybody: points, then points in the matches among those
    who are level, then the difference of games, games won, and the lot."""
    counted = points(bouts)
    level: dict[int, set[int]] = {}
    for pair in pairs:
        level.setdefault(counted.get(pair, 0), set()).add(pair)
    among: dict[int, int] = {}
    for tied in level.values():
        among |= points(bout for bout in bouts if tied.issuperset(bout.pairs))
    return ranked(pairs, bouts, lambda one: (-(one.points or 0), -among.get(one.pair, 0)), gone)


def by_strength(
    pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
) -> tuple[Standing, ...]:
    """A Swiss table: points, then the opponents' points, the difference of games, games won, and
    the lot."""
    strong = strength(bouts)
    lines = ranked(pairs, bouts, lambda one: (-(one.points or 0), -strong.get(one.pair, 0)), gone)
    return tuple(replace(one, strength=strong.get(one.pair, 0)) for one in lines)


def ranked(
    pairs: Sequence[int],
    bouts: Sequence[Bout],
    first: Rank,
    gone: Mapping[int, str] = NOBODY_LEFT,
) -> tuple[Standing, ...]:
    """Every pair's line, each with its own place: ordered by `first`, then by games, then by
    lot."""
    counts, counted, lots = tally(bouts), points(bouts), lots_of(bouts)
    away = _away(bouts, gone)
    titles: dict[int, Title] = dict.fromkeys(lots, "ranked")
    lines = [_line(pair, counts, counted, titles.get(pair, "out")) for pair in pairs]

    def rank(one: Standing) -> tuple[int, ...]:
        last = (-one.games_difference, -one.games_won, lots.get(one.pair, len(lots)))
        return (one.title == "out", one.pair in away, *first(one), *last)

    order = sorted(lines, key=lambda one: (rank(one), one.pair))
    return tuple(
        one if one.title == "out" else replace(one, place=place)
        for place, one in enumerate(order, start=1)
    )


def crowned(lines: Sequence[Standing], over: bool) -> tuple[Standing, ...]:
    """The table with its champion and runner-up, once it is over."""
    titles: tuple[Title, ...] = ("champion", "runner_up")
    if not over:
        return tuple(lines)
    return tuple(
        replace(one, title=titles[place]) if place < len(titles) and one.title == "ranked" else one
        for place, one in enumerate(lines)
    )


def winner(
    lines: Sequence[Standing], bouts: Iterable[Bout], gone: Mapping[int, str] = NOBODY_LEFT
) -> int | None:
    """The first of the table, unless everybody has left."""
    away = _away(bouts, gone)
    return next((one.pair for one in lines if one.title != "out" and one.pair not in away), None)


def _away(bouts: Iterable[Bout], gone: Mapping[int, str]) -> frozenset[int]:
    """The pairs that left matches to others, and those that were disqualified at any time."""
    return left(bouts) | {pair for pair, why in gone.items() if why == "disqualification"}


def _line(
    pair: int, counts: Mapping[int, Tally], counted: Mapping[int, int], title: Title
) -> Standing:
    bare = line(pair, counts.get(pair, Tally()), title=title)
    return replace(bare, points=counted.get(pair, 0))
