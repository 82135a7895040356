"""Checks every few seconds which changes of tournaments with a delay the public may now see, and
tells them.

Each process checks by itself. Copies that one process has made are found by the others.
"""

from __future__ import annotations

import asyncio
import logging

from django.utils import timezone

from publication.copies.keeping import Shown, keep
from publication.reading import ReadingThread
from publication.stamps import Stamps
from tournament.notify import Change
from web.live.hub import Hub

SECONDS_BETWEEN = 2.0
SECONDS_BETWEEN_WITHOUT = 5.0
"""Seconds between checks while no tournament has a delay."""

log = logging.getLogger(__name__)


class Behind:
    """Runs beside the streams of a process. It has its own thread, because making a copy would
    delay readers of stamps."""

    def __init__(self, hub: Hub, stamps: Stamps) -> None:
        self._hub = hub
        self._stamps = stamps
        self._thread = ReadingThread()
        self._shown: dict[str, Shown] | None = None

    async def run(self) -> None:
        """Runs until it is cancelled."""
        while True:
            wait = SECONDS_BETWEEN if self._shown else SECONDS_BETWEEN_WITHOUT
            await asyncio.sleep(wait)
            try:
                self.tell(await self._thread.run(lambda: keep(now=timezone.now())))
            except Exception:  # a full disk, for example: the next check is soon
                log.exception("What is shown with a delay could not be brought on")

    def tell(self, shown: tuple[Shown, ...]) -> None:
        """Tells listeners of every tournament whose shown state changed since the last call."""
        now = {one.slug: one for one in shown}
        before, self._shown = self._shown, now
        if before is None:  # at the first call nothing is new
            before = now
        for slug in before.keys() ^ now.keys():
            # Another process set or removed the tournament's delay.
            self._stamps.forget(Change(slug, 0, ()))
            self._hub.end_streams_of(slug)
        for slug, one in now.items():
            if one != before.get(slug):
                self._stamps.forget(Change(slug, one.number, ()))
                self._hub.tell(slug, one.number)

    def stop(self) -> None:
        self._thread.stop()
