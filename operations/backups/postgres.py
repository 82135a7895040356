"""PostgreSQL: copies every table by COPY, all at one moment, while others write. Only the driver is
needed, so a backup does not depend on the version of pg_dump."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from operations.backups import sqlite
from operations.backups.manifest import BadBackup

if TYPE_CHECKING:
    from psycopg import sql

FOLDER = "tables"
BLOCK = 1 << 16

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
COLUMNS = """SELECT column_name, data_type FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name = %s AND is_generated = 'NEVER'
ORDER BY ordinal_position"""
COUNTED = """SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = current_schema() AND is_identity = 'YES'"""


@contextmanager
def one_moment() -> Iterator[None]:
    """Inside this context, all reads see one moment, whatever others write meanwhile."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def dump(folder: Path) -> dict[str, int]:
    """Writes every table; returns table → number of rows. Call it inside `one_moment`."""
    (folder / FOLDER).mkdir()
    row_counts: dict[str, int] = {}
    with connection.cursor() as cursor:
        for table in _tables(cursor):
            command = _copy(cursor, table, "TO STDOUT")
            with (
                gzip.open(_file(folder, table), "wb", compresslevel=5) as file,
                _raw(cursor).copy(command) as copy,
            ):
                for block in copy:
                    file.write(bytes(block))
            row_counts[table] = _raw(cursor).rowcount
    return row_counts


def load(folder: Path, migrations: Mapping[str, list[str]]) -> None:
    """Replaces every table of the database by the backup, in one transaction: the table definitions
    of that version, the rows, and the sequences."""

    def read_in(cursor: Any, table: str) -> None:
        with (
            gzip.open(_file(folder, table), "rb") as file,
            _raw(cursor).copy(_copy(cursor, table, "FROM STDIN")) as copy,
        ):
            while block := file.read(BLOCK):
                copy.write(block)

    _replace(migrations, read_in)


def load_sqlite(
    folder: Path, migrations: Mapping[str, list[str]], row_counts: Mapping[str, int]
) -> None:
    """The same from a backup of SQLite: each value as PostgreSQL's type of its column has it.

    Raises BadBackup, and changes nothing, when a value does not fit (SQLite holds no text to a
    length), or when a table ends with another number of rows than the backup counted.
    """
    from psycopg import Error

    left = dict(row_counts)

    def read_in(cursor: Any, table: str) -> None:
        if table not in left:
            return
        kinds = _columns(cursor, table)
        # A column that only servers of the version before know stays in PostgreSQL, with its
        # default; SQLite has made its table anew without it.
        names = sqlite.columns(folder, table)
        if strange := sorted(set(names) - set(kinds)):
            raise BadBackup(f"PostgreSQL's {table} has no column {strange[0]}: restored nothing.")
        command = _copy_command(table, names, "FROM STDIN")
        try:
            with _raw(cursor).copy(command) as copy:
                for row in sqlite.values(folder, table, names):
                    copy.write_row([_as_kind(v, kinds[n]) for n, v in zip(names, row, strict=True)])
        except Error as error:
            said = error.diag.message_primary or error
            raise BadBackup(
                f"Table {table} does not go into PostgreSQL: {said}. Correct it where the backup "
                "was made, and make another one."
            ) from error
        if _raw(cursor).rowcount != left.pop(table):
            raise BadBackup(f"Table {table} came with another number of rows: restore again.")

    with transaction.atomic():
        _replace(migrations, read_in)
        if lost := sorted(table for table, number in left.items() if number):
            raise BadBackup(f"PostgreSQL has no table for {', '.join(lost)}: nothing was restored.")


def _as_kind(value: Any, kind: str) -> Any:
    """A value of SQLite, as COPY takes it for a column of this kind. SQLite has truth as a number
    and moments as UTC without saying so."""
    if value is None:
        return None
    if kind == "boolean":
        return bool(value)
    if kind == "timestamp with time zone":
        return f"{value}+00"
    return value


def _replace(migrations: Mapping[str, list[str]], read_in: Callable[[Any, str], None]) -> None:
    """Makes every table anew as those migrations define it, and has it filled."""
    from psycopg import sql  # imported here: the driver costs memory that SQLite does not need

    with transaction.atomic():
        with connection.cursor() as cursor:
            for table in _tables(cursor):
                name = sql.Identifier(table)
                _raw(cursor).execute(sql.SQL("DROP TABLE {} CASCADE").format(name))
        executor = MigrationExecutor(connection)
        executor.migrate(_last(executor, migrations))
        with connection.cursor() as cursor:
            tables = _tables(cursor)
            all_of_them = sql.SQL(", ").join(map(sql.Identifier, tables))
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            _raw(cursor).execute(sql.SQL("TRUNCATE {}").format(all_of_them))
            for table in tables:
                read_in(cursor, table)
            _count_on(cursor)


def _last(
    executor: MigrationExecutor, migrations: Mapping[str, list[str]]
) -> list[tuple[str, str]]:
    """The last migrations of each app that had run."""
    applied = {(app, name) for app, names in migrations.items() for name in names}
    nodes = executor.loader.graph.node_map
    return [
        migration
        for migration in sorted(applied)
        if not any(
            child.key in applied and child.key[0] == migration[0]
            for child in nodes[migration].children
        )
    ]


def _count_on(cursor: Any) -> None:
    """Sets the sequences so that new rows get ids after the largest one."""
    from psycopg import sql

    cursor.execute(COUNTED)
    for table, column in cursor.fetchall():
        number = sql.SQL(
            "SELECT setval(pg_get_serial_sequence({name}, {column}),"
            " COALESCE(max({field}), 0) + 1, false) FROM {table}"
        ).format(
            name=sql.Literal(table), column=sql.Literal(column),
            field=sql.Identifier(column), table=sql.Identifier(table),
        )  # fmt: skip
        _raw(cursor).execute(number)


def _tables(cursor: Any) -> list[str]:
    cursor.execute(TABLES)
    return [name for (name,) in cursor.fetchall()]


def _columns(cursor: Any, table: str) -> dict[str, str]:
    """Column → its type, in order."""
    cursor.execute(COLUMNS, [table])
    return dict(cursor.fetchall())


def _copy(cursor: Any, table: str, way: str) -> sql.Composed:
    return _copy_command(table, _columns(cursor, table), way)


def _copy_command(table: str, names: Iterable[str], way: str) -> sql.Composed:
    from psycopg import sql

    columns = sql.SQL(", ").join(map(sql.Identifier, names))
    return sql.SQL("COPY {} ({}) {}").format(sql.Identifier(table), columns, sql.SQL(way))


def _raw(cursor: Any) -> Any:
    """The driver's own cursor, which supports COPY."""
    return cursor.cursor


def _file(folder: Path, table: str) -> Path:
    return folder / FOLDER / f"{table}.copy.gz"
