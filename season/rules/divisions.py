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


def next_divisions(
    tables: Sequence[Sequence[T]], moves: int, gone: Sequence[int] = ()
) -> list[list[Moved[T]]]:
    """The divisions of the next season, the best first. `tables`: those of the last season, best
    first in each; between two neighbours `moves` go up and as many down, but of a division never
    more than half at one end. `gone`: how many left each division during the season: each takes a
    place among those that go down, and so on below, so that all but the last stay as large as they
    were."""
    at = [min(moves, len(a) // 2, len(b) // 2) for a, b in pairwise(tables)]
    downs, empty = list[int](), 0
    for number, most in enumerate(at):
        empty += gone[number] if number < len(gone) else 0
        downs.append(max(0, most - empty))
        empty = most - downs[-1]
    divisions: list[list[Moved[T]]] = [[] for _table in tables]
    for number, table in enumerate(tables):
        up = at[number - 1] if number else 0
        down = downs[number] if number < len(downs) else 0
        for place, entrant in enumerate(table, start=1):
            if place <= up:
                divisions[number - 1].append(Moved(entrant, place, "up"))
            elif place > len(table) - down:
                divisions[number + 1].append(Moved(entrant, place, "down"))
            else:
                divisions[number].append(Moved(entrant, place, "stays"))
    order = {"down": 0, "stays": 1, "up": 2}
    return [
        sorted(division, key=lambda moved: (order[moved.move], moved.place))
        for division in divisions
    ]
