"""Promotion and relegation between the divisions of a league."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, Literal, TypeVar

T = TypeVar("T")
Move = Literal["up", "down", "stays"]


@dataclass(frozen=True, slots=True)
class Moved(Generic[T]):
    """Somebody in the division of the next season. `place`: in the division of the last one."""

    one: T
    place: int
    move: Move


def next_divisions(tables: Sequence[Sequence[T]], moves: int) -> list[list[Moved[T]]]:
    """The divisions of the next season, the best first. `tables`: those of the last season, best
    first in each; between two neighbours `moves` go up and as many down, but of a division never
    more than half at one end."""
    at = [min(moves, len(a) // 2, len(b) // 2) for a, b in pairwise(tables)]
    found: list[list[Moved[T]]] = [[] for _table in tables]
    for number, table in enumerate(tables):
        up = at[number - 1] if number else 0
        down = at[number] if number < len(at) else 0
        for place, one in enumerate(table, start=1):
            if place <= up:
                found[number - 1].append(Moved(one, place, "up"))
            elif place > len(table) - down:
                found[number + 1].append(Moved(one, place, "down"))
            else:
                found[number].append(Moved(one, place, "stays"))
    order = {"down": 0, "stays": 1, "up": 2}
    return [sorted(those, key=lambda moved: (order[moved.move], moved.place)) for those in found]
