"""Who sits where in the first round of a bracket: by rank, those who have met far apart."""

from collections.abc import Sequence
from itertools import pairwise

from tournament.formats import settling
from tournament.formats.lots import seats_of_seeds

Entry = tuple[int, int]
"""Group (from 1) and rank in it (from 1). Group 0: one of the best in all groups, of this rank or,
with rank 0, of any."""


def seats_of(
    bands: Sequence[Sequence[Entry]], more: int, rank: int
) -> tuple[tuple[Entry | None, ...], tuple[tuple[int, ...], ...]]:
    """The winners of the groups get the seats of the first seeds, the seconds the next, and so on;
    then `more` others. Within the seats of its rank, each pair sits as far as possible from others
    of its group."""
    where = seats_of_seeds(settling.size(sum(map(len, bands)) + more))
    seats: list[Entry | None] = [None] * len(where)
    groups = [0] * len(where)
    for band in bands:
        open_seats, where = where[: len(band)], where[len(band) :]
        for entry in band:
            seats[take_farthest(open_seats, entry[0], groups)] = entry
    others = where[:more]
    for seat in others:
        seats[seat] = (0, rank)
    listed = [others] if bands else _bands(others)
    return tuple(seats), tuple(tuple(band) for band in listed if band)


def _bands(seats: Sequence[int]) -> list[Sequence[int]]:
    """The seats of the first seed, the second, the next two, the next four, and so on."""
    ends = [0, *(1 << power for power in range(len(seats).bit_length() + 1))]
    return [seats[first:end] for first, end in pairwise(ends)]


def take_farthest(open_seats: list[int], group: int, groups: list[int]) -> int:
    """Takes the open seat from which a pair of `group` would meet another of its group latest.
    `groups`: the group of each seat, 0 where none is known."""
    seat = max(open_seats, key=lambda seat: (_distance(seat, group, groups), -seat))
    open_seats.remove(seat)
    groups[seat] = group
    return seat


def _distance(seat: int, group: int, groups: Sequence[int]) -> int:
    """The bracket's round in which a pair of `group` on this seat would first meet another of its
    group."""
    others = [at for at, one in enumerate(groups) if one == group]
    return min(((seat ^ other).bit_length() for other in others), default=99)
