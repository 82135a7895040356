"""The lines of a table of standings and the counts behind them. Every format uses them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from mus.sides import Side
from tournament.formats.bouts import Bout

Title = Literal[
    "champion",
    "runner_up",
    "third",
    "fourth",
    "semi_finalist",
    "still_in",
    "ranked",
    "beaten",
    "out",
    "disqualified",
    "bracket_champion",
    "bracket_runner_up",
    "consolation_winner",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """The values of a line of standings, the same for rules, pages, paper and API. `place`: None
    while the pair may still win; pairs that the tie-break leaves equal have the same place
    (`shared`). `round`: the last round reached. `points`: for matches won, byes included, and
    level ones, less the `points_off` for matches not played, where a table decides; `strength`: the
    points for matches of all opponents met, where they count. `matches_level`: None where somebody
    wins every match."""

    place: int | None = None
    shared: bool = False
    title: Title
    round: int
    matches_won: int
    matches_lost: int
    games_won: int
    games_lost: int
    points: int | None = None
    points_off: int = 0
    strength: int | None = None
    bracket: int = 0
    matches_level: int | None = None

    @property
    def games_difference(self) -> int:
        return self.games_won - self.games_lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(TableLine):
    """The line of the pair with this id."""

    pair: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What a pair has won and lost. Byes (`Bout.is_bye`) and matches that nobody won or lost are
    not counted, unless they ended `level`."""

    played: int = 0
    won: int = 0
    level: int = 0
    games_won: int = 0
    games_lost: int = 0


def tally(bouts: Iterable[Bout]) -> dict[int, Tally]:
    """Pair → what it won and lost in the finished matches, and which of them ended level."""
    tallies: dict[int, Tally] = {}
    for bout in bouts:
        if bout.status != "finished" or not (bout.losers or bout.is_level):
            continue
        for side in Side:
            pair = bout.pairs[side]
            if pair is not None:
                tallies[pair] = _counted(tallies.get(pair, Tally()), bout, side)
    return tallies


def line(pair: int, count: Tally, *, title: Title, reached: int = 0) -> Standing:
    """The line of a pair, without a place: `placed` gives it."""
    return Standing(
        pair=pair,
        title=title,
        round=reached,
        matches_won=count.won,
        matches_lost=count.played - count.won - count.level,
        games_won=count.games_won,
        games_lost=count.games_lost,
    )


def placed(
    lines: Iterable[Standing], rank: Callable[[Standing], tuple[int, ...]]
) -> tuple[Standing, ...]:
    """The lines in the order of `rank`, each with its place; equal ranks share one. A pair that
    may still win, or never took part, has none."""
    ranked = sorted(lines, key=lambda standing: (rank(standing), standing.pair))
    first: dict[tuple[int, ...], int] = {}
    size: dict[tuple[int, ...], int] = {}
    for index, standing in enumerate(ranked, start=1):
        first.setdefault(rank(standing), index)
        size[rank(standing)] = size.get(rank(standing), 0) + 1
    return tuple(_with_place(standing, rank(standing), first, size) for standing in ranked)


def _counted(so_far: Tally, bout: Bout, side: Side) -> Tally:
    return Tally(
        played=so_far.played + 1,
        won=so_far.won + (bout.winner is side),
        level=so_far.level + bout.is_level,
        games_won=so_far.games_won + bout.games[side],
        games_lost=so_far.games_lost + bout.games[side.other],
    )


def _with_place(
    standing: Standing,
    rank: tuple[int, ...],
    first: Mapping[tuple[int, ...], int],
    size: Mapping[tuple[int, ...], int],
) -> Standing:
    if standing.title in ("still_in", "out"):
        return standing
    return replace(standing, place=first[rank], shared=size[rank] > 1)


def one_after_the_other(parts: Iterable[Sequence[Standing]]) -> tuple[Standing, ...]:
    """The lines of several brackets, and of those outside them, as one table; pairs without a place
    come last, and move up nobody of a later part (T8)."""
    lines: list[Standing] = []
    last: list[Standing] = []
    for part in parts:
        stay = [line for line in part if line.title != "disqualified"]
        above = len(lines) + len(last)
        last += [line for line in part if line.title == "disqualified"]
        lines += [
            replace(
                line,
                place=line.place and line.place + above,
                title=OF_A_BRACKET.get(line.title, line.title) if line.bracket > 1 else line.title,
            )
            for line in stay
        ]
    return (*lines, *last)


OF_A_BRACKET: Mapping[Title, Title] = {
    "champion": "bracket_champion",
    "runner_up": "bracket_runner_up",
    "third": "beaten",
    "fourth": "beaten",
    "semi_finalist": "beaten",
}
"""Titles in the first bracket → those in the others."""
