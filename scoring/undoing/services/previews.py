"""What an undo would change, found by carrying it out and rolling it back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction

from scoring.rulings.models import Ruling
from scoring.undoing.queries import UndoView, columns_of, undo_view
from scoring.undoing.services.undo import undo
from tournament.entries.models import Pair
from tournament.formats.bouts import label
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.queries.cascades import CascadeView
from tournament.matches.services.results import (
    REASON,
    bracket_now,
    cascade_between,
    rolled_back,
)
from tournament.memory.models import ActMemory


@dataclass(frozen=True, slots=True)
class PairState:
    """A pair's name and status."""

    name: str
    status: str


@dataclass(frozen=True, slots=True)
class PairChange:
    """A pair before and after; None where it is not entered."""

    number: int
    before: PairState | None
    after: PairState | None


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """The state of a question to an official before and after; "" where it is not asked."""

    id: int
    kind: str
    match_id: int
    match: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What an undo would change. `together`: the last events of the later acts undone with it;
    `removed`: the matches that the act made, such as "C1.2"."""

    together: tuple[int, ...]
    matches: CascadeView
    removed: tuple[str, ...]
    pairs: tuple[PairChange, ...]
    questions: tuple[QuestionChange, ...]


def preview(*, tournament_id: int, event: int, actor: Actor) -> UndoPreview:
    """What undoing the act of this event would change, with the later acts that must be undone with
    it. Changes nothing. Raises what `undo` raises."""
    view = undo_view(tournament_id=tournament_id, event=event)
    with transaction.atomic():
        head = lock(tournament_id=tournament_id).event_number
        before = bracket_now(tournament_id)

        def difference(_falls: object) -> UndoPreview:
            memories = ActMemory.objects.filter(tournament=tournament_id, last__gt=head)
            rows = _rows_changed(memories.order_by("last"))
            return UndoPreview(
                together=view.together,
                matches=cascade_between(before, bracket_now(tournament_id), ()),
                removed=tuple(_removed(rows.get(Match._meta.db_table, {}))),
                pairs=tuple(_pair_changes(rows.get(Pair._meta.db_table, {}))),
                questions=tuple(_question_changes(rows.get(Ruling._meta.db_table, {}))),
            )

        return rolled_back(partial(_undo_as_seen, tournament_id, view, actor), difference)


def _undo_as_seen(tournament_id: int, view: UndoView, actor: Actor) -> None:
    undo(
        tournament_id=tournament_id,
        event=view.last,
        actor=actor,
        reason=REASON,
        together=view.together,
    )


Rows = dict[str, tuple[dict[str, Any] | None, dict[str, Any] | None]]


def _rows_changed(memories: Any) -> dict[str, Rows]:
    """Table → primary key → columns before the first and after the last of these acts."""
    tables: dict[str, Rows] = {}
    for memory in memories:
        for table, changed in memory.rows.items():
            rows = tables.setdefault(table, {})
            for pk, (before, after) in changed.items():
                if pk not in rows:
                    rows[pk] = (before, after)
                    continue
                first, last = rows[pk]
                if first is not None and before is not None:
                    first = {**before, **first}
                rows[pk] = (first, {**(last or {}), **after} if after is not None else None)
    return tables


def _both_states(
    model: Any, rows: Rows
) -> Iterator[tuple[int, Mapping[str, Any] | None, Mapping[str, Any] | None]]:
    """Each row whole, before and after; the undo has been carried out."""
    now = {row["id"]: row for row in model.objects.filter(pk__in=rows).values()}
    for pk, (before, after) in sorted(rows.items(), key=lambda row: int(row[0])):
        whole = now.get(int(pk), {})
        was = None if before is None else {**whole, **columns_of(model, before)}
        yield int(pk), was, None if after is None else whole


def _removed(rows: Rows) -> Iterator[str]:
    for _pk, (before, after) in sorted(rows.items(), key=lambda row: int(row[0])):
        if before is not None and after is None and before["kind"] != Match.Kind.SET_ASIDE:
            yield label(before["kind"], before["round"], before["slot"])


def _pair_changes(rows: Rows) -> Iterator[PairChange]:
    for _pk, before, after in _both_states(Pair, rows):
        number = (after or before or {})["number"]
        yield PairChange(number, _pair_state(before), _pair_state(after))


def _pair_state(row: Mapping[str, Any] | None) -> PairState | None:
    return None if row is None else PairState(Pair(**row).name, row["status"])


def _question_changes(rows: Rows) -> Iterator[QuestionChange]:
    states = list(_both_states(Ruling, rows))
    match_ids = {(after or before or {})["match_id"] for _pk, before, after in states}
    matches = Match.objects.in_bulk(match_ids)
    for pk, before, after in states:
        row = after or before or {}
        yield QuestionChange(
            id=pk,
            kind=row["kind"],
            match_id=row["match_id"],
            match=matches[row["match_id"]].label if row["match_id"] in matches else "",
            before=before["status"] if before else "",
            after=after["status"] if after else "",
        )
