"""Who meets whom in a round made of free pairs: as few rematches as can be, between pairs near each
other in the order. Used by the consolation and by every format that draws round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from tournament.formats.matching import NOBODY, largest_matching

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
            made = without_rematches(others, met)
            if best is None or len(made) > len(best):
                alone, rest, best = pair, others, made
            if 2 * len(made) == len(others):
                break
    return [*_with_rematches(rest, best or ()), (alone, None)]


def _with_rematches(order: Sequence[int], made: Pairing) -> Pairing:
    """The matches, and matches between the pairs that are left over."""
    taken = {pair for match in made for pair in match}
    rest = [pair for pair in order if pair not in taken]
    return (*made, *zip(rest[::2], rest[1::2], strict=True))
