"""Circuits are made and changed; who runs them; their tournaments."""

from functools import partial
from typing import Any, TypedDict, Unpack

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from season.models import Circuit, CircuitTournament
from season.queries.circuits import IN, OFFERED
from season.queries.log import settings_of, tournament_ref
from season.rules.points import (
    LAST_PLACE,
    MOST_LINES,
    MOST_POINTS,
    USUAL,
    LineFault,
    PointsTable,
    read_bands,
)
from season.services.acting import (
    OPERATOR,
    ORGANIZER,
    RUNNER,
    append,
    erase_account,
    lock,
    locked,
    runs,
    tournament_of,
)
from tournament import limits, notify, slugs, wording
from tournament.errors import (
    Problem,
    Refusal,
    StrOrPromise,
    lazy_text,
    no_such_tournament,
)
from tournament.limits import Limit
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor

LONGEST_TABLE = 4_000
MOST_BEST_OF = 200
MOST_TOURNAMENTS = 200
PER_HOUR = Limit("circuits", 20, 3600)


class Settings(TypedDict, total=False):
    """The settings of a circuit, as `create` takes them."""

    name: str
    carried_by: str
    same_names: str
    points: str
    taking_part: int
    best_of: int | None


@transaction.atomic
def create(
    *,
    actor: Actor,
    owner: AbstractBaseUser,
    name: str,
    carried_by: str = "pair",
    same_names: str = Circuit.SameNames.CLUB,
    points: str = USUAL.to_text(),
    taking_part: int = USUAL.taking_part,
    best_of: int | None = None,
) -> Circuit:
    """A new circuit without tournaments; `owner` runs it. `points`: a line for each place or range
    of places, such as `5-8: 20`. Raises Refusal with every problem found, TooOften."""
    circuit = stored(
        owner=owner, name=name, carried_by=carried_by, same_names=same_names, points=points,
        taking_part=taking_part, best_of=best_of,
    )  # fmt: skip
    append(circuit, actor, "circuit.created", settings=settings_of(circuit))
    return circuit


def stored(
    *,
    owner: AbstractBaseUser,
    name: str,
    carried_by: str,
    same_names: str,
    points: str,
    taking_part: int,
    best_of: int | None,
) -> Circuit:
    """As `create`, without its event."""
    values = _checked(
        name=name, carried_by=carried_by, same_names=same_names, points=points,
        taking_part=taking_part, best_of=best_of,
    )  # fmt: skip
    limits.spend(PER_HOUR, owner.pk)
    circuit = slugs.store(Circuit, values["name"], **values)
    circuit.runners.add(owner.pk)
    _tell_front_page()
    return circuit


@transaction.atomic
def change(*, circuit_id: int, actor: Actor, **settings: Unpack[Settings]) -> Circuit:
    """Changes these settings, and no other; the ranking follows at once. The same again changes
    nothing. Raises NotFound, NotAllowed, Refusal with every problem found."""
    circuit = lock(circuit_id, actor)
    was = settings_of(circuit)
    values = _checked(**{**was, **settings})
    for field, value in values.items():
        setattr(circuit, field, value)
    if settings_of(circuit) == was:
        return circuit
    circuit.save(update_fields=list(values))
    append(circuit, actor, "circuit.changed", settings=settings_of(circuit))
    return circuit


@transaction.atomic
def remove(*, circuit_id: int, actor: Actor) -> str:
    """Deletes a circuit in which no tournament is, with its log; returns its name. Raises NotFound,
    NotAllowed, Refusal (has_tournaments)."""
    circuit = lock(circuit_id, actor)
    if circuit.entries.filter(status=IN).exists():
        raise Refusal.one(
            "circuit",
            "has_tournaments",
            _("Some tournaments still count for it. Take them out first."),
        )
    circuit.events.all().delete()
    circuit.delete()
    _tell_front_page()
    return circuit.name


# Who runs a circuit.


@transaction.atomic
def add_runner(*, circuit_id: int, username: str, actor: Actor) -> Circuit:
    """Lets an account run the circuit too. Raises NotFound, NotAllowed, Refusal (no_such_user,
    already_runner)."""
    circuit = lock(circuit_id, actor)
    users = get_user_model()._default_manager
    is_name = isinstance(username, str) and len(username) <= 150 and "\x00" not in username
    by_name = {get_user_model().USERNAME_FIELD: username.strip()} if is_name else {}
    user = users.filter(is_active=True, **by_name).first() if by_name else None
    if user is None:
        raise Refusal.one(
            "username",
            "no_such_user",
            _("Nobody has this name on this site. They register first, then you add them."),
        )
    if circuit.runners.filter(pk=user.pk).exists():
        raise Refusal.one("username", "already_runner", _("This person runs the circuit already."))
    circuit.runners.add(user.pk)
    append(circuit, actor, "runner.added", **_runner(circuit, user))
    return circuit


