"""Circuits: made and changed, their tournaments, the same people, and who qualifies.

Every act is one transaction under the lock of the circuit and is kept as a `CircuitAct`. Each has
its way back: docs/seasons.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from secrets import token_hex
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from season.models import Circuit, CircuitAct, CircuitTournament, Merge, MergedEntry
from season.queries.circuits import IN, OFFERED, get_public, no_such_circuit, not_a_runner
from season.queries.divisions import NextSeason
from season.queries.divisions import next_season as shown_season
from season.queries.ranking import Qualifiers, appearances, qualifiers
from season.rules.points import (
    LAST_PLACE,
    MOST_LINES,
    MOST_POINTS,
    USUAL,
    LineFault,
    PointsTable,
    read_bands,
)
from tournament import limits, notify, wording
from tournament.championship.models import Tournament
from tournament.entries.services.pairs import lock_for_entry
from tournament.errors import (
    Conflict,
    Problem,
    Refusal,
    StrOrPromise,
    no_such_tournament,
    said,
)
from tournament.limits import Limit
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.events import ERASED
from tournament.log.rules.roles import Actor
from tournament.signup.services.desk import enter_list

LONGEST_SLUG = 60
LONGEST_TABLE = 4_000
MOST_BEST_OF = 200
MOST_TOURNAMENTS = 200
MOST_MERGES = 500
MOST_DIVISIONS = 6
MOST_MOVES = 8
PER_HOUR = Limit("circuits", 20, 3600)


@transaction.atomic
def create(
    *,
    actor: Actor,
    owner: AbstractBaseUser,
    name: str,
    carried_by: str = "pair",
    points: str = USUAL.to_text(),
    taking_part: int = USUAL.taking_part,
    best_of: int | None = None,
) -> Circuit:
    """A new circuit without tournaments; `owner` runs it. `points`: a line for each place or range
    of places, such as `5-8: 20`. Raises Refusal with every problem found, TooOften."""
    values = _checked(
        name=name, carried_by=carried_by, points=points, taking_part=taking_part, best_of=best_of
    )
    limits.spend(PER_HOUR, owner.pk)
    circuit = _store(values)
    circuit.runners.add(owner.pk)
    _keep(circuit, actor, "created")
    _tell_front_page()
    return circuit


@transaction.atomic
def change(
    *,
    circuit_id: int,
    actor: Actor,
    name: str,
    carried_by: str,
    points: str,
    taking_part: int,
    best_of: int | None,
) -> Circuit:
    """Changes the settings; the ranking follows at once. Raises NotFound, NotAllowed, Refusal with
    every problem found."""
    circuit = _lock(circuit_id, actor)
    values = _checked(
        name=name, carried_by=carried_by, points=points, taking_part=taking_part, best_of=best_of
    )
    for field, value in values.items():
        setattr(circuit, field, value)
    circuit.save(update_fields=list(values))
    _keep(circuit, actor, "changed")
    return circuit


@transaction.atomic
def remove(*, circuit_id: int, actor: Actor) -> str:
    """Deletes a circuit in which no tournament is; returns its name. Raises NotFound, NotAllowed,
    Refusal (has_tournaments)."""
    circuit = _lock(circuit_id, actor)
    if circuit.entries.filter(status=IN).exists():
        raise Refusal.one(
            "circuit",
            "has_tournaments",
            _("Some tournaments still count for it. Take them out first."),
        )
    circuit.delete()
    _tell_front_page()
    return circuit.name


# Who runs a circuit.


@transaction.atomic
def add_runner(*, circuit_id: int, username: str, actor: Actor) -> Circuit:
    """Lets an account run the circuit too. Raises NotFound, NotAllowed, Refusal (no_such_user,
    already_runner)."""
    circuit = _lock(circuit_id, actor)
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
    _keep(circuit, actor, "runner_added", username=user.get_username())
    return circuit


@transaction.atomic
def remove_runner(*, circuit_id: int, user_id: int, actor: Actor) -> Circuit:
    """Takes the right to run the circuit away; never from the last one who can sign in. Raises
    NotFound, NotAllowed, Refusal (not_runner, last_runner)."""
    circuit = _lock(circuit_id, actor)
    user = circuit.runners.filter(pk=user_id).first()
    if user is None:
        raise Refusal.one("user", "not_runner", _("This person does not run the circuit."))
    if not circuit.runners.filter(is_active=True).exclude(pk=user_id).exists():
        raise Refusal.one(
            "user", "last_runner", _("Somebody has to run the circuit. Add another person first.")
        )
    circuit.runners.remove(user_id)
    _keep(circuit, actor, "runner_removed", username=user.get_username())
    return circuit


@transaction.atomic
def leave_all(*, user: AbstractBaseUser, actor: Actor) -> None:
    """Takes an account that is going to be removed out of every circuit. Raises Refusal
    (only_runner) with the names of circuits that nobody could run any more."""
    run = list(Circuit.objects.select_for_update().filter(runners=user.pk).order_by("pk"))
    others = Count("runners", filter=Q(runners__is_active=True) & ~Q(runners=user.pk))
    counted = Circuit.objects.filter(pk__in=[one.pk for one in run]).annotate(others=others)
    alone = [one.name for one in counted.order_by("pk") if not one.others]
    if alone:
        message = _("Nobody else runs %(names)s. Add somebody there, or remove it first.")
        raise Refusal.one("", "only_runner", said(message, names=", ".join(alone[:3])))
    for circuit in run:
        circuit.runners.remove(user.pk)
        _keep(circuit, actor, "runner_removed", username=user.get_username())


# The tournaments of a circuit.


@transaction.atomic
def offer(*, circuit_id: int, tournament_id: int, actor: Actor) -> CircuitTournament:
    """An organizer offers a tournament. It is in at once where the same person runs the circuit.

    Raises NotFound, NotAllowed, Refusal (is_rehearsal, already_offered, too_many_tournaments).
    """
    circuit = _locked(circuit_id)
    tournament = _tournament(tournament_id)
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
            said(
                _("A circuit holds %(most)s tournaments. Begin a new one."), most=MOST_TOURNAMENTS
            ),
        )
    is_in = _runs(circuit, actor)
    entry = CircuitTournament.objects.create(
        circuit=circuit, tournament=tournament, status=IN if is_in else OFFERED
    )
    kind = "tournament_taken_in" if is_in else "tournament_offered"
    _keep(circuit, actor, kind, tournament=tournament.pk)
    return entry


@transaction.atomic
def withdraw_offer(*, circuit_id: int, tournament_id: int, actor: Actor) -> None:
    """An organizer takes an offer back that was not taken yet. Raises NotFound, NotAllowed, Refusal
    (is_in)."""
    circuit = _locked(circuit_id)
    tournament = _tournament(tournament_id)
    rights.official(tournament=tournament, actor=actor)
    entry = _entry(circuit, tournament_id)
    if entry.status == IN:
        raise Refusal.one(
            "tournament",
            "is_in",
            _("The circuit has taken this tournament in. Those who run it can take it out."),
        )
    entry.delete()
    _keep(circuit, actor, "offer_withdrawn", tournament=tournament_id)


@transaction.atomic
def take_in(*, circuit_id: int, tournament_id: int, actor: Actor) -> CircuitTournament:
    """Takes an offered tournament in: its places count from now on, earlier ones too. Raises
    NotFound, NotAllowed, Refusal (already_in)."""
    circuit = _lock(circuit_id, actor)
    entry = _entry(circuit, tournament_id)
    if entry.status == IN:
        raise Refusal.one("tournament", "already_in", _("This tournament is in already."))
    entry.status = IN
    entry.save(update_fields=["status"])
    _keep(circuit, actor, "tournament_taken_in", tournament=tournament_id)
    return entry


@transaction.atomic
def take_out(*, circuit_id: int, tournament_id: int, actor: Actor) -> CircuitTournament:
    """Takes a tournament out: it stays offered, and can be taken in again. Raises NotFound,
    NotAllowed, Refusal (not_in)."""
    circuit = _lock(circuit_id, actor)
    entry = _entry(circuit, tournament_id)
    if entry.status != IN:
        raise Refusal.one("tournament", "not_in", _("This tournament is not in the circuit."))
    entry.status = OFFERED
    entry.save(update_fields=["status"])
    _keep(circuit, actor, "tournament_taken_out", tournament=tournament_id)
    return entry


# The same people under different names.


@transaction.atomic
def merge(*, circuit_id: int, one: str, other: str, actor: Actor) -> Merge:
    """Two people of the ranking are the same from now on. `one` and `other`: their keys.

    Raises NotFound, NotAllowed, Refusal (same_person, both_played, nameless, too_many_merges).
    """
    circuit = _lock(circuit_id, actor)
    view = get_public(slug=circuit.slug)
    first, second = (appearances(circuit=view, key=key) for key in (one, other))
    if not first or not second:
        raise Refusal.one("other", "nameless", _("A name was erased. Choose somebody with a name."))
    if first.keys() & second.keys():
        raise Refusal.one(
            "other", "same_person", _("These are the same already. Choose another one.")
        )
    both = set(first.values()) & set(second.values())
    if both:
        names = Tournament.objects.filter(pk__in=both).order_by("pk").values_list("name", flat=True)
        raise Refusal.one(
            "other",
            "both_played",
            said(
                _("Both played in %(name)s, so they are different. Choose another one."),
                name=names[0],
            ),
        )
    if circuit.merges.count() >= MOST_MERGES:
        raise Refusal.one(
            "other", "too_many_merges", _("There are too many of these. Split one first.")
        )
    made = Merge.objects.create(circuit=circuit, at=timezone.now())
    people = [min(first), min(second)]
    MergedEntry.objects.bulk_create(
        MergedEntry(merge=made, pair_id=pair, seat=seat) for pair, seat in people
    )
    _keep(circuit, actor, "people_merged", people=people)
    return made


@transaction.atomic
def split(*, circuit_id: int, merge_id: int, actor: Actor) -> None:
    """Takes a merge back: these are different people again. Raises NotFound, NotAllowed, Refusal
    (no_such_merge)."""
    circuit = _lock(circuit_id, actor)
    found = circuit.merges.filter(pk=merge_id).first()
    if found is None:
        raise Refusal.one("merge", "no_such_merge", _("These have been split already."))
    people = list(found.merged.order_by("id").values_list("pair_id", "seat"))
    found.delete()
    _keep(circuit, actor, "people_split", people=people)


@transaction.atomic
def forget_erased() -> int:
    """Deletes merges of which a name was erased or a pair removed; returns how many. The queries
    pass such a merge over before that."""
    first = Q(merged__seat__in=[0, 1], merged__pair__player_1=ERASED)
    second = Q(merged__seat__in=[0, 2], merged__pair__player_2=ERASED)
    counted = Merge.objects.annotate(entries=Count("merged"))
    alone = counted.filter(entries__lt=2).order_by().values_list("pk", flat=True)
    named = Merge.objects.filter(first | second).order_by().values_list("pk", flat=True)
    gone = {*alone, *named}
    Merge.objects.filter(pk__in=gone).delete()
    return len(gone)


# Who qualifies.


@transaction.atomic
def qualify(
    *, circuit_id: int, tournament_id: int, first: int, seen: str, actor: Actor
) -> Qualifiers:
    """Enters the first of the ranking in a tournament that the same person organizes; pairs that
    are in it already are left as they are. `seen`: the keys of those who were shown.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (of_players, nobody_enters,
    already_drawn, and the faults of entry lists).
    """
    circuit = _lock(circuit_id, actor)
    tournament = _tournament(tournament_id)
    rights.official(tournament=tournament, actor=actor)
    rights.whole_number(first, field="first", least=1, most=LAST_PLACE)
    if circuit.carried_by != Circuit.CarriedBy.PAIR:
        raise Refusal.one(
            "circuit",
            "of_players",
            _("In this circuit single players qualify. Enter their pairs by hand."),
        )
    view = get_public(slug=circuit.slug)
    found = qualifiers(circuit=view, first=first, tournament_id=tournament_id)
    if found.keys != seen:
        raise Conflict.over(
            "first",
            "changed_meanwhile",
            _("The ranking has changed meanwhile. Look at the list again, then enter it."),
            current={"seen": found.keys},
        )
    if not found.entering:
        raise Refusal.one(
            "first",
            "nobody_enters",
            _("All of these are entered there already. Choose more places."),
        )
    entered = enter_list(tournament_id=tournament_id, text=found.text, actor=actor, only_good=True)
    _keep(circuit, actor, "qualified", tournament=tournament_id, pairs=len(entered.pairs))
    return found


# The next season of a league.


@transaction.atomic
def next_season(
    *, last: Sequence[int], coming: Sequence[int], moves: int, seen: str, actor: Actor
) -> NextSeason:
    """Enters the pairs of a league's divisions in the tournaments of its next season, with `moves`
    up and as many down between neighbours; the actor organizes all of them. `last` and `coming`:
    the best division first; `seen`: the `keys` of what was shown. Pairs that are in already are
    left as they are.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (no_divisions, twice,
    not_finished, out_of_range, already_drawn, nobody_enters).
    """
    if not last or len(last) != len(coming) or len(last) > MOST_DIVISIONS:
        raise Refusal.one(
            "last", "no_divisions", _("Choose for each division its last and its next tournament.")
        )
    if len({*last, *coming}) < len(last) + len(coming):
        raise Refusal.one("coming", "twice", _("Choose each tournament once."))
    rights.whole_number(moves, field="moves", least=0, most=MOST_MOVES)
    for tournament_id in sorted(coming):
        lock_for_entry(tournament_id=tournament_id, actor=actor)
    for tournament_id in last:
        tournament = _tournament(tournament_id)
        rights.official(tournament=tournament, actor=actor)
        if tournament.status != Tournament.Status.FINISHED:
            raise Refusal.one(
                "last",
                "not_finished",
                said(_("%(name)s is not finished yet."), name=tournament.name),
            )
    found = shown_season(last=last, coming=coming, moves=moves)
    if found.keys != seen:
        raise Conflict.over(
            "last",
            "changed_meanwhile",
            _("The tables have changed meanwhile. Look at the lists again, then enter them."),
            current={"seen": found.keys},
        )
    for division in found.divisions:
        faulty = {problem.field.partition(".")[0] for problem in division.problems}
        if len(faulty) < len(division.entrants):
            enter_list(
                tournament_id=division.tournament_id, text=division.text, actor=actor,
                only_good=True,
            )  # fmt: skip
    return found


# Checks and rows.


def _checked(
    *, name: object, carried_by: object, points: object, taking_part: object, best_of: object
) -> dict[str, Any]:
    problems: list[Problem] = []
    clean_name, fault = texts.clean(name, field="name", longest=120, required=True)
    problems += [wording.problem(fault)] if fault else []
    if carried_by not in Circuit.CarriedBy.values:
        message = _("Say what carries the points: the pair, or each player.")
        problems.append(Problem("carried_by", "bad_choice", message))
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
        said(
            LINE_FAULTS[fault.code],
            line=fault.line, place=fault.place, last=LAST_PLACE, most=MOST_POINTS, lines=MOST_LINES,
        ),
    )  # fmt: skip


def _lock(circuit_id: int, actor: Actor) -> Circuit:
    """The circuit, locked, for somebody who runs it. Raises NotFound, NotAllowed."""
    circuit = _locked(circuit_id)
    if not _runs(circuit, actor):
        raise not_a_runner()
    return circuit


def _locked(circuit_id: int) -> Circuit:
    circuit = Circuit.objects.select_for_update().filter(pk=circuit_id).first()
    if circuit is None:
        raise no_such_circuit()
    return circuit


def _runs(circuit: Circuit, actor: Actor) -> bool:
    if actor.kind == "program":
        return True
    if actor.kind != "user" or actor.id is None:
        return False
    if circuit.runners.filter(pk=actor.id, is_active=True).exists():
        return True
    users = get_user_model()._default_manager
    return users.filter(pk=actor.id, is_active=True, is_superuser=True).exists()


def _tournament(tournament_id: int) -> Tournament:
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is None:
        raise no_such_tournament()
    return found


def _entry(circuit: Circuit, tournament_id: int) -> CircuitTournament:
    found = circuit.entries.filter(tournament=tournament_id).first()
    if found is None:
        raise no_such_tournament()
    return found


def _tell_front_page() -> None:
    """The front page, the same for everybody, leads to circuits while there are any: it is made
    anew after the commit. No tournament can have the name with which this is told."""
    transaction.on_commit(partial(notify.publish, slug="circuits/", number=0), robust=True)


def _keep(circuit: Circuit, actor: Actor, kind: str, **data: object) -> None:
    CircuitAct.objects.create(
        circuit=circuit, at=timezone.now(), actor_label=actor.label[:120], kind=kind, data=data
    )


def _store(values: dict[str, Any]) -> Circuit:
    """Stores the circuit under a free slug, even if another one of that name is being stored."""
    for attempt in range(3):
        slug = _free_slug(values["name"])
        slug = slug if attempt == 0 else f"{slug}-{token_hex(3)}"
        try:
            with transaction.atomic():
                return Circuit.objects.create(slug=slug, **values)
        except IntegrityError:
            if not Circuit.objects.filter(slug=slug).exists():
                raise
    raise Refusal.one("name", "name_taken", _("This name is taken. Choose another one."))


def _free_slug(name: str) -> str:
    base = slugify(name)[:LONGEST_SLUG].strip("-") or "circuit"
    taken = set(Circuit.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    numbers = (re.fullmatch(rf"{re.escape(base)}-(\d{{1,6}})", slug) for slug in taken)
    return f"{base}-{max((int(found[1]) for found in numbers if found), default=1) + 1}"
