"""Who is the same person in several tournaments: equal names, and what runners said."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, permutations, product

Appearance = tuple[int, int]
"""Somebody in one tournament: the pair's primary key, and 0 for the pair or the player's seat."""
Key = tuple[str, ...] | None
"""Folded names. None where a name was erased: such a pair is like no other."""
Sides = Sequence[Sequence[Appearance]]
"""The entries of people of equal names who are different."""


def same_people(
    keys: Mapping[Appearance, Key],
    merges: Iterable[Sequence[Appearance]] = (),
    differences: Iterable[Sides] = (),
    clubs: Mapping[Appearance, str] | None = None,
) -> dict[Appearance, Appearance]:
    """Appearance → the first appearance of that person, by which the person is known.

    Appearances with an equal key are one person, and so are those of a merge. A merge says nothing
    of appearances that are not in `keys` or whose name was erased: an erased name must not be
    found again by what it was merged with.

    `differences`: these are not joined by their key. The appearances of such a key, in the order of
    `keys`, go each to the one person who it can be, of several to the one of its club (`clubs`),
    and where that leaves several or none to a new one.
    """
    parent = {key: key for key in keys}

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
    apart = frozenset[frozenset[Appearance]]().union(*map(_each_two, differences))
    alike: dict[Key, list[Appearance]] = {
        key: []
        for one, other in apart
        if (key := keys.get(one)) is not None and key == keys.get(other)
    }
    for appearance in keys if alike else ():
        if keys[appearance] in alike:
            alike[keys[appearance]].append(appearance)
            parent[appearance] = appearance
    for namesakes in alike.values():
        for people in _by_person(namesakes, apart, clubs or {}):
            for other in people[1:]:
                join(people[0], other)
    for merge in merges:
        named = [one for one in merge if keys.get(one) is not None]
        for other in named[1:]:
            join(named[0], other)
    return {key: root(key) for key in keys}


def _each_two(sides: Sides) -> frozenset[frozenset[Appearance]]:
    """Every two of different sides."""
    return frozenset(
        frozenset((a, b)) for one, other in combinations(sides, 2) for a in one for b in other
    )


def _by_person(
    namesakes: Sequence[Appearance],
    apart: Collection[frozenset[Appearance]],
    clubs: Mapping[Appearance, str],
) -> list[list[Appearance]]:
    """Appearances of one name, by person."""
    people: list[list[Appearance]] = []
    for appearance in namesakes:
        can = [own for own in people if not any(frozenset((appearance, o)) in apart for o in own)]
        if len(can) > 1:
            can = [own for own in can if any(clubs.get(o) == clubs.get(appearance) for o in own)]
        if len(can) == 1:
            can[0].append(appearance)
        else:
            people.append([appearance])
    return people


def same_seats(one: Sequence[str], other: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The seats of two pairs that are the same pair in which the same player sits: by a name that
    both have, and so the other seats too. Where both names differ nobody can tell: then none."""
    for a, b in product((1, 2), repeat=2):
        if one[a - 1] == other[b - 1]:
            return ((a, b), (3 - a, 3 - b))
    return ()


def pairs_of_same_players(
    players: Mapping[Appearance, Appearance],
) -> tuple[tuple[int, ...], ...]:
    """The pairs that have the same two players, by who the player in each seat is."""
    seated: dict[int, set[Appearance]] = {}
    for (pair, _seat), player in players.items():
        seated.setdefault(pair, set()).add(player)
    pairs: dict[frozenset[Appearance], list[int]] = {}
    for pair, both in seated.items():
        if len(both) == 2:
            pairs.setdefault(frozenset(both), []).append(pair)
    return tuple(tuple(same) for same in pairs.values() if len(same) > 1)


def are_different(one: Collection[Appearance], other: Collection[Appearance], sides: Sides) -> bool:
    """Whether a difference says that these two people, by their appearances, are different."""
    mine, theirs = (
        {number for number, side in enumerate(sides) if not set(side).isdisjoint(person)}
        for person in (one, other)
    )
    return any(a != b for a in mine for b in theirs)


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
    known, grown = frozenset[str](), names
    while known != grown:
        known = grown
        grown = known.union(*(there for here, there in ways if here & known))
    return known
