"""Who stands where, in the championship and in the consolation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tournament.rules.formats.knockout import Bout
from tournament.rules.sides import Side

Title = Literal["champion", "runner_up", "semi_finalist", "still_in", "beaten", "out"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One pair's line. `place` is shared by pairs that nothing parts (`shared`), and None while
    the pair may still win. `round` is the last round it reached."""

    pair: int
    place: int | None
    shared: bool
    title: Title
    round: int
    matches_won: int
    matches_lost: int
    games_won: int
    games_lost: int

    @property
    def games_difference(self) -> int:
        return self.games_won - self.games_lost


@dataclass(frozen=True, slots=True)
class Tally:
    """What a pair has won and lost; byes and matches nobody won count for nothing."""

    played: int = 0
    won: int = 0
    games_won: int = 0
    games_lost: int = 0


def tally(bouts: Iterable[Bout]) -> dict[int, Tally]:
    """Pair → what it won and lost in the finished matches."""
    found: dict[int, Tally] = {}
    for bout in bouts:
        if bout.status != "finished" or bout.ended_by == "bye" or bout.winner is None:
            continue
        for side in Side:
            pair = bout.pairs[side]
            if pair is not None:
                found[pair] = _counted(found.get(pair, Tally()), bout, side)
    return found


def championship(pairs: Sequence[int], bouts: Sequence[Bout]) -> tuple[Standing, ...]:
    """The standings of a knockout, best first.

    Pairs still in come first; then by the round reached, and within it by the difference of
    games, then by games won. Both beaten semi-finalists share third place, since nothing is
    played between them. Other pairs that nothing parts share their place.
    """
    last = max((bout.place.round for bout in bouts), default=0)
    counts = tally(bouts)
    latest = _latest(bouts)
    ranked = sorted(
        (_line(pair, latest.get(pair), counts.get(pair, Tally()), last) for pair in pairs),
        key=lambda line: (_rank(line), line.pair),
    )
    return _placed(ranked, _rank)


def consolation(pairs: Sequence[int], bouts: Iterable[Bout]) -> tuple[Standing, ...]:
    """The consolation's own standings (T3): matches won, then difference of games, then games
    won. Only pairs that have played in it."""
    counts = tally(bouts)
    lines = [_consolation_line(pair, counts[pair]) for pair in pairs if pair in counts]
    ranked = sorted(lines, key=lambda line: (_consolation_rank(line), line.pair))
    return _placed(ranked, _consolation_rank)


def _counted(so_far: Tally, bout: Bout, side: Side) -> Tally:
    return Tally(
        played=so_far.played + 1,
        won=so_far.won + (bout.winner is side),
        games_won=so_far.games_won + bout.games[side],
        games_lost=so_far.games_lost + bout.games[side.other],
    )


def _latest(bouts: Iterable[Bout]) -> dict[int, Bout]:
    """Pair → its match in the last round it reached."""
    ordered = sorted(bouts, key=lambda bout: bout.place)
    return {pair: bout for bout in ordered for pair in bout.pairs if pair is not None}


def _line(pair: int, latest: Bout | None, count: Tally, last: int) -> Standing:
    reached = latest.place.round if latest else 0
    title = _title(pair, latest, reached, last)
    return Standing(
        pair,
        None,
        False,
        title,
        reached,
        count.won,
        count.played - count.won,
        count.games_won,
        count.games_lost,
    )


def _title(pair: int, latest: Bout | None, reached: int, last: int) -> Title:
    if latest is None:
        return "out"
    if latest.status != "finished":
        return "still_in"
    if latest.winning_pair == pair:
        return "champion" if reached == last else "still_in"
    if reached == last and latest.winner is not None:
        return "runner_up"
    return "semi_finalist" if reached == last - 1 else "beaten"


def _rank(line: Standing) -> tuple[int, int, int, int]:
    groups = {"champion": 0, "still_in": 1, "runner_up": 2, "out": 4}
    group = groups.get(line.title, 3)
    if line.title in ("champion", "runner_up", "semi_finalist", "still_in", "out"):
        return group, -line.round, 0, 0
    return group, -line.round, -line.games_difference, -line.games_won


def _consolation_line(pair: int, count: Tally) -> Standing:
    lost = count.played - count.won
    return Standing(
        pair, None, False, "beaten", 0, count.won, lost, count.games_won, count.games_lost
    )


def _consolation_rank(line: Standing) -> tuple[int, int, int]:
    return -line.matches_won, -line.games_difference, -line.games_won


def _placed(
    ranked: Sequence[Standing], rank: Callable[[Standing], tuple[int, ...]]
) -> tuple[Standing, ...]:
    first: dict[tuple[int, ...], int] = {}
    size: dict[tuple[int, ...], int] = {}
    for index, line in enumerate(ranked, start=1):
        first.setdefault(rank(line), index)
        size[rank(line)] = size.get(rank(line), 0) + 1
    return tuple(_with_place(line, rank(line), first, size) for line in ranked)


def _with_place(
    line: Standing,
    rank: tuple[int, ...],
    first: Mapping[tuple[int, ...], int],
    size: Mapping[tuple[int, ...], int],
) -> Standing:
    if line.title in ("still_in", "out"):
        return line
    return replace(line, place=first[rank], shared=size[rank] > 1)
