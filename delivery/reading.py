"""A thread that reads the database for the event loop, which must never block."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections

T = TypeVar("T")


class ReadingThread:
    """Runs short reads one after the other, each on a checked connection."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="delivery")

    def stop(self) -> None:
        """Cancels reads that have not begun."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[[], T]) -> T:
        """Runs `work` in the thread; returns what it returns and raises what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, _tidily, work)


def _tidily(work: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()
