"""Who is who in a circuit: its pairs, and which of them are one person.

Cache key: the log heads of the circuit and of its finished tournaments. Of a tournament that is
being played, the pairs themselves, because every hand moves its head. The cached value holds no
name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations

from django.db.models import Q, QuerySet

from season.models import Circuit, DifferentEntry, MergedEntry, RegistryEntry
from season.queries.circuits import CircuitView
from season.queries.corrections import head_of
from season.queries.names import has_player, key_of, recognised, text_of
from season.rules.people import (
    Appearance,
    Key,
    Sides,
    are_different,
    pairs_of_same_players,
    same_people,
    same_seats,
)
from tournament.championship.models import Tournament
from tournament.entries.models import Pair, name_of_both
from tournament.log.rules.events import ERASED
from tournament.recent import Recent

Tournaments = Mapping[int, Tournament]
"""The tournaments that count, earliest start first."""


@dataclass(slots=True)
class KnownPair:
    """A pair as far as a circuit needs it: plain values, since a circuit has thousands.
    `regulation` and `format` are its tournament's."""

    pk: int
    tournament_id: int
    number: int
    player_1: str
    player_2: str
    club: str
    regulation: str
    format: str

    @property
    def name(self) -> str:
        return name_of_both(self.player_1, self.player_2)


PAIR_COLUMNS = tuple(
    f"tournament__{field.name}" if field.name in ("regulation", "format") else field.name
    for field in fields(KnownPair)
)
Pairs = Mapping[int, KnownPair]
Seated = tuple[int, Appearance]
"""A seat, 0 for the pair as a whole, and the person in it."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who is who. `people`: everybody's appearances, with the person; `seated`: the same by pair;
    `tournament_of`: of each pair; `entries`: the appearances in tournaments that count, in their
    order; `named`: person → the latest of these with a
    name, or the one that somebody chose."""

    people: Mapping[Appearance, Appearance]
    seated: Mapping[int, tuple[Seated, ...]]
    tournament_of: Mapping[int, int]
    entries: tuple[Appearance, ...]
    named: Mapping[Appearance, Appearance]


_who: Recent[Hashable, Who] = Recent(most=8)


def state_of(circuit: CircuitView, tournaments: Tournaments) -> Hashable:
    """All that who is who, and the ranking, follow from. Two queries; three where a tournament is
    not finished."""
    finished = Tournament.Status.FINISHED
    playing = [
        tournament.pk for tournament in tournaments.values() if tournament.status != finished
    ]
    entered = Pair.objects.filter(tournament__in=playing).order_by("pk")
    rows = list(entered.values_list(*PAIR_COLUMNS)) if playing else []
    # A merge holds where one of its tournaments counts no more.
    merged = MergedEntry.objects.filter(merge__circuit=circuit.id).values("pair__tournament")
    elsewhere = Tournament.objects.filter(pk__in=merged).exclude(pk__in=list(tournaments))
    return (
        circuit.id,
        circuit.carried_by,
        circuit.same_names,
        *Circuit.objects.filter(pk=circuit.id).values_list("event_number", "event_hash"),
        *(
            head_of(tournament) if tournament.status == finished else tournament.pk
            for tournament in tournaments.values()
        ),
        digest(rows),
        *elsewhere.order_by("pk").values_list("pk", "event_number", "event_hash"),
    )


def digest(value: object) -> str:
    """A hash of the value, for a key that must hold no name."""
    return hashlib.sha256(repr(value).encode()).hexdigest()


def remembered(state: Hashable) -> Who | None:
    """Who is who in this state, if that is known."""
    return _who.get(state)


def read_pairs(where: Q) -> dict[int, KnownPair]:
    """These pairs. One query."""
    rows = Pair.objects.filter(where).order_by("pk").values_list(*PAIR_COLUMNS)
    return {row[0]: KnownPair(*row) for row in rows}


def all_pairs(circuit_id: int, tournaments: Tournaments) -> dict[int, KnownPair]:
    """The pairs of the tournaments, and those that are merged with them. One query."""
    merged = MergedEntry.objects.filter(merge__circuit=circuit_id).values("pair")
    return read_pairs(Q(tournament__in=list(tournaments)) | Q(pk__in=merged))


def find_out(state: Hashable, circuit: CircuitView, tournaments: Tournaments, pairs: Pairs) -> Who:
    """Who is who among all pairs, remembered for this state. Three queries."""
    keys = keys_of(circuit, pairs)
    order = {pk: number for number, pk in enumerate(tournaments)}
    people = _people(circuit, pairs, keys, order)
    seated: dict[int, list[Seated]] = {pk: [] for pk in pairs}
    for (pair_id, seat), person in people.items():
        seated[pair_id].append((seat, person))
    entries = sorted(
        (order[pairs[entry[0]].tournament_id], entry)
        for entry in keys
        if pairs[entry[0]].tournament_id in order
    )
    named: dict[Appearance, Appearance] = {}
    for _at, entry in entries:
        person = people[entry]
        if person not in named or keys[entry] is not None:
            named[person] = entry
    chosen = RegistryEntry.objects.filter(circuit=circuit.id, is_name=True).order_by("id")
    for entry in chosen.values_list("pair_id", "seat"):
        if keys.get(entry) is not None and pairs[entry[0]].tournament_id in order:
            named[people[entry]] = entry
    who = Who(
        people=people,
        seated={pk: tuple(seats) for pk, seats in seated.items()},
        tournament_of={pk: pair.tournament_id for pk, pair in pairs.items()},
        entries=tuple(entry for _at, entry in entries),
        named=named,
    )
    _who.put(state, who)
    return who


