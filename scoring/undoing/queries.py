"""Which acts at the desk can be undone, and what has touched the same rows since."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import DateField, DateTimeField, Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.course.models import Game, Hand
from scoring.proof.queries.tables import FROM_THE_LOG
from scoring.rulings.models import ONE_OPEN_A_HAND, AppealWindow, Ruling, TribunalCase
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import NotFound
from tournament.log.models import Event
from tournament.log.queries.log import EventView, view_of
from tournament.log.rules.kinds import BY_NAME, doing, step_of
from tournament.matches.models import Cascade, Match
from tournament.memory.models import ActMemory
from tournament.seatings.models import SeatedRound
from tournament.signup.models import Payment
from tournament.tables.models import Device, Table

Row = dict[str, Any]

UNDOABLE: frozenset[type[Model]] = frozenset({
    Tournament, Pair, Match, Game, Ruling, TribunalCase, Cascade, Table, Device, AppealWindow,
    Payment,
    *(table.model for table in FROM_THE_LOG),
})  # fmt: skip
"""The models whose rows are put back: those whose state the event of an undo can tell, and the fees
that are nobody else's. Versions of hands are not among them: a tablet that holds one must never see
it come back with other content."""

FINAL = frozenset(name for name, kind in BY_NAME.items() if kind.is_final)
"""Kinds of acts that are not undone by their memory: a draw has a seed that everybody has seen and
is undone as a whole, a revoked tablet must join again, what was erased is gone."""

COUNTERS = frozenset({"version"})
"""Columns that only ever grow: whoever saw the row before must not take it for the same."""
FOLLOWING = frozenset({"pair_a_id", "pair_b_id", "status", "winner", "ended_by", "best_of"})
"""Columns of a match that has not begun which follow from other matches."""
BEGUN = ("playing", "finished")
PAIRS = ("pair_a_id", "pair_b_id")
PLACE = ("kind", "status", *PAIRS)


@dataclass(frozen=True, slots=True)
class Clash:
    """A row that is no longer as the act left it. `later`: the last events of the later acts that
    touched it; empty when it was played on at a table."""

    model: type[Model]
    pk: int
    later: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UndoableAct:
    """An act that can be undone: its events, and the one that stands for it in lists."""

    first: int
    last: int
    shown: int
    undone_by: int | None


@dataclass(frozen=True, slots=True)
class UndoView:
    """An act that may be undone, and the later ones that must be undone with it, latest first.
    `together`: their last events. `needs_reason`: the act itself had one."""

    act: EventView
    last: int
    later: tuple[EventView, ...]
    together: tuple[int, ...]
    needs_reason: bool


def undoable_acts(*, tournament_id: int, since: int) -> Mapping[int, UndoableAct]:
    """Event → its act, for the acts from event `since` on that can be undone. One query."""
    acts: dict[int, UndoableAct] = {}
    for memory in ActMemory.objects.filter(tournament=tournament_id, last__gte=since):
        if is_offered(memory):
            act = UndoableAct(memory.first, memory.last, memory.shown, memory.undone_by)
            acts |= dict.fromkeys(range(memory.first, memory.last + 1), act)
    return acts


def undo_view(*, tournament_id: int, event: int) -> UndoView:
    """The act of this event, and what would have to be undone with it. Raises NotFound."""
    memory = memory_of(tournament_id, event)
    later = later_acts(memory)
    memories = ActMemory.objects.filter(tournament=tournament_id, last__in=later)
    shown = Event.objects.filter(tournament=tournament_id, number__in=memories.values("shown"))
    return UndoView(
        act=view_of(Event.objects.get(tournament=tournament_id, number=memory.shown)),
        last=memory.last,
        later=tuple(map(view_of, shown.order_by("-number"))),
        together=tuple(sorted(later, reverse=True)),
        needs_reason=has_reason(memory),
    )


def undo_of_ruling(*, tournament_id: int, ruling_id: int) -> int | None:
    """The last event of the act that decided a ruling; None where its memory cannot undo it."""
    by_question = Q(kind__in=doing("rule"), sealed__question=ruling_id)
    withdrawn = Q(kind__in=doing("withdraw_appeal"), sealed__appeal=ruling_id)
    made = Event.standing.filter(by_question | withdrawn, tournament=tournament_id)
    number = made.order_by("-number").values_list("number", flat=True).first()
    if number is None:
        return None
    memory = ActMemory.objects.filter(
        tournament=tournament_id, first__lte=number, last__gte=number
    ).first()
    return memory.last if memory is not None and is_undoable(memory) else None


def model_of(table: str) -> Any:
    """The model of a table of the database."""
    for app in ("tournament", "scoring"):
        for model in apps.get_app_config(app).get_models():
            if model._meta.db_table == table:
                return model
    raise LookupError(table)


def memory_of(tournament_id: int, event: int) -> ActMemory:
    """The memory of the act that this event belongs to. Raises NotFound (no_such_act)."""
    of_tournament = ActMemory.objects.filter(tournament=tournament_id)
    memory = of_tournament.filter(first__lte=event, last__gte=event).first()
    if memory is None:
        raise NotFound.one(
            "event", "no_such_act", _("There is nothing to undo here. Choose an act of the desk.")
        )
    return memory


def events_of(memory: ActMemory) -> QuerySet[Event]:
    """The events of the act."""
    of_tournament = Event.objects.filter(tournament=memory.tournament_id)
    return of_tournament.filter(number__gte=memory.first, number__lte=memory.last)


def has_reason(memory: ActMemory) -> bool:
    """Whether the act was done with a reason: its undo needs one, too."""
    return any(event.data.get("reason") for event in events_of(memory))


def is_undoable(memory: ActMemory) -> bool:
    """Whether the memory of the act is enough to undo it."""
    models = {model_of(table) for table in memory.rows}
    return models <= UNDOABLE and memory.kind not in FINAL


def is_offered(memory: ActMemory) -> bool:
    """Whether the desk offers to undo the act."""
    return is_undoable(memory) or step_of(memory.kind) == "draw"


def rows_of(memory: ActMemory) -> Iterator[tuple[Any, int, Row | None, Row | None]]:
    """Each row that the act changed, in the order in which it first wrote to the tables: model,
    primary key, columns before and after."""
    for table, rows in memory.rows.items():
        model = model_of(table)
        for pk, (before, after) in rows.items():
            yield model, int(pk), before, after


def columns_of(model: Any, row: Row) -> Row:
    """The remembered columns of a row, with the values that the row holds."""
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    return {name: _value(by_name[name], value) for name, value in row.items()}


def _value(field: Any, value: Any) -> Any:
    is_time = isinstance(field, DateTimeField | DateField)
    return field.to_python(value) if is_time else value


def later_acts(memory: ActMemory) -> set[int]:
    """The last events of the later acts that must be undone before this one."""
    found: set[int] = set()
    waiting = [memory]
    for one in waiting:  # it grows meanwhile
        later = {number for clash in clashes(one) for number in clash.later} - found
        waiting += ActMemory.objects.filter(tournament=memory.tournament_id, last__in=later)
        found |= later
    return found


def clashes(memory: ActMemory) -> list[Clash]:
    """The rows that are no longer as the act left them, and those that came to rows of it."""
    since = _acts_since(memory)
    ended_at = Event.objects.get(tournament=memory.tournament_id, number=memory.last).at
    found: list[Clash] = []

    def add(model: Any, pk: int) -> None:
        touching = (one for one in since if str(pk) in one.rows.get(model._meta.db_table, {}))
        found.append(Clash(model, pk, tuple(one.last for one in touching)))

    for table, rows in memory.rows.items():
        model = model_of(table)
        current = {row["id"]: row for row in model._base_manager.filter(pk__in=rows).values()}
        for key, (before, after) in rows.items():
            pk = int(key)
            if model is Tournament and SeatedRound._meta.db_table in memory.rows:
                continue  # of a day of individuals: who has won, which follows from its tables
            if not _is_as_left(model, current.get(pk), before, after) or _is_played_on(
                model, pk, before, after, ended_at
            ):
                add(model, pk)
        inserted = [int(key) for key, (before, _after) in rows.items() if before is None]
        for other_model, others in rows_referring(model, inserted, memory):
            if other_model in UNDOABLE - {Payment}:
                for other in others.values_list("pk", flat=True):
                    add(other_model, other)
    found += (Clash(Pair, pk, (number,)) for pk, number in _departures(memory, since))
    found += _asked_since(memory, since)
    return [*found, *_drawn_since(memory, since), *_seated_since(memory, since)]


def rows_referring(
    model: Any, pks: list[int], memory: ActMemory
) -> Iterator[tuple[Any, QuerySet[Any]]]:
    """The rows that refer to rows that the act inserted, and that it did not write itself."""
    if not pks or model is Cascade:
        return
    for relation in model._meta.get_fields(include_hidden=True):
        is_reverse = relation.auto_created and not relation.concrete
        if not (is_reverse and (relation.one_to_many or relation.one_to_one)):
            continue
        other = relation.related_model
        own = [int(key) for key in memory.rows.get(other._meta.db_table, {})]
        rows = other._base_manager.filter(**{f"{relation.field.attname}__in": pks})
        rows = rows.exclude(pk__in=own)
        if rows.exists():
            yield other, rows


def _acts_since(memory: ActMemory) -> list[ActMemory]:
    """The later acts that stand, without those that only undid one of them."""
    later = ActMemory.objects.filter(
        tournament=memory.tournament_id, last__gt=memory.last, undone_by=None
    )
    return [one for one in later if min(one.undoes, default=0) <= memory.last]


def _is_as_left(model: Any, current: Row | None, before: Row | None, after: Row | None) -> bool:
    if current is None or after is None:
        return current is None and after is None
    left = columns_of(model, after)
    different = {name for name in left if current[name] != left[name]} - COUNTERS
    if model is SeatedRound and before is not None and _tables_as_left(current, before, left):
        different.discard("tables")
    if model is Match and before is not None:
        is_live = current["status"] in BEGUN or before.get("status") in BEGUN
        if not is_live:  # a place that a neighbour's result has filled since: it follows
            different -= FOLLOWING
    return not different


def _is_played_on(
    model: Any, pk: int, before: Row | None, after: Row | None, since: datetime
) -> bool:
    """Whether a hand was entered since in a game that the act changed, after one that it ended, or
    in a match that it began, ended or gave its pairs: what the act changed follows from the hands,
    too, and no game is open before one that was played."""
    if model is Game:
        entered = Hand.objects.filter(at__gt=since)
        if entered.filter(game=pk).exists():
            return True
        is_ended = bool((after or {}).get("winner")) and not (before or {}).get("winner")
        game = Game.objects.filter(pk=pk).first() if is_ended else None
        after_it = {"game__match": game.match_id, "game__number__gt": game.number} if game else None
        return after_it is not None and entered.filter(**after_it).exists()
    if model is not Match or after is None:
        return False
    is_moved = before is None or any(before[name] != after[name] for name in PLACE)
    return is_moved and Hand.objects.filter(game__match=pk, at__gt=since).exists()


def _departures(memory: ActMemory, since: list[ActMemory]) -> Iterator[tuple[int, int]]:
    """Each pair of the act's matches that left or came back in a later act, with that act: a match
    that is open again would follow from it."""
    matches = memory.rows.get(Match._meta.db_table, {}).values()
    pairs = {
        str(row[name]) for both in matches for row in both if row for name in PAIRS if row[name]
    }
    for one in since:
        for pk, (before, after) in one.rows.get(Pair._meta.db_table, {}).items():
            if pk in pairs and (before or {}).get("status") != (after or {}).get("status"):
                yield int(pk), one.last


def _asked_since(memory: ActMemory, since: list[ActMemory]) -> Iterator[Clash]:
    """The questions asked since in the place of one that would be open again: of a hand one of a
    kind is open at most, and of a match one appeal of a pair."""
    table = Ruling._meta.db_table
    decided = [
        int(pk)
        for pk, (before, after) in memory.rows.get(table, {}).items()
        if before and after and before.get("status") == Ruling.Status.OPEN != after.get("status")
    ]
    for one in Ruling.objects.filter(pk__in=decided):
        if one.kind == Ruling.Kind.APPEAL:
            others = Ruling.objects.filter(match=one.match_id, pair=one.pair_id)
        elif one.kind in ONE_OPEN_A_HAND:
            others = Ruling.objects.filter(hand=one.hand_id).exclude(hand=None)
        else:
            continue
        for other in others.filter(kind=one.kind, status=Ruling.Status.OPEN).exclude(pk=one.pk):
            acts = (act.last for act in since if str(other.pk) in act.rows.get(table, {}))
            yield Clash(Ruling, other.pk, tuple(acts))


def _drawn_since(memory: ActMemory, since: list[ActMemory]) -> Iterator[Clash]:
    """The draw made since an act that changed who plays."""
    pairs = memory.rows.get(Pair._meta.db_table, {})
    for pk, (before, after) in pairs.items():
        if (before or {}).get("status") != (after or {}).get("status"):
            yield from (
                Clash(Pair, int(pk), (one.last,)) for one in since if step_of(one.kind) == "draw"
            )


# Individuals: a round holds all its tables in one row, and names its players by number.


def _tables_as_left(current: Row, before: Row, left: Row) -> bool:
    """Whether each table that the act changed is as it left it, whatever the others are."""
    tables = zip(before["tables"], left["tables"], current["tables"], strict=True)
    return all(now == after for was, after, now in tables if was != after)


def tables_put_back(current: Row, before: Row, left: Row) -> list[Any]:
    """The tables of the round as they are now, but those that the act changed as before it."""
    tables = zip(before["tables"], left["tables"], current["tables"], strict=True)
    return [was if was != after else now for was, after, now in tables]


def _seated_since(memory: ActMemory, since: list[ActMemory]) -> Iterator[Clash]:
    """The rounds drawn after an act that ended a table of an earlier round, or let somebody in who
    sits in them."""
    table = SeatedRound._meta.db_table
    ended = [int(pk) for pk, row in memory.rows.get(table, {}).items() if _ends_a_table(*row)]
    entered = [
        row["number"]
        for before, row in memory.rows.get(Pair._meta.db_table, {}).values()
        if before is None and row is not None
    ]
    if not ended and not entered:
        return
    rounds = SeatedRound.objects.filter(tournament=memory.tournament_id)
    last = max((one.number for one in rounds if one.pk in ended), default=None)
    for one in rounds:
        seats = {player for seated in one.tables for player in seated["seats"]}
        if (last is not None and one.number > last) or seats & {*entered}:
            acts = (act.last for act in since if str(one.pk) in act.rows.get(table, {}))
            yield Clash(SeatedRound, one.pk, tuple(acts))


def _ends_a_table(before: Row | None, after: Row | None) -> bool:
    tables = zip((before or {}).get("tables", ()), (after or {}).get("tables", ()), strict=False)
    return any(was["order"] is None and now["order"] is not None for was, now in tables)
