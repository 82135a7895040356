"""The draw (T2): random, but anyone can repeat it from the text of the seed.

Algorithm "mus-draw/1". Write h(x) for the SHA-256, in hexadecimal, of the UTF-8 text
"<seed>:<x>".

1. Order the pairs' numbers n by h("pair:<n>").
2. The bracket has S places, S the power of two that holds all P pairs; S − P matches of round 1
   are byes. Round 1's matches are numbered from 0; the matches 2g and 2g+1 are group g and meet
   in round 2.
3. Order the groups g by h("group:<g>"). The byes go to the groups in this order, one to each. If
   byes are left over, they go to the groups in the same order, so that the first groups have two.
4. In a group with one bye it is in the match 2g when h("half:<g>") ends in an even digit, in
   2g+1 when it ends in an odd one (hexadecimal digits).
5. Go through round 1's matches in order: a bye takes the next pair of the order, any other match
   the next two, first A, then B.

Algorithm "mus-draw/2" adds wishes. In step 5 the seeded pairs come first: each is A of the match in
which the bracket has its seat (`lots.seats_of_seeds`). At the end clubmates are separated
(`lots.filled`).

In algorithm "mus-draw/3" the seeds rest first. In step 3 byes go to the seats of the seeds in their
order, as long as the group of the seat has none; then to the other groups in the order of step 3.
Where every group has one, the rest go to the seats of the other seeds in their order, and then to
the groups that have one, again in that order.

So every match of round 1 has at most one bye. Two pairs with a bye meet in round 2 only when there
are more byes than matches of round 2.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournament.formats import bracket
from tournament.formats.lots import filled, in_order, lot, must_be_a_field, seats_of_seeds
from tournament.formats.protocol import Draw
from tournament.formats.setting import NO_WISHES, Wishes

ALGORITHM = "mus-draw/1"
WITH_WISHES = "mus-draw/2"
SEEDS_REST = "mus-draw/3"
RECIPES = (ALGORITHM, WITH_WISHES, SEEDS_REST)


def draw(numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES, recipe: str = "") -> Draw:
    """The draw of the pairs `numbers` by a recipe; without one, by the first that knows the wishes.
    Raises ValueError for fewer than two pairs or a repeated
    number.

    Depends only on the seed's text, the wishes and the set of numbers, not on their order.
    """
    must_be_a_field(numbers)
    size = bracket.size(len(numbers))
    recipe = recipe or (WITH_WISHES if wishes else ALGORITHM)
    seats = seats_of_seeds(size // 2)
    count, seeded = size - len(numbers), [number for number in wishes.seeds if number in numbers]
    if recipe == SEEDS_REST:
        byes = _byes_of_seeds(size, count, seed, seats[: len(seeded)])
    else:
        byes = _byes(size, count, seed)
    sizes = [1 if match in byes else 2 for match in range(size // 2)]
    groups = filled(in_order(numbers, seed), sizes, seats, wishes)
    matches = tuple((group[0], group[1] if len(group) == 2 else None) for group in groups)
    return Draw(seed, tuple(sorted(numbers)), matches, recipe)


def _byes_of_seeds(size: int, count: int, seed: str, seats: Sequence[int]) -> frozenset[int]:
    """The matches of round 1 that are byes, where the seeds, on these seats, rest first."""
    both = [(2 * group + _half(seed, group), 2 * group + 1 - _half(seed, group))
            for group in _groups(size, seed)]  # fmt: skip
    chosen: list[int] = []
    for match in (*seats, *(first for first, _second in both)):
        if match not in chosen and match ^ 1 not in chosen:
            chosen.append(match)
    for match in (*seats, *(match for group in both for match in group)):
        if match not in chosen:
            chosen.append(match)
    return frozenset(chosen[:count])


def _groups(size: int, seed: str) -> list[int]:
    return sorted(range(size // 4), key=lambda group: (lot(seed, f"group:{group}"), group))


def _byes(size: int, count: int, seed: str) -> frozenset[int]:
    """The matches of round 1 that are byes."""
    groups = _groups(size, seed)
    twice = set(groups[: max(0, count - len(groups))])
    chosen: set[int] = set()
    for group in groups[:count]:
        halves = {0, 1} if group in twice else {_half(seed, group)}
        chosen |= {2 * group + half for half in halves}
    return frozenset(chosen)


def _half(seed: str, group: int) -> int:
    return int(lot(seed, f"half:{group}")[-1], 16) % 2
