"""Sets the ids that a database gives to rows that keep their ids in a tournament's file."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import connection, models, transaction
from django.utils.translation import gettext_lazy as _

from scoring.proof.queries.tables import FROM_THE_LOG, TABLES
from tournament.errors import Refusal, said

HIGHEST_START = 2**52
"""Half of the largest number that browsers hold exactly: the other half is left for new rows."""
COUNTED: Mapping[str, type[models.Model]] = {
    table.name: table.model
    for table in (*TABLES, *FROM_THE_LOG)
    if "id" in table.fields or table.key == "id"
}
"""The tables whose rows keep their ids when a tournament is rebuilt."""

FORWARD = """
    SELECT setval('{sequence}', %s) FROM {sequence}
    WHERE %s > last_value - CASE WHEN is_called THEN 0 ELSE 1 END
"""
"""Until the sequence is first used, as after restoring a backup, `last_value` is the next value and
not the last one."""


@transaction.atomic
def count_from(number: int) -> tuple[str, ...]:
    """Makes the next row of every counted table get at least this id. A table that is already
    further is not moved back. Returns the names of the tables that moved. Raises Refusal
    (bad_number)."""
    if not 1 <= number <= HIGHEST_START:
        message = _("Give a number from 1 to %(most)s, as 7000000 for the laptop with the number "
                    "7.")  # fmt: skip
        raise Refusal.one("number", "bad_number", said(message, most=HIGHEST_START))
    return move_past(dict.fromkeys(COUNTED, number - 1))


def move_past(last: Mapping[str, int]) -> tuple[str, ...]:
    """Makes new rows of these tables get higher ids than `last`. Returns the names of the tables
    that moved.

    Never moves back: an id just given to another transaction is in no row seen here, and a change
    of PostgreSQL's sequence survives a rollback.
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
    """Moves SQLite's counter; returns whether it moved. SQLite has no counter row for a table that
    never had a row."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        found = cursor.fetchone()
        if found is None:
            cursor.execute("INSERT INTO sqlite_sequence (seq, name) VALUES (%s, %s)", [last, table])
        elif found[0] < last:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last, table])
        return found is None or found[0] < last