@transaction.atomic
def remove_runner(*, circuit_id: int, user_id: int, actor: Actor) -> Circuit:
    """Takes the right to run the circuit away; never from the last one who can sign in. Raises
    NotFound, NotAllowed, Refusal (not_runner, last_runner)."""
    circuit = lock(circuit_id, actor)
    user = circuit.runners.filter(pk=user_id).first()
    if user is None:
        raise Refusal.one("user", "not_runner", _("This person does not run the circuit."))
    if not circuit.runners.filter(is_active=True).exclude(pk=user_id).exists():
        raise Refusal.one(
            "user", "last_runner", _("Somebody has to run the circuit. Add another person first.")
        )
    circuit.runners.remove(user_id)
    append(circuit, actor, "runner.removed", **_runner(circuit, user))
    return circuit


@transaction.atomic
def leave_all(*, user: AbstractBaseUser, actor: Actor) -> None:
    """Takes an account that is going to be removed out of every circuit, and its name out of their
    logs. Raises Refusal (only_runner) with the names of circuits that nobody could run any more."""
    run = list(Circuit.objects.select_for_update().filter(runners=user.pk).order_by("pk"))
    others = Count("runners", filter=Q(runners__is_active=True) & ~Q(runners=user.pk))
    counted = Circuit.objects.filter(pk__in=[one.pk for one in run]).annotate(others=others)
    alone = [one.name for one in counted.order_by("pk") if not one.others]
    if alone:
        message = _("Nobody else runs %(names)s. Add somebody there, or remove it first.")
        raise Refusal.one("", "only_runner", message, names=", ".join(alone[:3]))
    for circuit in run:
        circuit.runners.remove(user.pk)
        append(circuit, actor, "runner.removed", role=OPERATOR, **_runner(circuit, user))
    erase_account(user.get_username(), actor)


# The tournaments of a circuit.


@transaction.atomic
def offer(*, circuit_id: int, tournament_id: int, actor: Actor) -> CircuitTournament:
    """An organizer offers a tournament. It is in at once where the same person runs the circuit.

    Raises NotFound, NotAllowed, Refusal (is_rehearsal, already_offered, too_many_tournaments).
    """
    circuit = locked(circuit_id)
    entry = entered(circuit, tournament_id=tournament_id, actor=actor)
    is_in = entry.status == IN
    append(
        circuit,
        actor,
        "tournament.taken_in" if is_in else "tournament.offered",
        role=RUNNER if is_in else ORGANIZER,
        tournament=tournament_ref(tournament_id),
    )
    return entry


def entered(circuit: Circuit, *, tournament_id: int, actor: Actor) -> CircuitTournament:
    """As `offer`, of a locked circuit, without its event."""
    tournament = tournament_of(tournament_id)
    rights.official(tournament=tournament, actor=actor)
    if tournament.is_rehearsal:
        raise Refusal.one(
            "tournament", "is_rehearsal", _("A rehearsal never counts. Choose a tournament.")
        )
    if circuit.entries.filter(tournament=tournament).exists():
        raise Refusal.one(
            "tournament",
            "already_offered",
            _("This tournament has been offered to this circuit already. Choose another one."),
        )
    if circuit.entries.count() >= MOST_TOURNAMENTS:
        raise Refusal.one(
            "tournament",
            "too_many_tournaments",
            _("A circuit holds %(most)s tournaments. Begin a new one."),
            most=MOST_TOURNAMENTS,
        )
    status = IN if runs(circuit, actor) else OFFERED
    return CircuitTournament.objects.create(circuit=circuit, tournament=tournament, status=status)


@transaction.atomic
def withdraw_offer(*, circuit_id: int, tournament_id: int, actor: Actor) -> None:
    """An organizer takes an offer back that was not taken yet. Raises NotFound, NotAllowed, Refusal
    (is_in)."""
    circuit = locked(circuit_id)
    tournament = tournament_of(tournament_id)
    rights.official(tournament=tournament, actor=actor)
    entry = _entry(circuit, tournament_id)
    if entry.status == IN:
        raise Refusal.one(
            "tournament",
            "is_in",
            _("The circuit has taken this tournament in. Those who run it can take it out."),
        )
    entry.delete()
    of = tournament_ref(tournament_id)
    append(circuit, actor, "tournament.offer_withdrawn", role=ORGANIZER, tournament=of)


