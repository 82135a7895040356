"""Reads event numbers from the database, in one thread that the streams have to themselves."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections, connection

from tournament.queries.event_numbers import event_numbers

T = TypeVar("T")


class Numbers:
    """The newest event number of tournaments; a read that finds nothing new costs microseconds."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-numbers")
        self._version: int | None = None

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def of(self, slugs: Sequence[str]) -> dict[str, int]:
        """slug → number; a slug that does not exist is left out."""
        return await self._run(lambda: event_numbers(slugs=slugs))

    async def changed(self) -> bool:
        """Has anybody written since the last call? SQLite answers; PostgreSQL is always asked."""
        return await self._run(self._changed)

    def _changed(self) -> bool:
        if connection.vendor != "sqlite":
            return True
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            version = cursor.fetchone()[0]
        before, self._version = self._version, int(version)
        return before != self._version

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, _tidily, work)


def _tidily(work: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()
