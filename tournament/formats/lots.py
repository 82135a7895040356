"""Lots: every random order is made from the seed's text, so that anybody can repeat it."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence

from tournament.formats.setting import Wishes


def lot(seed: str, what: str) -> str:
    """h(what): the SHA-256, in hexadecimal, of "<seed>:<what>" (docs/draw.md)."""
    return hashlib.sha256(f"{seed}:{what}".encode()).hexdigest()


def place_by_lot(places: Iterable[tuple[int, str]], seed: str) -> tuple[int, str]:
    """The place of round 1, a slot and a side, that the lot gives a late pair (docs/draw.md).

    Raises ValueError where no place is given.
    """
    return min(places, key=lambda place: lot(seed, f"late:{place[0]}{place[1]}"))


def in_order(numbers: Iterable[int], seed: str) -> list[int]:
    """The pairs' numbers in the order of the draw."""
    return sorted(numbers, key=lambda number: (lot(seed, f"pair:{number}"), number))


def of_a_tie(numbers: Iterable[int], seed: str) -> list[int]:
    """The pairs of a tie in the order of the lot that the program drew with this seed (T9)."""
    return sorted(numbers, key=lambda number: lot(seed, f"tie:{number}"))


def must_be_two(pairs: int) -> None:
    """Raises ValueError under two pairs."""
    if pairs < 2:
        raise ValueError("a draw needs two pairs")


def must_be_a_field(numbers: Sequence[int]) -> None:
    """Raises ValueError under two pairs or for one named twice."""
    must_be_two(len(numbers))
    if len(set(numbers)) != len(numbers):
        raise ValueError("a pair is named twice")


def filled(
    order: Sequence[int], sizes: Sequence[int], seeded: Sequence[int], wishes: Wishes
) -> list[list[int]]:
    """The pairs in groups of these `sizes`. Seed i goes to group `seeded[i]`; the others fill the
    groups in their order; then clubmates are separated as far as possible.

    How they are separated: group by group, an unseeded pair with a clubmate in its group changes
    places with an unseeded pair of another group: the first, group by group, after whose exchange
    the two groups hold fewer clubmates together.
    """
    groups: list[list[int]] = [[] for _size in sizes]
    drawn_numbers = set(order)
    seeds = [number for number in wishes.seeds if number in drawn_numbers][: len(seeded)]
    for number, at in zip(seeds, seeded, strict=False):
        groups[at].append(number)
    rest = iter([number for number in order if number not in set(seeds)])
    for group, size in zip(groups, sizes, strict=True):
        _fill(group, size, rest)
    if wishes.clubs:
        _part(groups, wishes, frozenset(seeds))
    return groups


def _fill(group: list[int], size: int, rest: Iterator[int]) -> None:
    while len(group) < size:
        group.append(next(rest))


def _part(groups: list[list[int]], wishes: Wishes, fixed: Collection[int]) -> None:
    for group in groups:
        for place in reversed(range(len(group))):
            if group[place] not in fixed and _clashes(group, wishes):
                _swap_away(groups, group, place, wishes, fixed)


def _swap_away(
    groups: list[list[int]], group: list[int], place: int, wishes: Wishes, fixed: Collection[int]
) -> None:
    for other in groups:
        if other is group:
            continue
        before = _clashes(group, wishes) + _clashes(other, wishes)
        for there in reversed(range(len(other))):
            if other[there] in fixed:
                continue
            group[place], other[there] = other[there], group[place]
            if _clashes(group, wishes) + _clashes(other, wishes) < before:
                return
            group[place], other[there] = other[there], group[place]


def _clashes(group: Iterable[int], wishes: Wishes) -> int:
    clubs = [wishes.clubs.get(number, "") for number in group]
    club_names = [club for club in clubs if club]
    return len(club_names) - len(set(club_names))


def seats_in_turn(sizes: Sequence[int]) -> list[int]:
    """The group of each seed, for groups of these sizes: one seed to each group, first group to
    last, then last to first, and so on. Full groups are skipped."""
    there = range(len(sizes))
    seats: list[int] = []
    while len(seats) < sum(sizes):
        for group in (*there, *reversed(there)):
            if seats.count(group) < sizes[group]:
                seats.append(group)
    return seats


def seats_of_seeds(places: int) -> list[int]:
    """The place of each seed among so many places, a power of two. Seeds 1 and 2 can meet only in
    the final, the first four only from the semi-finals on, and so on."""
    seats = [0]
    while len(seats) < places:
        # Doubles the bracket: each place becomes two, and the new seeds fill them in reverse order.
        seats = [2 * seat for seat in seats] + [2 * seat + 1 for seat in reversed(seats)]
    return seats
