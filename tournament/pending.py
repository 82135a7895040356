"""Rows changed since the last log event of their tournament; the next event tells their state.

Questions to officials and cases of the Tribunal change in many places as a consequence of an act,
so their models note each change here. Before it appends an event, `tournament.log.services.events`
asks `pending_states`. Each note has the row's state before the change. A row that still has that
state is left out of the event: its change was rolled back. docs/decisions/0098 says why.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

from django.apps import apps
from django.db import transaction
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
State = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """How the state of a model's rows gets into the log.

    `key`: of the states in an event's data. `tournament`: lookup of a row's tournament. `states`:
    the state of rows by primary key.
    """

    key: str
    tournament: str
    states: Callable[[QuerySet[Any]], dict[int, State]]


SOURCES: dict[str, Source] = {}
"""By label of the model."""


class _PendingRows(threading.local):
    """The pending rows of this thread, as a transaction belongs to one thread: by label of the
    model and primary key, their state before each change; None for a new row."""

    def __init__(self) -> None:
        self.before: dict[str, dict[int, list[State | None]]] = {}


_pending = _PendingRows()


def clear() -> None:
    """Forgets all pending rows of this thread."""
    _pending.before = {}


def pending_states(*, tournament_id: int) -> dict[str, list[State]]:
    """The state of the tournament's changed rows, by key, for the event that is being appended.
    They are no longer pending."""
    states: dict[str, list[State]] = {}
    for label, before in _pending.before.items():
        source = SOURCES[label]
        rows = _rows(label).filter(**{source.tournament: tournament_id, "pk__in": sorted(before)})
        current = source.states(rows)
        changed = [now for pk, now in current.items() if any(was != now for was in before.pop(pk))]
        if changed:
            states[source.key] = changed
    if any(_pending.before.values()):  # rows of another tournament, or left by a rollback
        transaction.on_commit(clear)
    else:
        clear()
    return states


@contextmanager
def savepoint() -> Iterator[None]:
    """Undoes what happens to the pending rows if the atomic block around it is rolled back.

    For a savepoint after whose rollback the transaction goes on: an event in it may have told rows
    that were pending before.
    """
    saved = deepcopy(_pending.before)
    try:
        yield
    except BaseException:
        _pending.before = saved
        raise
    if transaction.get_rollback():
        _pending.before = saved


class LoggedRows(QuerySet[M]):
    """A queryset whose updates make the rows pending."""

    def update(self, **fields: Any) -> int:
        """Updates as usual; the rows are pending until the next event."""
        for pk, before in SOURCES[self.model._meta.label].states(self).items():
            _add(self.model, pk, before)
        return super().update(**fields)


class LoggedRow(Model):
    """A model whose saved rows are pending until the next event tells their state."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Saves as usual; the row is pending until the next event."""
        label = self._meta.label
        before = SOURCES[label].states(_rows(label).filter(pk=self.pk)) if self.pk else {}
        super().save(*args, **options)
        _add(type(self), self.pk, before.get(self.pk))


def _add(model: type[Model], pk: int, before: State | None) -> None:
    _pending.before.setdefault(model._meta.label, {}).setdefault(pk, []).append(before)
    transaction.on_commit(clear)


def _rows(label: str) -> QuerySet[Any]:
    return QuerySet(apps.get_model(label))