@transaction.atomic
def take_in(*, circuit_id: int, tournament_id: int, actor: Actor) -> CircuitTournament:
    """Takes an offered tournament in: its places count from now on, earlier ones too. Raises
    NotFound, NotAllowed, Refusal (already_in)."""
    circuit = lock(circuit_id, actor)
    entry = _entry(circuit, tournament_id)
    if entry.status == IN:
        raise Refusal.one("tournament", "already_in", _("This tournament is in already."))
    entry.status = IN
    entry.save(update_fields=["status"])
    append(circuit, actor, "tournament.taken_in", tournament=tournament_ref(tournament_id))
    return entry


@transaction.atomic
def take_out(*, circuit_id: int, tournament_id: int, actor: Actor) -> CircuitTournament:
    """Takes a tournament out: it stays offered, and can be admitted again. Raises NotFound,
    NotAllowed, Refusal (not_in)."""
    circuit = lock(circuit_id, actor)
    entry = _entry(circuit, tournament_id)
    if entry.status != IN:
        raise Refusal.one("tournament", "not_in", _("This tournament is not in the circuit."))
    entry.status = OFFERED
    entry.save(update_fields=["status"])
    append(circuit, actor, "tournament.taken_out", tournament=tournament_ref(tournament_id))
    return entry


@transaction.atomic
def lose(*, tournament_id: int, actor: Actor) -> None:
    """Says in the logs of its circuits that a tournament is going to be removed here."""
    of_it = (
        Q(entries__tournament=tournament_id)
        | Q(merges__merged__pair__tournament=tournament_id)
        | Q(differences__entries__pair__tournament=tournament_id)
    )
    ids = Circuit.objects.filter(of_it).order_by().values_list("pk", flat=True)
    for circuit in Circuit.objects.select_for_update().filter(pk__in=set(ids)).order_by("pk"):
        of = tournament_ref(tournament_id)
        append(circuit, actor, "tournament.removed", role=OPERATOR, tournament=of)


# Checks and rows.


def _checked(
    *,
    name: object,
    carried_by: object,
    same_names: object,
    points: object,
    taking_part: object,
    best_of: object,
) -> dict[str, Any]:
    problems: list[Problem] = []
    clean_name, fault = texts.clean(name, field="name", longest=120, required=True)
    problems += [wording.problem(fault)] if fault else []
    if carried_by not in Circuit.CarriedBy.values:
        message = _("Say what carries the points: the pair, or each player.")
        problems.append(Problem("carried_by", "bad_choice", message))
    if same_names not in Circuit.SameNames.values:
        message = _("Say when equal names are one person: always, in one club, or when you say so.")
        problems.append(Problem("same_names", "bad_choice", message))
    is_table = isinstance(points, str) and len(points) <= LONGEST_TABLE
    bands, faults = read_bands(str(points)) if is_table else ((), (LineFault(1, "bad_line"),))
    problems += [_problem_of(fault) for fault in faults]
    if problems:
        raise Refusal(problems)
    table = PointsTable(
        bands, rights.whole_number(taking_part, field="taking_part", least=0, most=MOST_POINTS)
    )
    if best_of is not None:
        rights.whole_number(best_of, field="best_of", least=1, most=MOST_BEST_OF)
    return {
        "name": clean_name,
        "carried_by": carried_by,
        "same_names": same_names,
        "points": table.to_json(),
        "best_of": best_of,
    }


LINE_FAULTS: dict[str, StrOrPromise] = {
    "bad_line": _("Line %(line)s: write a place or several, a colon and the points: 5-8: 20."),
    "bad_places": _(
        "Line %(line)s: the places run from a lower to a higher one, from 1 to %(last)s."
    ),
    "too_many_points": _("Line %(line)s: write at most %(most)s points."),
    "place_twice": _("Line %(line)s: place %(place)s is on an earlier line. Take one of them out."),
    "too_many_lines": _("Write at most %(lines)s lines. Join places that are worth the same: 5-8."),
}


def _problem_of(fault: LineFault) -> Problem:
    return Problem(
        f"points[{fault.line}]",
        fault.code,
        lazy_text(
            LINE_FAULTS[fault.code],
            line=fault.line, place=fault.place, last=LAST_PLACE, most=MOST_POINTS, lines=MOST_LINES,
        ),
    )  # fmt: skip


def _runner(circuit: Circuit, user: AbstractBaseUser) -> dict[str, Any]:
    """Who was added or removed, and how many run the circuit now."""
    return {"runner": {"account": user.get_username()}, "runners": circuit.runners.count()}


def _entry(circuit: Circuit, tournament_id: int) -> CircuitTournament:
    entry = circuit.entries.filter(tournament=tournament_id).first()
    if entry is None:
        raise no_such_tournament()
    return entry


def _tell_front_page() -> None:
    """The front page, the same for everybody, leads to circuits while there are any: it is made
    anew after the commit. No tournament can have the name with which this is told."""
    transaction.on_commit(partial(notify.publish, slug="circuits/", number=0), robust=True)
