"""Whose news are worked out next: readers are told in a part of the time, so that hands go on."""

from __future__ import annotations

import asyncio

SHARE = 0.1
"""The part of the time that working out news may take in one process, in the long run."""
SAVED = 0.3
"""Seconds of work that may be done at once after a while without: some twenty pages."""
WEIGHT = 0.2
"""How much the newest news count in what news take on average."""
LONGEST_REST = 2.0
"""Seconds from one to the next at most, whatever the last ones took."""


class Turns:
    """Work is paid from what the passing of time has saved, in the order of asking. With few open
    pages nobody waits. In the event loop's thread."""

    def __init__(self) -> None:
        self._line = asyncio.Lock()
        self._saved = SAVED
        self._counted_at = float("-inf")
        self._takes = 0.0

    async def wait(self) -> None:
        """Returns when the next may begin."""
        async with self._line:
            missing = self._takes - self._count()
            if missing > 0:
                await asyncio.sleep(min(missing / SHARE, LONGEST_REST))
                self._count()
            self._saved = max(0.0, self._saved - self._takes)

    def took(self, seconds: float) -> None:
        """The news of one page took so long to work out."""
        self._takes += WEIGHT * (seconds - self._takes)

    def _count(self) -> float:
        now = asyncio.get_running_loop().time()
        self._saved = min(SAVED, self._saved + SHARE * (now - self._counted_at))
        self._counted_at = now
        return self._saved
