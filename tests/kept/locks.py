"""What each migration since a kept version locks, and for how long: PostgreSQL, filled.

The database that BENCH_DATABASE_URL names has to be empty. It is brought to where that version was,
filled with its rows, and its hands and events many times over; then each migration is applied by
itself. What it locks is read from `pg_locks` before it commits, whether a table was written anew
from its file's number, and what was done to the large tables from the statements.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

KEPT = Path(__file__).resolve().parent
LARGE = ("scoring_hand", "tournament_event")
STEP = 1_000_000
UNIQUE_TEXTS = """
SELECT DISTINCT a.attname, c.character_maximum_length
FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
JOIN information_schema.columns c ON c.table_name = i.indrelid::regclass::text
AND c.column_name = a.attname
WHERE i.indisunique AND i.indrelid = %s::regclass AND c.data_type LIKE 'character%%'
AND NOT EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = i.indrelid
    AND o.attnum = ANY(i.indkey) AND o.atttypid = 'bigint'::regtype)
"""
READS_ALL = re.compile(
    r"SET NOT NULL|ADD CONSTRAINT(?!.*NOT VALID)|CREATE (?:UNIQUE )?INDEX(?! CONCURRENTLY)"
    r"|ALTER COLUMN \S+ TYPE|^UPDATE|^DELETE",
    re.IGNORECASE | re.DOTALL,
)
LOCKS = """
SELECT DISTINCT c.relname FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
WHERE l.pid = pg_backend_pid() AND l.mode = 'AccessExclusiveLock' AND c.relkind = 'r'
AND c.relname = ANY(%s) ORDER BY 1
"""
FILES = "SELECT relname, relfilenode FROM pg_class WHERE relkind = 'r' AND relname = ANY(%s)"


@dataclass(frozen=True)
class Applied:
    """One migration. `locked`: tables that were there before, locked against reading; `rewritten`:
    of these, written anew; `read`: statements that go through all hands or events; `ms`: from
    its first change to its end, as long as it may hold a lock."""

    name: str
    locked: list[str]
    rewritten: list[str]
    read: list[str]
    ms: float


class Asked:
    """What a migration says to the database, and when it first changes something."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.first = 0.0

    def __call__(self, execute: Any, sql: str, *rest: Any) -> Any:
        if not self.first and not sql.startswith("SELECT"):
            self.first = time.perf_counter()
        self.statements.append(sql)
        return execute(sql, *rest)


def applied(version: str, times: int) -> Iterator[Applied]:
    """The migrations since `version`, each applied to the filled database of this process."""
    from django.db import connection, transaction
    from django.db.migrations.executor import MigrationExecutor

    with tempfile.TemporaryDirectory() as folder, closing(_kept(version, folder)) as kept:
        then = [tuple(row) for row in kept.execute("SELECT app, name FROM django_migrations")]
        executor = MigrationExecutor(connection)
        known = [one for one in then if one in executor.loader.graph.nodes]
        executor.migrate(known)
        _fill(kept, times)
    plan = MigrationExecutor(connection)
    todo = plan.migration_plan(plan.loader.graph.leaf_nodes())
    for migration, _backwards in todo:
        executor = MigrationExecutor(connection)
        asked = Asked()
        before = dict(_rows(FILES, [_tables()]))
        with transaction.atomic(), connection.execute_wrapper(asked):
            executor.migrate([(migration.app_label, migration.name)])
            took = time.perf_counter() - asked.first
            locked = [name for (name,) in _rows(LOCKS, [list(before)])]
            after = dict(_rows(FILES, [list(before)]))
        yield Applied(
            name=f"{migration.app_label}.{migration.name}",
            locked=locked,
            rewritten=[name for name in after if after[name] != before[name]],
            read=[
                sql for sql in asked.statements
                if READS_ALL.search(sql) and any(f'"{name}"' in sql for name in LARGE)
                and _is_about(sql)
            ],
            ms=round(1000 * took, 1),
        )  # fmt: skip


def _is_about(sql: str) -> bool:
    """Whether the table that the statement is done to is a large one."""
    found = re.search(r'(?:TABLE|UPDATE|FROM|ON)\s+(?:ONLY\s+)?"(\w+)"', sql, re.IGNORECASE)
    return found is not None and found[1] in LARGE


def _kept(version: str, folder: str) -> sqlite3.Connection:
    file = Path(folder) / "kept.sqlite3"
    file.write_bytes(gzip.decompress((KEPT / version / "mus.sqlite3.gz").read_bytes()))
    return sqlite3.connect(file)


def _fill(kept: sqlite3.Connection, times: int) -> None:
    """The kept rows, table by table, and each tournament many times over."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # in whatever order
        for table in sorted(set(_tables()) - {"django_migrations"}):
            _copy(kept, cursor, table, times)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _copy(kept: sqlite3.Connection, cursor: Any, table: str, times: int) -> None:
    cursor.execute(
        "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s"
        " AND table_schema = 'public'",
        [table],
    )
    kinds = dict(cursor.fetchall())
    try:
        found = kept.execute(f'SELECT * FROM "{table}"')
    except sqlite3.OperationalError:  # a table of another program's version
        return
    names = [one[0] for one in found.description]
    columns = [number for number, name in enumerate(names) if name in kinds]
    quoted = ", ".join(f'"{names[number]}"' for number in columns)
    marks = ", ".join("%s" for _column in columns)
    cursor.execute(f'DELETE FROM "{table}"')
    rows = [
        [bool(row[n]) if kinds[names[n]] == "boolean" and row[n] is not None else row[n]
         for n in columns]
        for row in found
    ]  # fmt: skip
    cursor.executemany(f'INSERT INTO "{table}" ({quoted}) VALUES ({marks})', rows)
    if table.startswith(("tournament_", "scoring_")) and rows:
        _many_times(cursor, table, kinds, times)


def _many_times(cursor: Any, table: str, kinds: dict[str, str], times: int) -> None:
    """The same rows for as many more tournaments: every number of ours moves on alike, and every
    text that has to be unique begins otherwise. Accounts, whose numbers are short, stay."""
    cursor.execute(UNIQUE_TEXTS, [table])
    texts = dict(cursor.fetchall())

    def moved(name: str) -> str:
        if kinds[name] == "bigint" and (name == "id" or name.endswith("_id")):
            return f'"{name}" + {STEP} * n'
        if name in texts:
            written = f"left(n || '-' || \"{name}\", {texts[name] or 1000})"
            return f"CASE WHEN \"{name}\" = '' THEN '' ELSE {written} END"
        return f'"{name}"'

    quoted = ", ".join(f'"{name}"' for name in kinds)
    picked = ", ".join(map(moved, kinds))
    every = f"generate_series(1, {times}) AS n"
    cursor.execute(f'INSERT INTO "{table}" ({quoted}) SELECT {picked} FROM "{table}", {every}')


def _tables() -> list[str]:
    from django.db import connection

    return connection.introspection.table_names()


def _rows(sql: str, parameters: list[Any]) -> list[tuple[Any, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def main() -> None:
    """Writes what each migration locks as JSON."""
    os.environ["DATABASE_URL"] = os.environ["BENCH_DATABASE_URL"]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    found = applied("0.1.0", int(sys.argv[1]))
    sys.stdout.write(json.dumps([asdict(one) for one in found]))


if __name__ == "__main__":
    main()
