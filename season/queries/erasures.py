"""Where somebody is named in a circuit, and which organizers are still asked to erase that name."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from season.models import Erasure
from season.queries.circuits import counting
from season.queries.names import has_player, merged_keys, recognised, text_of
from season.rules.people import also_known_as
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.log.rules.events import ERASED


@dataclass(frozen=True, slots=True)
class NamedEntry:
    """An entry of a player in a tournament of the circuit. `seat`: 1 or 2; `name`: as it stands
    there; `is_own`: whether the asking user organizes that tournament."""

    pair_id: int
    seat: int
    name: str
    tournament_id: int
    tournament: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class AskedErasure:
    """A name that the organizers of a tournament are asked to erase. `name`: as it stands today."""

    id: int
    circuit: str
    tournament: str
    name: str
    at: datetime


def entries_named(
    *, circuit_id: int, name: str, user: AbstractBaseUser | AnonymousUser | None = None
) -> tuple[NamedEntry, ...]:
    """The entries of a player of this name in the tournaments that count, earliest start first;
    also under names that are surely the same by a merge. Three queries."""
    if not name.strip():
        return ()
    names = also_known_as(frozenset({recognised(name)}), merged_keys(circuit_id), for_sure=True)
    tournaments = {one.pk: one for one in counting(circuit_id=circuit_id)}
    own = set[int]()
    if user is not None and user.is_authenticated:
        mine = Tournament.objects.filter(pk__in=tournaments, organizers=user.pk)
        own = set(mine.values_list("pk", flat=True))
    rows = Pair.objects.filter(tournament__in=tournaments).select_related("tournament")
    found = [
        NamedEntry(
            pair.pk, seat, text_of(pair, seat), pair.tournament_id, pair.tournament.name,
            pair.tournament_id in own,
        )
        for pair in rows
        for seat in (1, 2)
        if has_player(pair, seat) and recognised(text_of(pair, seat)) in names
    ]  # fmt: skip
    order = {pk: number for number, pk in enumerate(tournaments)}
    return tuple(sorted(found, key=lambda one: (order[one.tournament_id], one.pair_id, one.seat)))


def erasures_of(*, circuit_id: int) -> tuple[AskedErasure, ...]:
    """What a circuit has asked organizers to erase and still stands. One query."""
    return _asked(Erasure.objects.filter(circuit=circuit_id))


def erasures_for(*, user: AbstractBaseUser | AnonymousUser) -> tuple[AskedErasure, ...]:
    """What this organizer is asked to erase. One query."""
    if not user.is_authenticated:
        return ()
    return _asked(Erasure.objects.filter(pair__tournament__organizers=user.pk))


def _asked(rows: QuerySet[Erasure]) -> tuple[AskedErasure, ...]:
    found = rows.select_related("circuit", "pair__tournament").order_by("pk")
    return tuple(
        AskedErasure(row.pk, row.circuit.name, row.pair.tournament.name, name, row.at)
        for row in found
        if (name := text_of(row.pair, row.seat)) != ERASED
    )
