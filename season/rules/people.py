"""Who is the same person in several tournaments: equal folded names, and what runners merged."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

Appearance = tuple[int, int]
"""Somebody in one tournament: the pair's primary key, and 0 for the pair or the player's seat."""
Key = tuple[str, ...] | None
"""Folded names. None where a name was erased: such a pair is like no other."""


def same_people(
    keys: Mapping[Appearance, Key], merges: Iterable[Sequence[Appearance]] = ()
) -> dict[Appearance, Appearance]:
    """Appearance → the first appearance of that person, by which the person is known.

    Appearances with an equal key are one person, and so are those of a merge. A merge says nothing
    of appearances that are not in `keys` or whose name was erased: an erased name must not be
    found again by what it was merged with.
    """
    parent = {one: one for one in keys}

    def root(of: Appearance) -> Appearance:
        while parent[of] != of:
            parent[of] = parent[parent[of]]
            of = parent[of]
        return of

    def join(one: Appearance, other: Appearance) -> None:
        first, second = sorted((root(one), root(other)))
        parent[second] = first

    known: dict[tuple[str, ...], Appearance] = {}
    for appearance in sorted(keys):
        key = keys[appearance]
        if key is not None:
            parent[appearance] = known.setdefault(key, appearance)
    for merge in merges:
        named = [one for one in merge if keys.get(one) is not None]
        for other in named[1:]:
            join(named[0], other)
    return {one: root(one) for one in keys}


def also_known_as(
    names: frozenset[str], merges: Iterable[Sequence[Key]], *, for_sure: bool = False
) -> frozenset[str]:
    """These folded names of players with those merged with them, by one merge or several.

    In merged pairs a name that both have is of the same player, so the other two are of one too.
    Where both names differ nobody can tell who is who: then it is both, or none `for_sure`.
    """
    ways = []
    for merge in merges:
        named = [set(key) for key in merge if key is not None]
        for one, other in permutations(named, 2):
            if not for_sure or len(one - other) == 1:
                ways.append((one - other, other - one))
    found, grown = frozenset[str](), names
    while found != grown:
        found = grown
        grown = found.union(*(there for here, there in ways if here & found))
    return found
