"""Who meets whom in a round made of free pairs: as few rematches as can be, between pairs near each
other in the order. Used by the consolation and by every format that draws round by round.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Set

# A largest matching of a general graph (Edmonds' blossom algorithm), deterministic.
#
# The vertices are 0 to n - 1, and earlier ones come first: a vertex stays unmatched only where a
# largest matching leaves one out, and each meets a neighbour near to it in the order.


NOBODY = -1


def largest_matching(apart: Sequence[Set[int]]) -> list[int]:
    """Each vertex's partner, NOBODY for one without. `apart`: for each vertex the others that it
    may not meet; all the rest it may."""
    mates = _greedy(apart)
    for root, mate in enumerate(mates):
        if mate == NOBODY:
            _Search(apart, mates).augment(root)
    return mates


def _greedy(apart: Sequence[Set[int]]) -> list[int]:
    """In order, each with the next that is free. This is nearly all of the matching, so what is
    left to search is little."""
    mates = [NOBODY] * len(apart)
    free = dict.fromkeys(range(len(apart)))
    for vertex in range(len(apart)):
        if mates[vertex] != NOBODY:
            continue
        del free[vertex]
        other = next((one for one in free if one not in apart[vertex]), NOBODY)
        if other != NOBODY:
            mates[vertex], mates[other] = other, vertex
            del free[other]
    return mates


class _Search:
    """A search from one unmatched vertex for an alternating path to another one."""

    def __init__(self, apart: Sequence[Set[int]], mates: list[int]) -> None:
        size = len(apart)
        self._apart, self._mates = apart, mates
        self._base = list(range(size))
        self._parent = [NOBODY] * size
        self._is_outer = [False] * size
        self._queue: deque[int] = deque()

    def augment(self, root: int) -> bool:
        """Matches `root`, and another unmatched vertex with it, where that can be."""
        self._reach(root)
        while self._queue:
            vertex = self._queue.popleft()
            for other in self._near(vertex):
                if self._base[vertex] == self._base[other] or self._mates[vertex] == other:
                    continue
                mate = self._mates[other]
                if other == root or (mate != NOBODY and self._parent[mate] != NOBODY):
                    self._shrink(root, vertex, other)
                elif self._parent[other] == NOBODY:
                    self._parent[other] = vertex
                    if mate == NOBODY:
                        self._flip(other)
                        return True
                    self._reach(mate)
        return False

    def _reach(self, vertex: int) -> None:
        self._is_outer[vertex] = True
        self._queue.append(vertex)

    def _near(self, vertex: int) -> Iterator[int]:
        """The neighbours, the nearest in the order first, later ones before earlier ones."""
        apart, size = self._apart[vertex], len(self._apart)
        for step in range(1, max(vertex, size - 1 - vertex) + 1):
            for other in (vertex + step, vertex - step):
                if 0 <= other < size and other not in apart:
                    yield other

    def _shrink(self, root: int, one: int, other: int) -> None:
        """Makes the odd cycle that closes between two outer vertices one outer vertex."""
        base = self._common_base(root, one, other)
        inside: set[int] = set()
        self._mark(one, base, other, inside)
        self._mark(other, base, one, inside)
        for vertex, its_base in enumerate(self._base):
            if its_base in inside:
                self._base[vertex] = base
                if not self._is_outer[vertex]:
                    self._reach(vertex)

    def _common_base(self, root: int, one: int, other: int) -> int:
        bases = set()
        while True:
            one = self._base[one]
            bases.add(one)
            if one == root or self._mates[one] == NOBODY:
                break
            one = self._parent[self._mates[one]]
        while True:
            other = self._base[other]
            if other in bases:
                return other
            other = self._parent[self._mates[other]]

    def _mark(self, vertex: int, base: int, child: int, inside: set[int]) -> None:
        while self._base[vertex] != base:
            mate = self._mates[vertex]
            inside |= {self._base[vertex], self._base[mate]}
            self._parent[vertex] = child
            child, vertex = mate, self._parent[mate]

    def _flip(self, end: int) -> None:
        """Matches along the path that leads to the unmatched vertex `end`."""
        while end != NOBODY:
            before = self._parent[end]
            further = self._mates[before]
            self._mates[end], self._mates[before] = before, end
            end = further


Pairing = tuple[tuple[int, int], ...]


def meeting(one: int, other: int) -> frozenset[int]:
    """The two pairs of a match, whatever the order."""
    return frozenset((one, other))


def without_rematches(order: Sequence[int], met: Set[frozenset[int]]) -> Pairing:
    """As many matches between pairs that have not met as there can be. Pairs that come first in
    `order` go first."""
    at = {pair: index for index, pair in enumerate(order)}
    apart: list[set[int]] = [set() for _pair in order]
    for both in met:
        if len(both) == 2 and at.keys() >= both:
            one, other = both
            apart[at[one]].add(at[other])
            apart[at[other]].add(at[one])
    mates = largest_matching(apart)
    return tuple(
        (order[index], order[mate])
        for index, mate in enumerate(mates)
        if mate != NOBODY and mate > index
    )


def everybody(
    order: Sequence[int], met: Set[frozenset[int]], byes: Mapping[int, int]
) -> list[tuple[int, int | None]]:
    """A match for every pair, and with an odd number a bye (`byes`: how many each has had).

    The bye and the matches are chosen together: among the pairs with fewest byes the last of the
    order whose rest can be paired without a rematch, or else with fewest. So nobody has a second
    bye until all have had one. Only pairs that are left over get a rematch.
    """
    if len(order) % 2 == 0:
        return [*_with_rematches(order, without_rematches(order, met))]
    fewest = min(byes.get(pair, 0) for pair in order)
    alone, rest, best = order[-1], order[:-1], None
    for pair in reversed(order):
        if byes.get(pair, 0) == fewest:
            others = [one for one in order if one != pair]
            matches = without_rematches(others, met)
            if best is None or len(matches) > len(best):
                alone, rest, best = pair, others, matches
            if 2 * len(matches) == len(others):
                break
    return [*_with_rematches(rest, best or ()), (alone, None)]


def _with_rematches(order: Sequence[int], matches: Pairing) -> Pairing:
    """The matches, and matches between the pairs that are left over."""
    paired = {pair for match in matches for pair in match}
    rest = [pair for pair in order if pair not in paired]
    return (*matches, *zip(rest[::2], rest[1::2], strict=True))
