"""How a game went: how close it ended, and from how far behind its winner came."""

from __future__ import annotations

from collections.abc import Iterable

Score = tuple[int, int]


def difference(score: Score) -> int:
    """By how many stones a game was won."""
    return abs(score[0] - score[1])


def came_from(scores: Iterable[Score], winner: str) -> tuple[int, Score]:
    """How far behind the winner was at most after any hand, and the score then; 0 for never."""
    own = "AB".index(winner)
    behind, then = 0, (0, 0)
    for score in scores:
        if score[1 - own] - score[own] > behind:
            behind, then = score[1 - own] - score[own], score
    return behind, then
