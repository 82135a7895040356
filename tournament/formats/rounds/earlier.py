"""How rounds were paired by the recipe "mus-rounds/1": the bye first, then the rest.

Days drawn by it are paired by it to their end, so that their logs can be checked and told again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from tournament.formats.pairing import Pairing, meeting

MOST_STEPS = 20_000
MOST_PAIRS_AT_ONCE = 200


def pairings(
    order: Sequence[int], met: Set[frozenset[int]], byes: Mapping[int, int]
) -> list[tuple[int, int | None]]:
    """With an odd number the last of those with fewest byes rests. Of long lists only the first 200
    avoid rematches."""
    playing = list(order)
    rests: list[tuple[int, int | None]] = []
    if len(playing) % 2:
        fewest = min(byes.get(pair, 0) for pair in playing)
        alone = next(pair for pair in reversed(playing) if byes.get(pair, 0) == fewest)
        playing.remove(alone)
        rests = [(alone, None)]
    made = _Search(playing[:MOST_PAIRS_AT_ONCE], met).best()
    taken = {pair for match in made for pair in match}
    rest = [pair for pair in playing if pair not in taken]
    return [*made, *zip(rest[::2], rest[1::2], strict=True), *rests]


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
