"""Limits the share of time spent on working out news, so that hands can be saved meanwhile."""

from __future__ import annotations

import asyncio

SHARE = 0.1
"""The share of the time that working out news may take in one process, on average."""
SAVED = 0.3
"""Seconds of work that may be done at once after a rest: about twenty pages."""
WEIGHT = 0.2
"""Weight of the newest measurement in the average time for news."""
LONGEST_REST = 2.0
"""The longest wait in seconds between two pieces of work."""


class Turns:
    """A budget of time for work: it grows as time passes, and each piece of work uses some of it.
    Requests are served in order. With few open pages nobody waits. Only for the event loop's
    thread."""

    def __init__(self) -> None:
        self._line = asyncio.Lock()
        self._saved = SAVED
        self._counted_at = float("-inf")
        self._takes = 0.0

    async def wait(self) -> None:
        """Waits until the next piece of work may begin."""
        async with self._line:
            missing = self._takes - self._count()
            if missing > 0:
                await asyncio.sleep(min(missing / SHARE, LONGEST_REST))
                self._count()
            self._saved = max(0.0, self._saved - self._takes)

    def took(self, seconds: float) -> None:
        """Notes how many seconds the news of one page took."""
        self._takes += WEIGHT * (seconds - self._takes)

    def _count(self) -> float:
        now = asyncio.get_running_loop().time()
        self._saved = min(SAVED, self._saved + SHARE * (now - self._counted_at))
        self._counted_at = now
        return self._saved
