"""Promotion and relegation between the divisions of a league."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, Literal, TypeVar

T = TypeVar("T")
Move = Literal["up", "down", "stays"]


@dataclass(frozen=True, slots=True)
class Moved(Generic[T]):
    """Somebody in a division of the next season, counted from 0. `place`: in the division of the
    last one, which was `origin`."""

    one: T
    place: int
    origin: int
    division: int

    @property
    def move(self) -> Move:
        if self.division == self.origin:
            return "stays"
        return "up" if self.division < self.origin else "down"


def next_divisions(
    tables: Sequence[Sequence[T]],
    moves: int,
    gone: Sequence[int] = (),
    sizes: Sequence[int] = (),
) -> list[list[Moved[T]]]:
    """The divisions of the next season, the best first. `tables`: those of the last season, best
    first in each; between two neighbours `moves` go up and as many down, but of a division never
    more than half at one end. `gone`: how many left each division during the season: each takes a
    place among those that go down, and so on below, so that all but the last stay as large as they
    were. `sizes`: how many each division is to have; `reserves` fill one that has fewer, and of one
    that has more the last that stayed goes down besides."""
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
            goes = (place > len(table) - down) - (place <= up)
            divisions[number + goes].append(Moved(entrant, place, number, number + goes))
    for number, size in enumerate(sizes[: len(divisions) - 1]):
        _fill(divisions, number, size)
    return [sorted(division, key=_order) for division in divisions]


def equal_sizes(total: int, divisions: int) -> tuple[int, ...]:
    """So many pairs in so many divisions, none with two more than another; the best are larger."""
    each, more = divmod(total, divisions)
    return tuple(each + (number < more) for number in range(divisions))


def reserves(divisions: Sequence[Sequence[Moved[T]]], number: int) -> list[Moved[T]]:
    """Who takes a place that becomes free in a division, in order: those of the division below that
    did not go up, by their place there; then those that went down from it."""
    below = divisions[number + 1] if number + 1 < len(divisions) else ()
    return sorted(below, key=lambda moved: (moved.origin <= number, moved.origin, moved.place))


def edited(
    divisions: Sequence[Sequence[Moved[T]]], chosen: Mapping[T, int | None]
) -> list[list[Moved[T]]]:
    """The divisions with those who were `chosen` where somebody wants them; None: in none."""
    by_division: list[list[Moved[T]]] = [[] for _one in divisions]
    for moved in (moved for division in divisions for moved in division):
        number = chosen.get(moved.one, moved.division)
        if number is not None:
            by_division[number].append(replace(moved, division=number))
    return [sorted(division, key=_order) for division in by_division]


def _fill(divisions: list[list[Moved[T]]], number: int, size: int) -> None:
    """Gives a division its size, from or to the one below it."""
    own, below = divisions[number], divisions[number + 1]
    while len(own) < size and below:
        moved = reserves(divisions, number)[0]
        below.remove(moved)
        own.append(replace(moved, division=number))
    while len(own) > size:
        moved = max(own, key=lambda one: (one.origin == number, one.origin, one.place))
        own.remove(moved)
        below.append(replace(moved, division=number + 1))


def _order(moved: Moved[T]) -> tuple[int, int]:
    return moved.origin, moved.place
