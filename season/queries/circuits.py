"""Circuits, who runs them, and their tournaments."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from season.models import Circuit, CircuitTournament
from season.rules.points import PointsTable
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import LONGEST_SLUG
from tournament.errors import NotAllowed, NotFound
from tournament.fields import same_fields

User = AbstractBaseUser | AnonymousUser
OFFERED, IN = CircuitTournament.Status.OFFERED, CircuitTournament.Status.IN


@dataclass(frozen=True, slots=True)
class CircuitView:
    """A circuit. `carried_by`: "pair" or "player"; `same_names`: when equal names are one person,
    "all" always, "club" in one club, "ask" when the runners say so; `best_of`: how many results
    count, None all; `tournaments_count`: of those that are in."""

    id: int
    slug: str
    name: str
    carried_by: str
    same_names: str
    points: PointsTable
    best_of: int | None
    tournaments_count: int


@dataclass(frozen=True, slots=True)
class CircuitEntry:
    """A tournament of a circuit, or offered to it. `status`: the tournament's own."""

    id: int
    slug: str
    name: str
    starts_at: datetime
    time_zone: str
    status: str
    is_in: bool
    circuit_id: int
    circuit_slug: str
    circuit_name: str


@dataclass(frozen=True, slots=True)
class CircuitRunner:
    """An account that runs the circuit."""

    id: int
    username: str


def no_such_circuit() -> NotFound:
    """The NotFound for an address that no circuit has."""
    return NotFound.one(
        "circuit", "no_such_circuit", _("There is no such circuit. Choose one from the list.")
    )


def not_a_runner() -> NotAllowed:
    """The NotAllowed for somebody who does not run the circuit."""
    return NotAllowed.one(
        "user",
        "not_a_runner",
        _("Only those who run this circuit may do this. Log in as one of them."),
    )


def circuit_list() -> tuple[CircuitView, ...]:
    """Every circuit by name. One query."""
    return tuple(map(_view, _counted()))


def has_circuits() -> bool:
    """Whether there is any circuit. One query."""
    return Circuit.objects.exists()


def get_public(*, slug: str) -> CircuitView:
    """The circuit anybody may look at. Raises NotFound."""
    if not isinstance(slug, str) or len(slug) > LONGEST_SLUG or "\x00" in slug:
        raise no_such_circuit()
    row = _counted().filter(slug=slug).first()
    if row is None:
        raise no_such_circuit()
    return _view(row)


def circuit_of(*, tournament_id: int) -> CircuitView | None:
    """The circuit that a tournament counts for, the first by name. One query."""
    entries = CircuitTournament.objects.filter(tournament=tournament_id, status=IN)
    circuit = _counted().filter(pk__in=entries.values("circuit")).first()
    return _view(circuit) if circuit else None


def get_for_runner(*, user: User, slug: str) -> CircuitView:
    """The circuit, for somebody who runs it or a superuser. Raises NotFound, NotAllowed."""
    circuit = get_public(slug=slug)
    if not may_run(user=user, circuit_id=circuit.id):
        raise not_a_runner()
    return circuit


def may_run(*, user: User, circuit_id: int) -> bool:
    """Whether the user runs the circuit, or is a superuser."""
    if not user.is_authenticated or not user.is_active:
        return False
    if getattr(user, "is_superuser", False):
        return True
    return Circuit.objects.filter(pk=circuit_id, runners=user.pk).exists()


def circuits_of(*, user: User) -> tuple[CircuitView, ...]:
    """The circuits that this user runs (all, for a superuser), by name. One query."""
    if not user.is_authenticated:
        return ()
    if getattr(user, "is_superuser", False):
        return circuit_list()
    mine = Circuit.objects.filter(runners=user.pk).values("pk")
    return tuple(map(_view, _counted().filter(pk__in=mine)))


def runners_of(*, circuit_id: int) -> tuple[CircuitRunner, ...]:
    """Who runs the circuit, by login name. One query."""
    users = get_user_model()._default_manager.filter(circuits=circuit_id)
    by_name = users.order_by(get_user_model().USERNAME_FIELD)
    return tuple(CircuitRunner(user.pk, user.get_username()) for user in by_name)


def entries_of(*, circuit_id: int) -> tuple[CircuitEntry, ...]:
    """The circuit's tournaments and those offered to it, latest start first. Rehearsals are never
    among them. One query."""
    return _entries(Q(circuit=circuit_id))


def offers_of(*, user: User) -> tuple[CircuitEntry, ...]:
    """The tournaments of this organizer that are in a circuit or offered to one. One query."""
    return _entries(Q(tournament__organizers=user.pk)) if user.is_authenticated else ()


def counting(*, circuit_id: int) -> QuerySet[Tournament]:
    """The tournaments that count for the circuit, without rehearsals, earliest start first: what a
    page names them by, with the heads of their logs. One query."""
    rows = CircuitTournament.objects.filter(circuit=circuit_id, status=IN)
    tournaments = Tournament.objects.filter(pk__in=rows.values("tournament"), is_rehearsal=False)
    columns = (
        "slug", "name", "starts_at", "time_zone", "status", "is_called_off", "is_hidden",
        "event_number", "event_hash",
    )  # fmt: skip
    return tournaments.order_by("starts_at", "pk").only(*columns)


def could_offer(*, user: User) -> tuple[tuple[int, str], ...]:
    """The id, and the name and day, of each tournament that this user organizes and could offer.
    One query."""
    mine = Tournament.objects.filter(organizers=user.pk, is_rehearsal=False)
    return dated(mine)


def could_enter(*, user: User) -> tuple[tuple[int, str], ...]:
    """The id, and the name and day, of each tournament of this organizer that is open for entry.
    One query."""
    mine = Tournament.objects.filter(organizers=user.pk, status=Tournament.Status.ENTRY)
    return dated(mine)


def dated(tournaments: Iterable[Tournament]) -> tuple[tuple[int, str], ...]:
    """The id of each tournament, and its name with its day, latest start first: two seasons of one
    tournament often have the same name."""
    latest = sorted(
        tournaments, key=lambda tournament: (tournament.starts_at, tournament.pk), reverse=True
    )
    return tuple(
        (one.pk, f"{one.name} · {date_format(localtime(one.starts_at), 'DATE_FORMAT')}")
        for one in latest
    )


def _entries(where: Q) -> tuple[CircuitEntry, ...]:
    rows = CircuitTournament.objects.filter(where, tournament__is_rehearsal=False)
    rows = rows.select_related("tournament", "circuit").order_by(
        "-tournament__starts_at", "-tournament_id", "circuit_id"
    )
    return tuple(
        CircuitEntry(
            **same_fields(row.tournament, CircuitEntry) | {"time_zone": row.tournament.zone.key},
            is_in=row.status == IN,
            circuit_id=row.circuit_id,
            circuit_slug=row.circuit.slug,
            circuit_name=row.circuit.name,
        )
        for row in rows
    )


def _counted() -> Any:
    counting = Q(entries__status=IN, entries__tournament__is_rehearsal=False)
    return Circuit.objects.annotate(tournaments_count=Count("entries", filter=counting))


def _view(circuit: Any) -> CircuitView:
    points = PointsTable.from_json(circuit.points)
    return CircuitView(**same_fields(circuit, CircuitView) | {"points": points})