def keys_of(circuit: CircuitView, pairs: Pairs) -> dict[Appearance, Key]:
    """By which names each appearance is recognised; the players of a club that entered alone are
    nobody."""
    return _keys_of(pairs, (0,) if circuit.carried_by == "pair" else (1, 2))


def _keys_of(pairs: Pairs, seats: Sequence[int]) -> dict[Appearance, Key]:
    fold = Folds().__getitem__
    return {
        (pk, seat): key_of(pair, seat, fold)
        for pk, pair in pairs.items()
        for seat in seats
        if not seat or has_player(pair, seat)
    }


def _people(
    circuit: CircuitView, pairs: Pairs, keys: Mapping[Appearance, Key], order: Mapping[int, int]
) -> dict[Appearance, Appearance]:
    by_merge: dict[int, list[Appearance]] = {}
    rows = MergedEntry.objects.filter(merge__circuit=circuit.id).order_by("merge_id", "id")
    for merge_id, pair_id, seat in rows.values_list("merge_id", "pair_id", "seat"):
        by_merge.setdefault(merge_id, []).append((pair_id, seat))
    merges = list(by_merge.values())
    clubs: dict[Appearance, str] = {}
    apart = differences(circuit.id)
    if apart:
        folds = Folds()
        clubs = {key: folds[pairs[key[0]].club] for key in keys}
    keys = _told_apart(circuit, keys, pairs)
    if circuit.carried_by == "pair":
        merges += _by_players(circuit, pairs, merges, apart)
    else:
        merges += _by_pairs(pairs, merges)
    if apart:  # then people of one name are told apart in the order of the tournaments
        last = len(order)
        turn = {
            pk: (order.get(pair.tournament_id, last), pair.number) for pk, pair in pairs.items()
        }
        keys = dict(sorted(keys.items(), key=lambda item: (turn[item[0][0]], item[0][1])))
    return same_people(keys, merges, apart, clubs)


def _told_apart(
    circuit: CircuitView, keys: Mapping[Appearance, Key], pairs: Pairs
) -> Mapping[Appearance, Key]:
    """The keys by which equal names are one person as the circuit says."""
    if circuit.same_names == "club":
        folds = Folds()
        return {one: key and (*key, folds[pairs[one[0]].club]) for one, key in keys.items()}
    if circuit.same_names == "ask":
        return {one: key and (*key, f"{one[0]}-{one[1]}") for one, key in keys.items()}
    return keys


def _by_players(
    circuit: CircuitView, pairs: Pairs, merges: Sequence[list[Appearance]], apart: Sequence[Sides]
) -> list[list[Appearance]]:
    """The pairs that are the same since both of their players are, where somebody said so of
    players: a merge holds when the circuit's points are carried by pairs later."""
    of_players = [merge for merge in merges if any(seat for _pair, seat in merge)]
    if not of_players:
        return []
    players = same_people(_told_apart(circuit, _keys_of(pairs, (1, 2)), pairs), of_players)
    found = []
    for same in pairs_of_same_players(players):
        entries = [(pair, 0) for pair in same]
        together = {pairs[pair].tournament_id for pair in same}
        if len(together) == len(same) and not any(
            are_different([one], [other], sides)
            for one, other in combinations(entries, 2)
            for sides in apart
        ):
            found.append(entries)
    return found


def _by_pairs(pairs: Pairs, merges: Sequence[list[Appearance]]) -> list[list[Appearance]]:
    """The players who are the same since their pairs are, where somebody said so of pairs: a merge
    holds when the circuit's points are carried by players later."""
    folds, found = Folds(), []
    for merge in merges:
        named = [
            (pair_id, [folds[text_of(pairs[pair_id], seat)] for seat in (1, 2)])
            for pair_id, seat in merge
            if not seat and pair_id in pairs and pairs[pair_id].player_2
        ]
        for (one, names), (other, others) in combinations(named, 2):
            if folds[ERASED] in (*names, *others):
                continue
            found += [[(one, a), (other, b)] for a, b in same_seats(names, others)]
    return found


def differences(circuit_id: int) -> tuple[Sides, ...]:
    """The people of equal names who are said to be different, by their entries. One query."""
    return sides_of(DifferentEntry.objects.filter(difference__circuit=circuit_id))


def sides_of(rows: QuerySet[DifferentEntry]) -> tuple[Sides, ...]:
    """The people of each difference, side by side. One query."""
    columns = ("difference_id", "side", "pair_id", "seat")
    by_difference: dict[int, dict[int, list[Appearance]]] = {}
    for pk, side, pair, seat in rows.order_by("difference_id", "side", "id").values_list(*columns):
        by_difference.setdefault(pk, {}).setdefault(side, []).append((pair, seat))
    return tuple(tuple(sides.values()) for sides in by_difference.values())


class Folds(dict[str, str]):
    """Name → the name by which somebody is recognised: most names come again in other
    tournaments, and each is folded once."""

    def __missing__(self, name: str) -> str:
        self[name] = recognised(name)
        return self[name]
