"""Who meets whom in a round made of free pairs. Rematches are avoided as long as possible; pairs
that come first in the order go first. Used by the consolation and by every format that draws round
by round."""

from __future__ import annotations

from collections.abc import Sequence, Set

# How many partial pairings are looked at before the best one found is taken: far beyond what
# an afternoon's list needs, and a bound on the time one page can take.
MOST_STEPS = 20_000
MOST_PAIRS_AT_ONCE = 200

Pairing = tuple[tuple[int, int], ...]


def meeting(one: int, other: int) -> frozenset[int]:
    """The two pairs of a match, whatever the order."""
    return frozenset((one, other))


def without_rematches(order: Sequence[int], met: Set[frozenset[int]]) -> Pairing:
    """As many matches between pairs that have not met as can be found; of these, those of the
    pairs that come first in `order`."""
    return _Search(order[:MOST_PAIRS_AT_ONCE], met).best()


def everybody(order: Sequence[int], met: Set[frozenset[int]]) -> Pairing:
    """A match for every pair; their number is even. Only pairs that are left over get a rematch."""
    made = without_rematches(order, met)
    taken = {pair for match in made for pair in match}
    rest = [pair for pair in order if pair not in taken]
    return (*made, *zip(rest[::2], rest[1::2], strict=True))


class _Search:
    """A depth-first search in the given order. It stops at the first pairing that has as many
    matches as possible."""

    def __init__(self, queue: Sequence[int], met: Set[frozenset[int]]) -> None:
        self._queue = tuple(queue)
        self._met = met
        self._most = len(queue) // 2
        self._steps = 0
        self._found: Pairing = ()

    def best(self) -> Pairing:
        self._extend(self._queue, ())
        return self._found

    def _extend(self, left: tuple[int, ...], made: Pairing) -> bool:
        """Tries to extend `made`. True when the search is to stop: nothing better exists, or it
        took too many steps."""
        self._steps += 1
        if len(made) > len(self._found):
            self._found = made
        if len(self._found) == self._most or self._steps >= MOST_STEPS:
            return True
        if len(made) + len(left) // 2 <= len(self._found):
            return False
        first, rest = left[0], left[1:]
        for index, other in enumerate(rest):
            if meeting(first, other) in self._met:
                continue
            if self._extend(rest[:index] + rest[index + 1 :], (*made, (first, other))):
                return True
        return self._extend(rest, made)
