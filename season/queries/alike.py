"""Equal and like names in a circuit: proposed as one person, and said to be different."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from season.models import DifferentEntry
from season.queries.circuits import CircuitView
from season.queries.known import Known
from season.queries.names import text_of
from season.rules.likeness import SURE, are_alike, pairs_are_alike
from season.rules.people import Appearance, are_different
from tournament.log.rules.text import folded

MOST_COMPARED = 300
"""People of one word, club or partner who are compared with each other."""


@dataclass(frozen=True, slots=True)
class AlikePerson:
    """One of several people of equal or like names. `key`: part of the address of its page; `name`
    and `club`: as in its latest tournament; `tournaments`: their names, earliest first."""

    key: str
    name: str
    club: str
    tournaments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AlikeNames:
    """People of equal or like names who may be one: nobody has said so, or that they are different,
    and no two of them played in one tournament."""

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
    people = _people(known)
    by_name: dict[object, list[Appearance]] = {}
    for person, entries in people.items():
        for key in {known.keys[entry] for entry in entries}:
            by_name.setdefault(key, []).append(person)
    proposals: dict[str, AlikeNames] = {}
    for namesakes in by_name.values():
        for group in _open_groups(known, namesakes, people) if len(namesakes) > 1 else ():
            proposal = _proposal(known, people, group)
            proposals.setdefault(proposal.keys, proposal)
    return _sorted(proposals.values())


def likenesses(*, circuit: CircuitView) -> tuple[AlikeNames, ...]:
    """Two whose names are not equal, but alike: initials and abbreviations, with a long word, a
    partner or a club in common. They are proposed each alone. The queries of a ranking."""
    known = Known(circuit)
    people = _people(known)
    names = {person: known.keys[entries[-1]] or () for person, entries in people.items()}
    known_by = {person: set(_known_by(known, entries)) for person, entries in people.items()}
    by_word: dict[tuple[str, str], list[Appearance]] = {}
    for person, key in names.items():
        words = {("word", word) for name in key for word in name.split() if len(word) >= SURE}
        for word in words | known_by[person]:
            by_word.setdefault(word, []).append(person)
    proposals: dict[str, AlikeNames] = {}
    for namesakes in by_word.values():
        if len(namesakes) > MOST_COMPARED:  # such a word tells nobody apart
            continue
        for one, other in combinations(namesakes, 2):
            mine, theirs = names[one], names[other]
            if len(mine) == 1 == len(theirs):
                in_common = not known_by[one].isdisjoint(known_by[other])
                is_like = are_alike(mine[0], theirs[0], known_otherwise=in_common)
            else:
                is_like = pairs_are_alike(mine, theirs)
            if is_like and not _are_surely_different(known, people[one], people[other]):
                proposal = _proposal(known, people, (one, other))
                proposals.setdefault(proposal.keys, proposal)
    return _sorted(proposals.values())


def _people(known: Known) -> dict[Appearance, list[Appearance]]:
    """Everybody whose name is known, with the entries in the order of the tournaments."""
    people: dict[Appearance, list[Appearance]] = {}
    for entry in known.entries:
        if known.keys[entry] is not None:
            people.setdefault(known.people[entry], []).append(entry)
    return people


def _known_by(known: Known, entries: Sequence[Appearance]) -> Iterator[tuple[str, str]]:
    """By what else than a name somebody is known: clubs, and the partners of a player."""
    for pair_id, seat in entries:
        pair = known.pairs[pair_id]
        if pair.club:
            yield "club", folded(pair.club)
        if seat and (partner := text_of(pair, 3 - seat)):
            yield "partner", folded(partner)


def _proposal(
    known: Known, people: dict[Appearance, list[Appearance]], group: Sequence[Appearance]
) -> AlikeNames:
    persons = []
    for person in group:
        name = known.name_of(person)
        played = (known.tournament_of(entry).name for entry in people[person])
        persons.append(AlikePerson(name.key, name.name, name.club, tuple(dict.fromkeys(played))))
    return AlikeNames(persons[0].name, tuple(persons))


def _sorted(proposals: Iterable[AlikeNames]) -> tuple[AlikeNames, ...]:
    return tuple(sorted(proposals, key=lambda proposal: (folded(proposal.name), proposal.keys)))


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
