"""From where a database counts the rows that tournaments take with them in their files."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import connection, models, transaction
from django.utils.translation import gettext_lazy as _

from scoring.proof.queries.tables import FROM_THE_LOG, TABLES
from tournament.errors import Refusal, said

HIGHEST_START = 2**52
"""Half of what browsers hold exactly: as much again is left to count on."""
COUNTED: Mapping[str, type[models.Model]] = {
    kept.name: kept.model
    for kept in (*TABLES, *FROM_THE_LOG)
    if "id" in kept.fields or kept.key == "id"
}
"""The tables whose rows keep their numbers wherever a tournament is brought in."""

FORWARD = """
    SELECT setval('{sequence}', %s) FROM {sequence}
    WHERE %s > last_value - CASE WHEN is_called THEN 0 ELSE 1 END
"""
"""`last_value` is the next one and no last one until it was called, as after a backup came back."""


@transaction.atomic
def count_from(number: int) -> tuple[str, ...]:
    """The next row of every counted table gets at least this number. Never back: a table that is
    further stays there. Returns the names of the tables that moved. Raises Refusal
    (bad_number)."""
    if not 1 <= number <= HIGHEST_START:
        message = _("Give a number from 1 to %(most)s, as 7000000 for the laptop with the number "
                    "7.")  # fmt: skip
        raise Refusal.one("number", "bad_number", said(message, most=HIGHEST_START))
    return move_past(dict.fromkeys(COUNTED, number - 1))


def move_past(last: Mapping[str, int]) -> tuple[str, ...]:
    """New rows of these tables get numbers over these. Returns the names of those that moved.

    Never back: a number that somebody else was given a moment ago is in no row that is seen here,
    and what PostgreSQL's sequence was told stays when the transaction is undone.
    """
    move = _moved_sequence if connection.vendor == "postgresql" else _moved_counter
    return tuple(
        name for name, number in last.items()
        if number > 0 and move(COUNTED[name]._meta.db_table, number)
    )  # fmt: skip


def _moved_sequence(table: str, last: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
        (sequence,) = cursor.fetchone()
        cursor.execute(FORWARD.format(sequence=sequence), [last, last])
        return cursor.fetchone() is not None


def _moved_counter(table: str, last: int) -> bool:
    """SQLite has no line for a table that never had a row."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        found = cursor.fetchone()
        if found is None:
            cursor.execute("INSERT INTO sqlite_sequence (seq, name) VALUES (%s, %s)", [last, table])
        elif found[0] < last:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last, table])
        return found is None or found[0] < last
