"""Tells whoever listens that a tournament has changed, after the change is committed.

`publication` and `web.live` subscribe; nothing here knows them. This process is told at once, so
that whoever wrote reads what they wrote. The other processes are told through Redis when there is
REDIS_URL, and through PostgreSQL when that is the database; on SQLite they look at the file.
Telling is a courtesy: it never breaks a write.
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
    """Tournament `slug` has reached event `number`; `topics` say what it touches ("match:12").

    `delay`: by how many minutes everybody who is no official is told of it later.
    """

    slug: str
    number: int
    topics: tuple[str, ...]
    delay: int = 0

    def to_text(self) -> str:
        told = {"slug": self.slug, "number": self.number, "topics": self.topics}
        return json.dumps({**told, "delay": self.delay} if self.delay else told)

    @classmethod
    def from_text(cls, text: str | bytes) -> Change:
        """Reads what `to_text` wrote. Raises ValueError for anything else."""
        try:
            raw = json.loads(text)
            topics = tuple(map(str, raw["topics"]))
            return cls(str(raw["slug"]), int(raw["number"]), topics, int(raw.get("delay", 0)))
        except (KeyError, TypeError) as error:
            raise ValueError("not a change") from error


Callback = Callable[[Change], None]

_subscribers: list[Callback] = []
_lock = Lock()


def subscribe(callback: Callback) -> Callable[[], None]:
    """Calls `callback` with every change published in this process; returns the way to stop it."""
    with _lock:
        _subscribers.append(callback)

    def stop() -> None:
        with _lock:
            if callback in _subscribers:
                _subscribers.remove(callback)

    return stop


def publish(*, slug: str, number: int, topics: Iterable[str] = (), delay: int = 0) -> None:
    """Tells every listener. Call it through `transaction.on_commit(…, robust=True)`.

    With another way than a call the word comes back here too: a number told twice is no news.
    """
    change = Change(slug, number, tuple(topics), delay)
    deliver(change)
    url = getattr(settings, "REDIS_URL", None)
    if url:
        _publish_to_redis(str(url), change)
    elif connection.vendor == "postgresql":
        _publish_to_postgres(change)


def deliver(change: Change) -> None:
    """Hands `change` to this process's subscribers; one that fails does not stop the others."""
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
        text = Change(change.slug, change.number, (), change.delay).to_text()
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
