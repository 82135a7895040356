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


def draw(numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
    """The draw of the pairs `numbers`. Raises ValueError for fewer than two pairs or a repeated
    number.

    Depends only on the seed's text, the wishes and the set of numbers, not on their order.
    """
    must_be_a_field(numbers)
    size = bracket.size(len(numbers))
    byes = _byes(size, size - len(numbers), seed)
    sizes = [1 if match in byes else 2 for match in range(size // 2)]
    groups = filled(in_order(numbers, seed), sizes, seats_of_seeds(size // 2), wishes)
    matches = tuple((group[0], group[1] if len(group) == 2 else None) for group in groups)
    algorithm = WITH_WISHES if wishes else ALGORITHM
    return Draw(seed, tuple(sorted(numbers)), matches, algorithm)


def _byes(size: int, count: int, seed: str) -> frozenset[int]:
    """The matches of round 1 that are byes."""
    groups = sorted(range(size // 4), key=lambda group: (lot(seed, f"group:{group}"), group))
    twice = set(groups[: max(0, count - len(groups))])
    chosen: set[int] = set()
    for group in groups[:count]:
        halves = {0, 1} if group in twice else {_half(seed, group)}
        chosen |= {2 * group + half for half in halves}
    return frozenset(chosen)


def _half(seed: str, group: int) -> int:
    return int(lot(seed, f"half:{group}")[-1], 16) % 2
