"""Writing what can be made again without waiting for the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# Without and with waiting. Neither breaks a database: after a power cut the last acts are missing.
WAYS = {
    "sqlite": ("PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL"),
    "postgresql": ("SET synchronous_commit TO off", "RESET synchronous_commit"),
}


@contextmanager
def not_waiting_for_the_disk() -> Iterator[None]:
    """This connection's transactions do not wait, other connections' do. Within a transaction
    nothing is changed, since only its end would wait."""
    if connection.in_atomic_block:
        yield
        return
    without, again = WAYS[connection.vendor]
    connection.ensure_connection()
    _say(without)
    try:
        yield
    finally:
        _say(again)


def _say(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
