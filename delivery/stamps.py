"""The newest stamp of each tournament, as this process knows it.

`tournament.notify` reports commits: this process's own at once, those of others through Redis or
PostgreSQL. On SQLite commits of others are found by a glance at the file. A report only drops the
stored stamp; the new one is read from the database, once for all readers.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar

from delivery.glance import Glance
from delivery.marks import EVERY_TOURNAMENT
from delivery.release import release
from delivery.stamp import Stamp, stamp_of_head
from tournament.log.queries.log import heads
from tournament.notify import Change

T = TypeVar("T")
Run = Callable[[Callable[[], T]], Awaitable[T]]

MOST_KNOWN = 10_000
TRIES = 3


class Stamps:
    """slug → newest stamp. Everything except `forget` is for the event loop's thread."""

    def __init__(self, run: Run[Stamp | None], glance: Glance | None = None) -> None:
        self._run = run
        self._glance = glance
        self._known: dict[str, Stamp] = {}
        self._last: dict[str, Stamp] = {}
        self._reads: dict[str, asyncio.Future[Stamp | None]] = {}
        self._counter = count(1)
        self._forgotten = 0

    def forget(self, change: Change) -> None:
        """Drops the stamp of a changed tournament, so that it is read again. From any thread."""
        self._forgotten = next(self._counter)
        self._known.pop(change.slug, None)
        self._known.pop(EVERY_TOURNAMENT, None)

    def forget_all(self) -> None:
        """Drops all stamps."""
        self._forgotten = next(self._counter)
        self._known.clear()

    def known(self, slug: str) -> Stamp | None:
        """The newest stamp, if it is known without reading the database."""
        if self._glance is not None and self._glance.has_changed():
            self.forget_all()
        return self._known.get(slug)

    async def newest(self, slug: str) -> Stamp | None:
        """The newest stamp; None for a tournament that does not exist. Raises DatabaseError."""
        found = self.known(slug)
        if found is not None:
            return found
        reading = self._reads.get(slug)
        if reading is None:
            reading = self._reads[slug] = asyncio.ensure_future(self._read(slug))
            reading.add_done_callback(lambda _done: self._reads.pop(slug, None))
        return await asyncio.shield(reading)

    async def _read(self, slug: str) -> Stamp | None:
        for _try in range(TRIES):
            before = self._forgotten
            found = await self._run(lambda: _stamp(slug))
            if found is None or before == self._forgotten:
                break
        return found if found is None else self._remembered(slug, found, before)

    def _remembered(self, slug: str, found: Stamp, before: int) -> Stamp:
        """Stores a stamp that was read. Returns the same object for an equal stamp, so that stamps
        can be compared with `is`."""
        if len(self._last) >= MOST_KNOWN:
            self._last.clear()
            self._known.clear()
        last = self._last.get(slug)
        found = last if last == found and last is not None else found
        self._last[slug] = found
        if before == self._forgotten:
            self._known[slug] = found
        return found


def _stamp(slug: str) -> Stamp | None:
    if slug != EVERY_TOURNAMENT:
        head = heads(slugs=[slug]).get(slug)
        return None if head is None else stamp_of_head(head)
    told = hashlib.sha256()
    everything = heads()
    number = sum(head.number for head in everything.values())
    for head in everything.values():
        told.update(f"{head.tournament} {head.number} {head.hash}\n".encode())
    return Stamp(0, number, told.hexdigest(), release())
