"""The shape of groups and the bracket after them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mus.sides import Side
from tournament.formats import bracket, circle
from tournament.formats.bouts import Place
from tournament.formats.lots import seats_of_seeds

Entry = tuple[int, int]
"""Group (from 1) and rank in it (from 1)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """`sizes`: pairs in each group; `through`: how many of each group go on; `group_rounds`: rounds
    before the bracket; `seats`: who comes to each side of the bracket's first round, None for
    nobody."""

    sizes: tuple[int, ...]
    through: int
    group_rounds: int
    seats: tuple[Entry | None, ...]
    third: bool

    @property
    def bracket_size(self) -> int:
        return len(self.seats)

    @property
    def rounds(self) -> int:
        return self.group_rounds + self.bracket_size.bit_length() - 1

    def group_places(self) -> list[list[list[Place]]]:
        """For each group and each of its rounds, the places of the matches."""
        slots = [0] * self.group_rounds
        found: list[list[list[Place]]] = []
        for size in self.sizes:
            rounds = []
            for number in range(circle.count(size)):
                first, slots[number] = slots[number], slots[number] + size // 2
                rounds.append([Place(number + 1, slot) for slot in range(first, slots[number])])
            found.append(rounds)
        return found

    def bracket_places(self) -> tuple[Place, ...]:
        whole = bracket.places(self.bracket_size)
        more = (Place(whole[-1].round, 1),) if self.third else ()
        return tuple(Place(p.round + self.group_rounds, p.slot) for p in (*whole, *more))

    def entry(self, place: Place, side: Side) -> Entry | None:
        """Who comes to a side of the bracket's first round."""
        return self.seats[2 * place.slot + (side is Side.B)]


@lru_cache(maxsize=64)
def shape_of(pairs: int, group_size: int, qualifiers: int, third: bool) -> Shape:
    """Groups as even as they can be, the larger ones first. Raises ValueError under two pairs."""
    if pairs < 2:
        raise ValueError("a draw needs two pairs")
    count = max(1, pairs // group_size if pairs % group_size < 2 else -(-pairs // group_size))
    count = min(count, max(1, pairs // 2))
    sizes = tuple(pairs // count + (group < pairs % count) for group in range(count))
    through = min(max(qualifiers, 2 if count == 1 else 1), min(sizes))
    seats = _seats(count, through)
    return Shape(sizes, through, circle.count(max(sizes)), seats, third and count * through >= 4)


def _seats(count: int, through: int) -> tuple[Entry | None, ...]:
    """The winners of the groups get the seats of the first seeds, the seconds the next, and so on.
    Within the seats of its rank, each pair sits as far as possible from others of its group."""
    size = bracket.size(count * through)
    where = seats_of_seeds(size)
    seats: list[Entry | None] = [None] * size
    for rank in range(1, through + 1):
        open_seats = where[(rank - 1) * count : rank * count]
        for group in _order(range(1, count + 1), rank):
            seat = max(open_seats, key=lambda one: (_distance(one, group, seats), -one))
            open_seats.remove(seat)
            seats[seat] = (group, rank)
    return tuple(seats)


def _order(groups: Iterable[int], rank: int) -> list[int]:
    return sorted(groups, reverse=rank % 2 == 0)


def _distance(seat: int, group: int, seats: Sequence[Entry | None]) -> int:
    """The bracket's round in which a pair of `group` on this seat would first meet another of its
    group."""
    others = [at for at, entry in enumerate(seats) if entry is not None and entry[0] == group]
    return min(((seat ^ other).bit_length() for other in others), default=99)
