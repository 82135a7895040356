"""How close a game ended, and how far behind its winner was."""

from __future__ import annotations

from collections.abc import Iterable

Score = tuple[int, int]


def difference(score: Score) -> int:
    """By how many stones a game was won."""
    return abs(score[0] - score[1])


def came_from(scores: Iterable[Score], winner: str) -> tuple[int, Score]:
    """The most stones that the winner was behind after any hand, and the score then; 0 when never
    behind."""
    own = "AB".index(winner)
    behind, then = 0, (0, 0)
    for score in scores:
        if score[1 - own] - score[own] > behind:
            behind, then = score[1 - own] - score[own], score
    return behind, then
