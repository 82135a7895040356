"""Consolation (T3): whom beaten pairs may play next."""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from tournament.formats.pairing import without_rematches


@dataclass(frozen=True, slots=True)
class Candidate:
    """A beaten pair that is not playing. `played`: consolation matches so far; `idle_since`: when
    its last match finished, as a number that grows with time; `came`: False when it was beaten
    because it was missing, and has not played since."""

    pair: int
    played: int
    idle_since: float
    came: bool = True


def propose(
    candidates: Iterable[Candidate], met: Set[frozenset[int]]
) -> tuple[tuple[int, int], ...]:
    """As many matches without rematches as can be found. Pairs that `came` go first, then those
    that have waited longest, then those with fewest consolation matches. `met`: couples of pairs
    that have met already."""
    queue = [candidate.pair for candidate in sorted(candidates, key=_urgency)]
    return without_rematches(queue, met)


def _urgency(candidate: Candidate) -> tuple[bool, float, int, int]:
    return not candidate.came, candidate.idle_since, candidate.played, candidate.pair
