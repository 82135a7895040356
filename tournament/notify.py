"""Notifies listeners that a tournament has changed, after the change is committed.

`publication` and `web.live` subscribe; nothing here knows them. Listeners in this process are
notified at once, so that a writer reads its own write. Other processes are notified through Redis
when there is a REDIS_URL, else through PostgreSQL when that is the database; on SQLite they watch
the file. A failure to notify never breaks a write.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import connection

logger = logging.getLogger(__name__)

CHANNEL = "tournament.changes"
REDIS_TIMEOUT_SECONDS = 1.0
MOST_LETTERS = 7_900
"""The longest payload, in letters, that PostgreSQL takes."""


@dataclass(frozen=True, slots=True)
class Change:
    """Tournament `slug` has reached event `number`; `topics` say what it touches ("match:12")."""

    slug: str
    number: int
    topics: tuple[str, ...]

    def to_text(self) -> str:
        return json.dumps({"slug": self.slug, "number": self.number, "topics": self.topics})

    @classmethod
    def from_text(cls, text: str | bytes) -> Change:
        """Reads what `to_text` wrote. Raises ValueError for anything else."""
        try:
            raw = json.loads(text)
            return cls(str(raw["slug"]), int(raw["number"]), tuple(map(str, raw["topics"])))
        except (KeyError, TypeError) as error:
            raise ValueError("not a change") from error


Callback = Callable[[Change], None]

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
    change = Change(slug, number, tuple(topics))
    deliver(change)
    url = getattr(settings, "REDIS_URL", None)
    if url:
        _publish_to_redis(str(url), change)
    elif connection.vendor == "postgresql":
        _publish_to_postgres(change)


def deliver(change: Change) -> None:
    """Passes `change` to this process's subscribers. A subscriber that fails does not stop the
    others."""
    with _lock:
        listening = tuple(_subscribers)
    for callback in listening:
        try:
            callback(change)
        except Exception:
            logger.exception("A subscriber to tournament changes failed.")


def _publish_to_redis(url: str, change: Change) -> None:
    try:
        _client(url).publish(CHANNEL, change.to_text())
    except Exception:
        logger.exception("Redis did not take a tournament change; other processes find it later.")


def _publish_to_postgres(change: Change) -> None:
    text = change.to_text()
    if len(text) > MOST_LETTERS:
        text = Change(change.slug, change.number, ()).to_text()
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
