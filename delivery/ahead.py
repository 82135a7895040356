"""Makes pages anew right after a change, when somebody has read them: the next reader finds them
ready, and only who comes in that moment waits."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from django.db import DatabaseError

from delivery.marks import EVERY_TOURNAMENT

LONGEST_REST = 1.0

log = logging.getLogger(__name__)


class Ahead:
    """`make` makes the pages of one tournament. It is called in the event loop's thread, for one
    tournament after the other, and rests as long as it has worked, at most LONGEST_REST seconds:
    hands can be saved meanwhile, and those that come together make the pages anew once."""

    def __init__(self, make: Callable[[str], Awaitable[None]]) -> None:
        self._make = make
        self._slugs: set[str] = set()
        self._work: asyncio.Task[None] | None = None

    def hear(self, slug: str) -> None:
        """Notes that a tournament has changed."""
        self._slugs.update((slug, EVERY_TOURNAMENT))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._make_all())

    def close(self) -> None:
        """Leaves what is still to be made to the readers."""
        if self._work is not None:
            self._work.cancel()

    async def _make_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._slugs:
            slugs, self._slugs = self._slugs, set()
            began = loop.time()
            for slug in sorted(slugs, reverse=True):  # the pages of all tournaments last
                try:
                    await self._make(slug)
                except DatabaseError:
                    log.warning("Pages of %s could not be made ahead", slug, exc_info=True)
            await asyncio.sleep(min(loop.time() - began, LONGEST_REST))
