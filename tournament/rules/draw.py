"""The draw (T2): random, and anyone can do it again from the seed's text.

Algorithm "mus-draw/1". Write h(x) for the SHA-256, in hexadecimal, of the UTF-8 text
"<seed>:<x>".

1. Order the pairs' numbers n by h("pair:<n>").
2. The bracket has S places, S the power of two that holds all P pairs; S − P matches of round 1
   are byes. Round 1's matches are numbered from 0; the matches 2g and 2g+1 are group g and meet
   in round 2.
3. Order the groups g by h("group:<g>"). The first groups, as many as there are byes, have a bye
   each. With more byes than groups every group has one, and the first groups, as many as are
   left over, have two.
4. In a group with one bye it is in the match 2g when h("half:<g>") ends in an even digit, in
   2g+1 when it ends in an odd one (hexadecimal digits).
5. Go through round 1's matches in order: a bye takes the next pair of the order, any other match
   the next two, first A, then B.

So no match of round 1 has two byes, and two pairs with a bye meet in round 2 only when there are
more byes than matches of round 2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.rules import bracket

ALGORITHM = "mus-draw/1"


@dataclass(frozen=True, slots=True)
class Draw:
    """Round 1, match by match: the numbers of its pairs A and B; B is None for a bye."""

    seed: str
    numbers: tuple[int, ...]
    matches: tuple[tuple[int, int | None], ...]

    @property
    def byes(self) -> int:
        return sum(b is None for _a, b in self.matches)


def draw(numbers: Sequence[int], seed: str) -> Draw:
    """The draw of the pairs `numbers`. Raises ValueError under two pairs or for one named twice.

    Depends on nothing but the seed's text and which numbers there are, not on their order.
    """
    if len(set(numbers)) != len(numbers):
        raise ValueError("a pair is named twice")
    size = bracket.size(len(numbers))
    order = iter(sorted(numbers, key=lambda number: (_hash(seed, f"pair:{number}"), number)))
    byes = _byes(size, size - len(numbers), seed)
    matches = tuple(
        (next(order), None if match in byes else next(order)) for match in range(size // 2)
    )
    return Draw(seed, tuple(sorted(numbers)), matches)


def _byes(size: int, count: int, seed: str) -> frozenset[int]:
    """The matches of round 1 that are byes."""
    groups = sorted(range(size // 4), key=lambda group: (_hash(seed, f"group:{group}"), group))
    twice = set(groups[: max(0, count - len(groups))])
    chosen: set[int] = set()
    for group in groups[:count]:
        halves = {0, 1} if group in twice else {_half(seed, group)}
        chosen |= {2 * group + half for half in halves}
    return frozenset(chosen)


def _half(seed: str, group: int) -> int:
    return int(_hash(seed, f"half:{group}")[-1], 16) % 2


def _hash(seed: str, what: str) -> str:
    return hashlib.sha256(f"{seed}:{what}".encode()).hexdigest()
