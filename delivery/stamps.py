"""Stamps: the key of every ETag and every cached page, and the newest one of each tournament. They
are all there is of cache invalidation: what was made under another stamp is not found any more.

Published pages change only with an event of their tournament or with another release of the
program. The event number alone is not enough: a restored database can reach the same numbers with
other events. Only the hash of the newest event tells them apart.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from django.db import close_old_connections
from django.utils import timezone

from delivery.marks import EVERY_TOURNAMENT, PublishedAddress
from delivery.release import release
from delivery.topics import TouchedTopics, touched_in
from season.queries.circuits import has_circuits
from tournament.championship.queries.tournaments import TournamentView
from tournament.log.queries.log import Head, heads
from tournament.notify import LogProgress

T = TypeVar("T")
Run = Callable[[Callable[[], T]], Awaitable[T]]

LETTERS = 32
MOST_KNOWN = 10_000
TRIES = 3
SECONDS_BETWEEN_GLANCES = 0.02

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="delivery")


@dataclass(frozen=True, slots=True)
class Stamp:
    """A state of a tournament, or of a part of it, as this release shows it. `number`, `head`: of
    the last event that touched it. Of all tournaments together (`tournament` 0): `number` counts
    the events of all."""

    tournament: int
    number: int
    head: str
    release: str


@dataclass(frozen=True, slots=True)
class TournamentStamps:
    """The newest stamp of a tournament, and what its events touched."""

    stamp: Stamp
    touched: TouchedTopics = field(default_factory=TouchedTopics)

    def of(self, place: PublishedAddress) -> Stamp:
        """The stamp of a page: of the last event that touched what it shows."""
        if not place.topics:
            return self.stamp
        number, head = self.touched.by(place.topics)
        return replace(self.stamp, number=number, head=head)


def shown_by(tournament: TournamentView, topics: tuple[str, ...]) -> TournamentView:
    """The tournament with the number and hash of the last event that touched these topics: the page
    that shows nothing else stays as it is when something else happens."""
    if not topics:
        return tournament
    head = Head(tournament.id, tournament.slug, tournament.event_number, tournament.event_hash)
    number, digest = touched_in(head).by(topics)
    return replace(tournament, event_number=number, event_hash=digest)


def stamp_of(tournament: TournamentView) -> Stamp:
    """The stamp of a tournament's view."""
    return Stamp(tournament.id, tournament.event_number, tournament.event_hash, release())


def stamp_of_head(head: Head) -> Stamp:
    """The stamp of a tournament, from the head of its log alone."""
    return Stamp(head.tournament, head.number, head.hash, release())


def etag(stamp: Stamp, *reader: object) -> str:
    """The ETag of this state for one `reader`: the values given, such as address, language and
    looks, are part of it.

    Weak, because the same page is sent plain and compressed.
    """
    digest = hashlib.sha256(repr((stamp, reader)).encode()).hexdigest()
    return f'W/"{digest[:LETTERS]}"'


async def read(work: Callable[[], T]) -> T:
    """Runs a short read of the database in a thread, on a checked connection: the event loop must
    not block. Returns what `work` returns and raises what it raises."""

    def checked() -> T:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_thread, checked)


