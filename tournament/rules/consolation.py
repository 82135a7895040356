"""Consolation (T3): whom beaten pairs may play next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

# How many partial pairings are looked at before the best one found is proposed: far beyond what
# an afternoon's list needs, and a bound on the time one page can take.
MOST_STEPS = 20_000
MOST_PAIRS_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Candidate:
    """A beaten pair that is not playing. `played`: consolation matches so far; `idle_since`:
    when it last finished, as a number that grows with time; `came`: False when it was beaten
    because it was missing, and has not been seen since."""

    pair: int
    played: int
    idle_since: float
    came: bool = True


def meeting(one: int, other: int) -> frozenset[int]:
    """The two pairs of a match, whatever the order."""
    return frozenset((one, other))


def propose(
    candidates: Iterable[Candidate], met: Set[frozenset[int]]
) -> tuple[tuple[int, int], ...]:
    """Matches without rematches: as many as can be found, those who came first, of these those
    who have played fewest, then those who have waited longest. `met`: pairs of pairs that have
    met already."""
    queue = [candidate.pair for candidate in sorted(candidates, key=_urgency)]
    return _Search(queue[:MOST_PAIRS_AT_ONCE], met).best()


def _urgency(one: Candidate) -> tuple[bool, int, float, int]:
    return not one.came, one.played, one.idle_since, one.pair


class _Search:
    """Depth first, in order of urgency, and stopping at the first pairing that leaves out no
    more pairs than it must."""

    def __init__(self, queue: Sequence[int], met: Set[frozenset[int]]) -> None:
        self._queue = tuple(queue)
        self._met = met
        self._most = len(queue) // 2
        self._steps = 0
        self._found: tuple[tuple[int, int], ...] = ()

    def best(self) -> tuple[tuple[int, int], ...]:
        self._extend(self._queue, ())
        return self._found

    def _extend(self, left: tuple[int, ...], made: tuple[tuple[int, int], ...]) -> bool:
        """True when nothing better can be found or the search has gone on long enough."""
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
