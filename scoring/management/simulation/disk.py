"""Writes that can be repeated need not wait for the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# Statements without and with waiting. Without waiting, a power cut loses the last writes but does
# not damage the database.
WAYS = {
    "sqlite": ("PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL"),
    "postgresql": ("SET synchronous_commit TO off", "RESET synchronous_commit"),
}


@contextmanager
def not_waiting_for_the_disk() -> Iterator[None]:
    """Inside this context, transactions of this connection do not wait for the disk; other
    connections do. Inside a transaction it changes nothing, because only the end of the transaction
    waits."""
    if not transaction.get_autocommit():
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
