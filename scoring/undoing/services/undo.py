"""Undoes an act at the desk: every row that it changed is again as it was before."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.explain.models import Chances
from scoring.statements.models import PairLink
from scoring.undoing.queries import (
    COUNTERS,
    Row,
    clashes,
    columns_of,
    events_of,
    has_reason,
    is_undoable,
    later_acts,
    memory_of,
    rows_of,
    rows_referring,
    tables_put_back,
)
from scoring.undoing.services.event_data import states_in
from tournament.championship.models import Tournament
from tournament.championship.services.telling import OF_THE_DAY, tell_entrants
from tournament.draw import services as draw
from tournament.errors import Conflict, Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules.kinds import step_of
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Cascade, Match
from tournament.matches.services import bracket
from tournament.memory.models import ActMemory
from tournament.memory.services import ActRecorder, desk_act
from tournament.notices.models import Notice, Watch
from tournament.seatings.models import SeatedRound
from tournament.signup.models import Payment

OF_THE_MACHINE = frozenset({Watch, Notice, PairLink, Chances, Payment})
"""Rows that go with the row they refer to: who follows a pair, what was sent to it, its link, its
fee."""


@transaction.atomic
def undo(
    *,
    tournament_id: int,
    event: int,
    actor: Actor,
    reason: str = "",
    together: Sequence[int] = (),
) -> Event:
    """Undoes the act that this event belongs to; returns the event of the undo.

    `together`: the last events of the later acts that are undone with it, the newest first, each
    with an event of its own. An undo is an act as well: undone, the first act stands again.

    Raises NotFound (no_such_act), NotAllowed, Conflict (already_undone, changed_since,
    played_since), Refusal (own_way_back, reason_required), and what the bracket or, for a draw,
    `draw.undo` refuses.
    """
    memory = memory_of(lock(tournament_id=tournament_id, official=actor).pk, event)
    if step_of(memory.kind) == "draw" and memory.undone_by is None:
        return _undo_draw(memory, actor, reason)
    _must_stand(memory)
    why = rights.given_reason(reason, required=has_reason(memory))
    later = sorted(later_acts(memory), reverse=True)
    if not {*later} <= {*together}:
        raise _changed_since(memory, later)
    for number in (*later, memory.last):
        with desk_act(apart=True) as recorder:
            tournament = lock(tournament_id=tournament_id)
            done = _undo_one(tournament, memory_of(tournament_id, number), recorder, actor, why)
    return done


def _undo_one(
    tournament: Tournament, memory: ActMemory, recorder: ActRecorder, actor: Actor, why: str
) -> Event:
    _must_stand(memory)
    undone = list(events_of(memory).order_by("number"))
    kinds = [kind for event in undone for kind in event.data.get("kinds", [event.kind])]
    rights.must_reach(tournament=tournament, actor=actor, kinds=set(kinds))
    if in_the_way := clashes(memory):
        raise _changed_since(memory, sorted({n for clash in in_the_way for n in clash.later}))
    _put_back(memory)
    tournament.refresh_from_db()
    bracket.update(tournament=tournament)  # what others did since may have other results now
    first = undone[0]
    about = {name: first.data[name] for name in ("match", "pair") if name in first.data}
    event = events.append(
        tournament,
        actor,
        "act.undone",
        {
            "of": [memory.first, memory.last],
            "kinds": kinds,
            **_whether_redone(first),
            "about": about,
            "reason": why,
            **states_in(tournament, recorder.changes()),
        },
    )
    if OF_THE_DAY & event.data.get("day", {}).keys():
        tell_entrants(tournament=tournament, event=event)
    recorder.undoes.append(memory.last)
    _mark(memory, undone_by=event.number)
    # What the undone act had undone itself stands again.
    for again in ActMemory.objects.filter(tournament=tournament, last__in=memory.undoes):
        _mark(again, undone_by=None)
    return event


def _whether_redone(undone: Event) -> dict[str, Any]:
    """Data of an event that undoes this one: `again` where the act stands again by it."""
    is_redo = step_of(undone.kind) == "undo" and not undone.data.get("again")
    return {"again": True} if is_redo else {}


def _undo_draw(memory: ActMemory, actor: Actor, reason: str) -> Event:
    """Undoes a draw as a whole, by its own service: everybody has seen its seed."""
    draw.undo(tournament_id=memory.tournament_id, reason=reason, actor=actor)
    return Event.objects.filter(tournament=memory.tournament_id).order_by("-number")[0]


def _mark(memory: ActMemory, *, undone_by: int | None) -> None:
    memory.undone_by = undone_by
    memory.save(update_fields=["undone_by"])
    events_of(memory).update(undone_by=undone_by)


def _must_stand(memory: ActMemory) -> None:
    if memory.undone_by is not None:
        raise Conflict.over(
            "event", "already_undone", _("This has been undone already. Look at the desk again."),
            current={"undone_by": memory.undone_by},
        )  # fmt: skip
    if not is_undoable(memory):
        raise Refusal.one(
            "event",
            "own_way_back",
            _("Hands, a draw or a link changed with this. Take it back at its own page."),
        )


def _changed_since(memory: ActMemory, later: Sequence[int]) -> Conflict:
    acts = ActMemory.objects.filter(tournament=memory.tournament_id, last__in=later)
    current = {"later": [{"event": one.last, "kind": one.kind} for one in acts.order_by("-last")]}
    if later:
        return Conflict.over(
            "event",
            "changed_since",
            _("This has been changed again since. Undo the later acts first, or all together."),
            current=current,
        )
    return Conflict.over(
        "event",
        "played_since",
        _("It has been played on at the table since. Correct it at the match."),
        current=current,
    )


def _put_back(memory: ActMemory) -> None:
    """Puts every row back as it was, but what others have changed of it since.

    What the act inserted goes first, as it may hold a slot; references are checked at the commit.
    """
    rows = list(rows_of(memory))
    for model, pk, before, _after in reversed(rows):  # a row goes before what it refers to
        if before is None and model is Cascade:  # the log tells of it: it stays, as an undone one
            model.objects.filter(pk=pk).update(undone_at=timezone.now())
        elif before is None:
            _delete(model, pk, memory)
    updates = [
        (model, pk, _columns_to_put_back(model, pk, before, after))
        for model, pk, before, after in rows
        if before is not None and after is not None
    ]
    for model, pk, columns in sorted(updates, key=_takes_a_place):
        if columns:
            model._default_manager.filter(pk=pk).update(**columns)
    for model, _pk, before, after in rows:
        if before is not None and after is None:
            model(**columns_of(model, before)).save(force_insert=True)


def _delete(model: Any, pk: int, memory: ActMemory) -> None:
    """Deletes a row that the act inserted. Raises Conflict when something came to it since."""
    for other, rows in rows_referring(model, [pk], memory):
        if other not in OF_THE_MACHINE:
            raise _changed_since(memory, ())
        rows.delete()
    # Without Django's cascade: the rows that refer to it are those of this act, and go as well.
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE id = %s", [pk])  # noqa: S608


def _columns_to_put_back(model: Any, pk: int, remembered: Row, left: Row) -> Row:
    before, after = columns_of(model, remembered), columns_of(model, left)
    current = model._base_manager.filter(pk=pk).values().get()
    columns = {
        name: before[name]
        for name in before
        if current[name] == after[name] and name not in COUNTERS
    }
    if model is SeatedRound and "tables" in before:
        columns["tables"] = tables_put_back(current, before, after)
    if model is not Match:
        return columns
    columns["version"] = current["version"] + 1
    will = {**current, **columns}
    if will["status"] == "playing" and will["table_id"] is not None:
        there = Match.objects.filter(table=will["table_id"], status="playing").exclude(pk=pk)
        if there.exists():  # somebody else plays there now: the match goes on without a table
            columns["table_id"] = None
    if will["status"] == "ready" and None in (will["pair_a_id"], will["pair_b_id"]):
        columns["status"] = "waiting"
    return columns


def _takes_a_place(update: tuple[Any, int, Row]) -> tuple[bool, bool]:
    """Sorts a row that leaves a slot or a table before the one that takes it."""
    _model, _pk, columns = update
    return columns.get("kind", "set_aside") != "set_aside", columns.get("status") == "playing"
