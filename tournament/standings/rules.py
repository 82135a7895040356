"""The consolation's standings. Those of the championship belong to its format
(`tournament/formats`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournament.formats.bouts import Bout
from tournament.formats.lines import Standing, line, placed, tally


def consolation(pairs: Sequence[int], bouts: Iterable[Bout]) -> tuple[Standing, ...]:
    """The consolation's own standings (T3), of the pairs that have played in it. The tie-break:
    matches won, then the difference of games, then games won."""
    counts = tally(bouts)
    lines = [line(pair, counts[pair], title="beaten") for pair in pairs if pair in counts]
    return placed(lines, _rank)


def _rank(one: Standing) -> tuple[int, int, int]:
    return -one.matches_won, -one.games_difference, -one.games_won
