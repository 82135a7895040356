"""The registry of a circuit: everybody with the chosen name, all other names, and a licence."""

from collections.abc import Sequence
from dataclasses import dataclass

from season.models import RegistryEntry
from season.queries.circuits import CircuitView
from season.queries.known import Known
from season.queries.names import recognised, text_of
from season.rules.likeness import are_alike
from season.rules.people import Appearance


@dataclass(frozen=True, slots=True)
class NameOfPerson:
    """A name under which somebody has played. `entry`: the key of the latest entry under it."""

    entry: str
    name: str
    tournaments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Registered:
    """A pair or player of the circuit, for those who run it. `key`: part of the address; `name`: as
    it is shown; `names`: all under which it has played, the latest first; `licence`: "" without
    one."""

    key: str
    name: str
    club: str
    licence: str
    names: tuple[NameOfPerson, ...]


def registry(*, circuit: CircuitView, text: str = "") -> tuple[Registered, ...]:
    """Everybody whose name is known, by name; with a text those alone who have it in a name, a club
    or the licence, in any spelling, or whose name it may stand for: "J. Agirre". The queries of a
    ranking, and one more."""
    known = Known(circuit)
    licences = licences_of(circuit, known)
    wanted = recognised(text) if text.strip() else ""
    people: dict[Appearance, list[Appearance]] = {}
    for entry in known.entries:
        if known.keys[entry] is not None:
            people.setdefault(known.people[entry], []).append(entry)
    found = [
        _registered(known, person, entries, licences.get(person, ""))
        for person, entries in people.items()
    ]
    shown = [one for one in found if not wanted or _is_meant(one, wanted)]
    return tuple(sorted(shown, key=lambda one: (recognised(one.name), one.key)))


def registered(*, circuit: CircuitView, key: str) -> Registered:
    """A person of the registry. Raises NoSuchPerson."""
    known = Known(circuit)
    person = known.person_of(key)
    entries = [one for one in known.entries if known.people[one] == person]
    entries = [one for one in entries if known.keys[one] is not None]
    return _registered(known, person, entries, licences_of(circuit, known).get(person, ""))


def licences_of(circuit: CircuitView, known: Known) -> dict[Appearance, str]:
    """Person → licence; of a person with several, the one noted last. One query."""
    rows = RegistryEntry.objects.filter(circuit=circuit.id).exclude(licence="").order_by("id")
    return {
        known.people[pair, seat]: licence
        for pair, seat, licence in rows.values_list("pair_id", "seat", "licence")
        if (pair, seat) in known.people and known.keys.get((pair, seat)) is not None
    }


def _registered(
    known: Known, person: Appearance, entries: Sequence[Appearance], licence: str
) -> Registered:
    shown = known.name_of(person)
    names: dict[str, tuple[Appearance, list[str]]] = {}
    for entry in reversed(entries):
        name = text_of(known.pairs[entry[0]], entry[1])
        _latest, played = names.setdefault(name, (entry, []))
        played.append(known.tournament_of(entry).name)
    return Registered(
        shown.key,
        shown.name,
        shown.club,
        licence,
        tuple(
            NameOfPerson(f"{entry[0]}-{entry[1]}", name, tuple(played))
            for name, (entry, played) in names.items()
        ),
    )


def _is_meant(one: Registered, wanted: str) -> bool:
    texts = [recognised(text) for text in (one.club, one.licence) if text]
    names = [recognised(each.name) for each in one.names]
    players = [part for each in one.names for part in map(recognised, each.name.split(" – "))]
    return any(wanted in text for text in (*texts, *names)) or any(
        are_alike(wanted, player, known_otherwise=True) for player in players
    )
