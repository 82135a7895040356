"""Notifies listeners that a tournament has changed, after the change is committed.

`delivery` subscribes; nothing here knows them. Listeners in this process are
notified at once, so that a writer reads its own write. Other processes are notified through Redis
when there is a REDIS_URL, else through PostgreSQL when that is the database; on SQLite they watch
the file. A failure to notify never breaks a write.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, TypeVar
from zlib import crc32

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model, QuerySet

logger = logging.getLogger(__name__)

CHANNEL = "tournament.changes"
REDIS_TIMEOUT_SECONDS = 1.0
MOST_LETTERS = 7_900
"""The longest payload, in letters, that PostgreSQL takes."""


@dataclass(frozen=True, slots=True)
class LogProgress:
    """Tournament `slug` has reached event `number`; `topics` say what it touches ("match:12")."""

    slug: str
    number: int
    topics: tuple[str, ...]

    def to_text(self) -> str:
        return json.dumps({"slug": self.slug, "number": self.number, "topics": self.topics})

    @classmethod
    def from_text(cls, text: str | bytes) -> LogProgress:
        """Reads what `to_text` wrote. Raises ValueError for anything else."""
        try:
            raw = json.loads(text)
            return cls(str(raw["slug"]), int(raw["number"]), tuple(map(str, raw["topics"])))
        except (KeyError, TypeError) as error:
            raise ValueError("not a change") from error


Callback = Callable[[LogProgress], None]

_subscribers: list[Callback] = []
_lock = Lock()


def subscribe(callback: Callback) -> Callable[[], None]:
    """Calls `callback` with every change published in this process; returns a function that stops
    it."""
    with _lock:
        _subscribers.append(callback)

    def stop() -> None:
        with _lock:
            if callback in _subscribers:
                _subscribers.remove(callback)

    return stop


def publish(*, slug: str, number: int, topics: Iterable[str] = ()) -> None:
    """Notifies every listener. Call it through `transaction.on_commit(…, robust=True)`.

    Redis and PostgreSQL bring the change back to this process too; listeners ignore a number they
    know.
    """
    change = LogProgress(slug, number, tuple(topics))
    deliver(change)
    url = getattr(settings, "REDIS_URL", None)
    if url:
        _publish_to_redis(str(url), change)
    elif connection.vendor == "postgresql":
        _publish_to_postgres(change)


def deliver(change: LogProgress) -> None:
    """Passes `change` to this process's subscribers. A subscriber that fails does not stop the
    others."""
    with _lock:
        listening = tuple(_subscribers)
    for callback in listening:
        try:
            callback(change)
        except Exception:
            logger.exception("A subscriber to tournament changes failed.")


def _publish_to_redis(url: str, change: LogProgress) -> None:
    try:
        _client(url).publish(CHANNEL, change.to_text())
    except Exception:
        logger.exception("Redis did not take a tournament change; other processes find it later.")


def _publish_to_postgres(change: LogProgress) -> None:
    text = change.to_text()
    if len(text) > MOST_LETTERS:
        text = LogProgress(change.slug, change.number, ()).to_text()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, text])
    except Exception:
        logger.exception("PostgreSQL did not pass on a change; other processes find it later.")


@lru_cache(maxsize=4)
def _client(url: str) -> Any:
    from redis import Redis

    return Redis.from_url(
        url,
        socket_timeout=REDIS_TIMEOUT_SECONDS,
        socket_connect_timeout=REDIS_TIMEOUT_SECONDS,
    )


# Rows changed since the last log event of their tournament; the next event tells their state.
#
# Questions to officials and cases of the Tribunal change in many places as a consequence of an act,
# so their models note each change here. Before it appends an event, `tournament.log.services`
# asks `pending_states`. Each note has the row's state before the change. A row that still has that
# state is left out of the event: its change was rolled back. docs/decisions/0098 says why.


M = TypeVar("M", bound=Model)
RowState = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """How the state of a model's rows gets into the log.

    `key`: of the states in an event's data. `tournament`: lookup of a row's tournament. `states`:
    the state of rows by primary key.
    """

    key: str
    tournament: str
    states: Callable[[QuerySet[Any]], dict[int, RowState]]


SOURCES: dict[str, Source] = {}
"""By label of the model."""


class _PendingRows(threading.local):
    """The pending rows of this thread, as a transaction belongs to one thread: by label of the
    model and primary key, their state before each change; None for a new row."""

    def __init__(self) -> None:
        self.before: dict[str, dict[int, list[RowState | None]]] = {}


_pending = _PendingRows()


def clear() -> None:
    """Forgets all pending rows of this thread."""
    _pending.before = {}


def pending_states(*, tournament_id: int) -> dict[str, list[RowState]]:
    """The state of the tournament's changed rows, by key, for the event that is being appended.
    They are no longer pending."""
    states: dict[str, list[RowState]] = {}
    for label, before in _pending.before.items():
        source = SOURCES[label]
        rows = _rows(label).filter(**{source.tournament: tournament_id, "pk__in": sorted(before)})
        current = source.states(rows)
        changed = [now for pk, now in current.items() if any(was != now for was in before.pop(pk))]
        if changed:
            states[source.key] = changed
    if any(_pending.before.values()):  # rows of another tournament, or left by a rollback
        transaction.on_commit(clear)
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


def _add(model: type[Model], pk: int, before: RowState | None) -> None:
    _pending.before.setdefault(model._meta.label, {}).setdefault(pk, []).append(before)
    transaction.on_commit(clear)


def _rows(label: str) -> QuerySet[Any]:
    return QuerySet(apps.get_model(label))


# The version of something that an official decides about, where no row counts one.


def version_made_of(about: object) -> int:
    """A number from 0 to 2³¹ − 1 that changes with `about`: anything that JSON can hold."""
    return crc32(json.dumps(about, sort_keys=True).encode()) >> 1
