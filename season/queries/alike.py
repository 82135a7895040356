"""Equal names in a circuit: proposed as one person, and said to be different."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from season.models import DifferentEntry
from season.queries.circuits import CircuitView
from season.queries.known import Known
from season.queries.names import text_of
from season.rules.people import Appearance, are_different
from tournament.log.rules.text import folded


@dataclass(frozen=True, slots=True)
class AlikePerson:
    """One of several people of equal names. `key`: part of the address of its page; `club`: as in
    its latest tournament; `tournaments`: their names, earliest first."""

    key: str
    club: str
    tournaments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AlikeNames:
    """People of equal names who may be one: nobody has said so, or that they are different, and no
    two of them played in one tournament."""

    name: str
    people: tuple[AlikePerson, ...]

    @property
    def keys(self) -> str:
        """Who they are, so that a form can say whom it has shown."""
        return " ".join(person.key for person in self.people)


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """People of equal names who are different by a runner's word: the names and tournaments of each
    side, as they are today."""

    id: int
    sides: tuple[str, ...]


def alike(*, circuit: CircuitView) -> tuple[AlikeNames, ...]:
    """The equal names that are not one person, by name. The queries of a ranking."""
    known = Known(circuit)
    people: dict[Appearance, list[Appearance]] = {}
    for entry in known.entries:
        if known.keys[entry] is not None:
            people.setdefault(known.people[entry], []).append(entry)
    by_name: dict[object, list[Appearance]] = {}
    for person, entries in people.items():
        for key in {known.keys[entry] for entry in entries}:
            by_name.setdefault(key, []).append(person)

    def one_of(person: Appearance) -> AlikePerson:
        name = known.name_of(person)
        played = (known.tournament_of(entry).name for entry in people[person])
        return AlikePerson(name.key, name.club, tuple(dict.fromkeys(played)))

    proposals: dict[str, AlikeNames] = {}
    for namesakes in by_name.values():
        for group in _open_groups(known, namesakes, people) if len(namesakes) > 1 else ():
            name = known.name_of(group[0]).name
            proposal = AlikeNames(name, tuple(map(one_of, group)))
            proposals.setdefault(proposal.keys, proposal)
    return tuple(
        sorted(proposals.values(), key=lambda proposal: (folded(proposal.name), proposal.keys))
    )


def seen_of(proposals: Sequence[AlikeNames]) -> str:
    """The SHA-256 of what was proposed, so that a form can say what it has shown."""
    return hashlib.sha256("\n".join(proposal.keys for proposal in proposals).encode()).hexdigest()


def differences_of(*, circuit: CircuitView) -> tuple[DifferenceLine, ...]:
    """The differences that hold, oldest first. One query."""
    rows = DifferentEntry.objects.filter(difference__circuit=circuit.id)
    by_difference: dict[int, dict[int, list[str]]] = {}
    for row in rows.select_related("pair__tournament").order_by("difference_id", "side", "id"):
        text = f"{text_of(row.pair, row.seat)} ({row.pair.tournament.name})"
        by_difference.setdefault(row.difference_id, {}).setdefault(row.side, []).append(text)
    return tuple(
        DifferenceLine(
            pk, tuple(texts[0] + (", …" if texts[1:] else "") for texts in sides.values())
        )
        for pk, sides in by_difference.items()
    )


def _open_groups(
    known: Known, namesakes: Sequence[Appearance], people: dict[Appearance, list[Appearance]]
) -> Iterator[Sequence[Appearance]]:
    """All of these people where any two of them may be one; otherwise the first two who may be."""
    two = [
        both
        for both in combinations(namesakes, 2)
        if not _are_surely_different(known, *map(people.get, both))
    ]
    if 2 * len(two) == len(namesakes) * (len(namesakes) - 1):
        yield namesakes
    elif two:
        yield two[0]


def _are_surely_different(
    known: Known, one: Sequence[Appearance] | None, other: Sequence[Appearance] | None
) -> bool:
    """Whether two are surely different: by a difference, or both played in one tournament."""
    assert one is not None
    assert other is not None
    played = [
        {known.pairs[pair].tournament_id for pair, _seat in entries} for entries in (one, other)
    ]
    return not played[0].isdisjoint(played[1]) or any(
        are_different(one, other, sides) for sides in known.differences
    )
