"""SQLite: its own backup function copies the file page by page, while others write to it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

from operations.backups.manifest import BadBackup

FILE = "database.sqlite3"


def dump(database: dict[str, Any], folder: Path) -> None:
    """Makes a complete copy, as of one moment, and checks it.

    All pages are copied in one step: between two steps, SQLite starts again after every write of
    another connection, so the backup might never end. In WAL mode one step delays no writer.
    """
    with (
        closing(sqlite3.connect(database["NAME"], timeout=20)) as source,
        closing(sqlite3.connect(folder / FILE)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without WAL files
    check(folder)


def check(folder: Path) -> None:
    """Raises BadBackup when SQLite finds the file broken, or when there is no file."""
    try:
        with _opened(folder) as copy:
            lines = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            broken = copy.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{folder / FILE} is broken: {error}. Take another.") from error
    if lines != ["ok"] or broken:
        raise BadBackup(f"{folder / FILE} is broken: {broken or lines[0]}. Take another backup.")


def rows(folder: Path) -> dict[str, int]:
    """Table → its number of rows in the copy."""
    with _opened(folder) as copy:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        return {
            name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608
            for (name,) in copy.execute(names).fetchall()
        }


def heads(folder: Path) -> dict[str, list[Any]]:
    """Slug → number and hash of the newest event in the copy."""
    asks = "SELECT slug, event_number, event_hash FROM tournament_tournament ORDER BY slug"
    with _opened(folder) as copy:
        return {slug: [number, sealed] for slug, number, sealed in copy.execute(asks)}


def migrations(folder: Path) -> dict[str, list[str]]:
    """App → the migrations that had run, in order."""
    by_app: dict[str, list[str]] = {}
    with _opened(folder) as copy:
        for app, name in copy.execute("SELECT app, name FROM django_migrations ORDER BY id"):
            by_app.setdefault(app, []).append(name)
    return by_app


def columns(folder: Path, table: str) -> list[str]:
    """The columns of one table of the copy, in order."""
    with _opened(folder) as copy:
        return [row[1] for row in copy.execute(f'PRAGMA table_info("{table}")')]


def values(folder: Path, table: str, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Those columns of each row of one table of the copy."""
    wanted = ", ".join(f'"{name}"' for name in names)
    with _opened(folder) as copy:
        yield from copy.execute(f'SELECT {wanted} FROM "{table}"')  # noqa: S608


def load(database: dict[str, Any], folder: Path) -> None:
    """Replaces the database by the copy, in one transaction."""
    Path(database["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    with (
        _opened(folder) as copy,
        closing(sqlite3.connect(database["NAME"], timeout=20)) as target,
    ):
        copy.backup(target)
        target.execute("PRAGMA journal_mode=WAL")


def _opened(folder: Path) -> AbstractContextManager[sqlite3.Connection]:
    """Opens the copy read-only, by a URI with ?, # and % in the folder's name escaped."""
    address = (folder / FILE).absolute().as_uri()
    return closing(sqlite3.connect(f"{address}?mode=ro", uri=True))
