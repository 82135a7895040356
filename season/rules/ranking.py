"""The ranking: points summed over the best results, equal sums on one rank.

Results are named tuples, made faster than dataclasses: a page of a circuit makes thousands.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from season.rules.people import Appearance


class RankedResult(NamedTuple):
    """What a person reached in a tournament, and what it is worth. `entry`: as whom. `order`: the
    tournament's position in the circuit, from 0; `place`: None without one."""

    person: Appearance
    entry: Appearance
    order: int
    place: int | None
    shared: bool
    points: int


class RankedPerson(NamedTuple):
    """A line of the ranking. `results`: in the order of tournaments, each with whether it
    counts."""

    rank: int
    shared: bool
    person: Appearance
    points: int
    results: tuple[tuple[RankedResult, bool], ...]

    @property
    def counted(self) -> int:
        return sum(counts for _result, counts in self.results)


def ranking(
    results: Iterable[RankedResult], best_of: int | None = None
) -> tuple[RankedPerson, ...]:
    """The lines, most points first. `best_of`: how many results of each person count, None all; of
    one tournament never more than one."""
    of_person: dict[Appearance, list[RankedResult]] = {}
    for result in sorted(results, key=lambda result: (result.order, result.entry)):
        of_person.setdefault(result.person, []).append(result)
    sums = {}
    for person, own in of_person.items():
        counting = _counting(own, best_of)
        entries = {one.entry for one in counting}
        marked = tuple((one, one.entry in entries) for one in own)
        sums[person] = (sum(one.points for one in counting), marked)
    ranked = sorted(sums, key=lambda person: (-sums[person][0], person))
    size = Counter(points for points, _results in sums.values())
    first: dict[int, int] = {}
    for rank, person in enumerate(ranked, start=1):
        first.setdefault(sums[person][0], rank)
    return tuple(
        RankedPerson(first[points], size[points] > 1, person, points, marked)
        for person in ranked
        for points, marked in (sums[person],)
    )


def _counting(own: Iterable[RankedResult], best_of: int | None) -> list[RankedResult]:
    """The results that count: the best ones, the earlier of equal ones first. `own`: in order."""
    best_first = sorted(own, key=lambda one: -one.points)
    of_tournament: dict[int, RankedResult] = {}
    for result in best_first:
        of_tournament.setdefault(result.order, result)
    best = list(of_tournament.values())  # still the best first
    return best if best_of is None else best[:best_of]
