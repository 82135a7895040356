"""Records the rows that an act at the desk changes: `with desk_act()` around a form or a request.

The recorder stands between the program and the database (Django's `execute_wrapper`), so it sees
every statement, whoever wrote it. Before the first write into a table, the tournament's rows of
that table are read; at the end of the act they are read again, and the difference is stored. What
a tablet does is not recorded.
"""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from tournament.log.models import Event
from tournament.memory.models import ActMemory

Row = dict[str, Any]
Changes = dict[str, dict[str, list[Row | None]]]
"""Table → primary key → the columns that differ, before and after; None where there is no row."""

WRITE = re.compile(r"\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+[\"`]?(\w+)", re.I)


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """A table whose rows are recorded.

    `path`: lookup path from a row to its tournament; `ignored`: columns that no act is about;
    `always`: columns that are stored of every changed row; `only_marked`: the rows are too many to
    be read, and the act is only marked as one that wrote to this table.
    """

    model: type[Model]
    path: str
    ignored: frozenset[str] = frozenset()
    always: tuple[str, ...] = ()
    only_marked: bool = False

    def rows(self, tournament_id: int) -> dict[int, Row]:
        """The tournament's rows by primary key, their values as JSON can hold them."""
        fields = self.model._meta.concrete_fields
        columns = [field.attname for field in fields if field.attname not in self.ignored]
        found = self.model._base_manager.filter(**{self.path: tournament_id})
        rows = ({name: _as_json(value) for name, value in row.items()} for row in
                found.order_by("pk").values("pk", *columns))  # fmt: skip
        return {row.pop("pk"): row for row in rows}


TABLES: dict[str, RecordedTable] = {}
"""By name of the table in the database. `scoring` registers the tables of an export."""


def _as_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value


class ActRecorder:
    """One act while it is carried out. After it, `memory` is what was stored, if anything was."""

    def __init__(self) -> None:
        self.tournament_id: int | None = None
        self.undoes: list[int] = []
        self.memory: ActMemory | None = None
        self.has_parts = False
        self._head = 0
        """The last event before the act."""
        self._rows_before: dict[str, dict[int, Row]] = {}
        self._is_reading = False

    def __call__(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Sees each statement before the database does."""
        if self.tournament_id is not None and not self._is_reading:
            written = WRITE.match(sql)
            if written is not None and (table := written[1]) in TABLES:
                self._read_before(table)
        return execute(sql, params, many, context)

    def begin(self, tournament_id: int, head: int) -> None:
        """The act has locked this tournament, whose last event this is."""
        if self.tournament_id is None:
            self.tournament_id, self._head = tournament_id, head

    def changes(self) -> Changes:
        """What has changed so far."""
        changes: Changes = {}
        with self._reading():
            for table, before in self._rows_before.items():
                rows = dict(self._differences(TABLES[table], before))
                if rows or TABLES[table].only_marked:
                    changes[table] = rows
        return changes

    def store(self) -> None:
        """Stores what has changed, if the log tells of it and the act was not recorded in parts."""
        if self.tournament_id is None or self.has_parts:
            return
        # Read from the log: what a preview appended has been rolled back.
        events = Event.objects.filter(tournament=self.tournament_id, number__gt=self._head)
        of_act = list(events.order_by("number").only("number", "kind", "actor_kind"))
        is_of_device = any(event.actor_kind == "device" for event in of_act)
        if not of_act or is_of_device or not (rows := self.changes()):
            return
        shown = min(of_act, key=lambda event: event.rank)  # of several of one rank, the first
        self.memory = ActMemory.objects.create(
            tournament_id=self.tournament_id,
            kind=shown.kind,
            shown=shown.number,
            first=of_act[0].number,
            last=of_act[-1].number,
            undoes=self.undoes,
            rows=rows,
        )

    def _read_before(self, table: str) -> None:
        if table not in self._rows_before:
            self._rows_before[table] = {} if TABLES[table].only_marked else self._rows(table)

    def _rows(self, table: str) -> dict[int, Row]:
        assert self.tournament_id is not None
        with self._reading():
            return TABLES[table].rows(self.tournament_id)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        was, self._is_reading = self._is_reading, True
        try:
            yield
        finally:
            self._is_reading = was

    def _differences(
        self, table: RecordedTable, before: Mapping[int, Row]
    ) -> Iterator[tuple[str, list[Row | None]]]:
        if table.only_marked or self.tournament_id is None:
            return
        after = table.rows(self.tournament_id)
        for pk in sorted({*before, *after}):
            was, now = before.get(pk), after.get(pk)
            if was is None or now is None:
                yield str(pk), [was, now]
            elif names := [name for name in was if was[name] != now[name]]:
                names = list(dict.fromkeys((*names, *table.always)))
                yield str(pk), [{n: was[n] for n in names}, {n: now[n] for n in names}]


class _Thread(threading.local):
    recorder: ActRecorder | None = None


_thread = _Thread()


def note_lock(tournament_id: int, *, head: int) -> None:
    """A writer has locked this tournament, with `head` as its last event: what it writes from now
    on is recorded."""
    if _thread.recorder is not None:
        _thread.recorder.begin(tournament_id, head)


@contextmanager
def desk_act(*, apart: bool = False) -> Iterator[ActRecorder]:
    """Records one act at the desk, in a transaction of its own.

    Inside another act it is part of that one; `apart`: it is recorded by itself, and the other one
    is not recorded.
    """
    outer = _thread.recorder
    if outer is not None and not apart:
        yield outer
        return
    with transaction.atomic():
        recorder = _thread.recorder = ActRecorder()
        try:
            with connection.execute_wrapper(recorder):
                yield recorder
        finally:
            _thread.recorder = outer
        recorder.store()
        if outer is not None:
            outer.has_parts = True