class Stamps:
    """slug → newest state, as this process knows it.

    `tournament.notify` reports commits: this process's own at once, those of others through Redis
    or PostgreSQL. On SQLite commits of others are found by a glance at the file. A report only
    drops the stored stamp; the new one is read from the database, once for all readers. Everything
    except `forget` is for the event loop's thread.
    """

    def __init__(
        self, run: Run[TournamentStamps | None] = read, glance: Glance | None = None
    ) -> None:
        self._run = run
        self._glance = glance
        self._known: dict[str, TournamentStamps] = {}
        self._reads: dict[str, asyncio.Future[TournamentStamps | None]] = {}
        self._forgotten: object = None  # another one after each report
        self._day = _today()

    def forget(self, change: LogProgress) -> None:
        """Drops the stamp of a changed tournament, so that it is read again. From any thread."""
        self._forgotten = object()
        self._known.pop(change.slug, None)
        self._known.pop(EVERY_TOURNAMENT, None)

    def forget_all(self) -> None:
        """Drops all stamps."""
        self._forgotten = object()
        self._known.clear()

    def known(self, place: PublishedAddress) -> Stamp | None:
        """The newest stamp of a page, if it is known without reading the database."""
        state = self._state(place.slug)
        return None if state is None else state.of(place)

    async def newest(self, place: PublishedAddress) -> Stamp | None:
        """The newest stamp of a page; None for a tournament that does not exist. Raises
        DatabaseError."""
        state = await self.state(place.slug)
        return None if state is None else state.of(place)

    def _state(self, slug: str) -> TournamentStamps | None:
        if self._glance is not None and self._glance.has_changed():
            self.forget_all()
        if slug == EVERY_TOURNAMENT and self._day != (today := _today()):
            self._known.pop(slug, None)
            self._day = today
        return self._known.get(slug)

    async def state(self, slug: str) -> TournamentStamps | None:
        """The newest state; None for a tournament that does not exist. Raises DatabaseError."""
        known = self._state(slug)
        if known is not None:
            return known
        reading = self._reads.get(slug)
        if reading is None:
            reading = self._reads[slug] = asyncio.ensure_future(self._read(slug))
            reading.add_done_callback(lambda _done: self._reads.pop(slug, None))
        return await asyncio.shield(reading)

    async def _read(self, slug: str) -> TournamentStamps | None:
        """Reads the state, again when a change was reported meanwhile, and stores it."""
        for _try in range(TRIES):
            before = self._forgotten
            state = await self._run(lambda: _read_state(slug))
            if state is None or before is self._forgotten:
                break
        if state is not None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            # Stored before the check, because `forget` may come from a thread in between.
            self._known[slug] = state
            if before is not self._forgotten:
                self._known.pop(slug, None)
        return state


def _today() -> date:
    """The day that pages of all tournaments are of."""
    return timezone.now().date()


def _read_state(slug: str) -> TournamentStamps | None:
    if slug != EVERY_TOURNAMENT:
        head = heads(slugs=[slug]).get(slug)
        return None if head is None else TournamentStamps(stamp_of_head(head), touched_in(head))
    # A day that has passed moves a tournament of the front page, though nothing happens in it.
    digest = hashlib.sha256(f"{_today()}\n".encode())
    every_head = heads().values()
    for head in every_head:
        digest.update(f"{head.tournament} {head.number} {head.hash}\n".encode())
    if has_circuits():
        digest.update(b"circuits\n")  # the front page leads to them once there are any
    number = sum(head.number for head in every_head)
    return TournamentStamps(Stamp(0, number, digest.hexdigest(), release()))


def glance_at(database: Mapping[str, Any]) -> Glance | None:
    """A Glance at this database; None when it is no SQLite file."""
    name = str(database["NAME"])
    is_file = "sqlite" in str(database["ENGINE"]) and name != ":memory:"
    return Glance(Path(name)) if is_file else None


class Glance:
    """Detects commits to a SQLite file in microseconds, without a query. For one thread only."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._seen: tuple[int, int] | None = None
        self._next = 0.0

    def has_changed(self) -> bool:
        """Whether something was committed, or the file replaced, since the last look: one every
        SECONDS_BETWEEN_GLANCES at most. True at the first look."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + SECONDS_BETWEEN_GLANCES
        try:
            before, self._seen = self._seen, self._look()
        except (sqlite3.Error, OSError):
            self.close()
            return True
        return before != self._seen

    def close(self) -> None:
        """Closes the file; the next look opens it again."""
        if self._connection is not None:
            self._connection.close()
        self._connection = self._seen = None

    def _look(self) -> tuple[int, int]:
        file = os.stat(self._path).st_ino
        if self._seen is not None and file != self._seen[1]:
            self.close()
        if self._connection is None:
            self._connection = sqlite3.connect(f"{self._path.resolve().as_uri()}?mode=rw", uri=True)
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version), file
