"""Looks every few seconds what everybody may see now of tournaments with a delay, and tells it.

Each process looks by itself: what one of them has shown, the others find.
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
"""While no tournament has a delay."""

log = logging.getLogger(__name__)


class Behind:
    """Runs beside the streams of a process, with a thread of its own: a copy takes longer than
    those who ask for stamps should wait."""

    def __init__(self, hub: Hub, stamps: Stamps) -> None:
        self._hub = hub
        self._stamps = stamps
        self._thread = ReadingThread()
        self._shown: dict[str, Shown] | None = None

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            wait = SECONDS_BETWEEN if self._shown else SECONDS_BETWEEN_WITHOUT
            await asyncio.sleep(wait)
            try:
                self.tell(await self._thread.run(lambda: keep(now=timezone.now())))
            except Exception:  # of a full disk, say: what is shown stays, and the next look is soon
                log.exception("What is shown with a delay could not be brought on")

    def tell(self, shown: tuple[Shown, ...]) -> None:
        """Tells what is not shown as it was told last."""
        now = {one.slug: one for one in shown}
        before, self._shown = self._shown, now
        if before is None:  # whoever listens since the start knows what there is
            before = now
        for slug in before.keys() ^ now.keys():
            # Its delay was set, or taken away, where this process was not told of it.
            self._stamps.forget(Change(slug, 0, ()))
            self._hub.end_streams_of(slug)
        for slug, one in now.items():
            if one != before.get(slug):
                self._stamps.forget(Change(slug, one.number, ()))
                self._hub.tell(slug, one.number)

    def stop(self) -> None:
        self._thread.stop()
