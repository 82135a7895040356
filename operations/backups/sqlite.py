"""SQLite: its own backup function copies the file page by page, while others write to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from operations.backups.manifest import BadBackup

FILE = "database.sqlite3"
PAGES_AT_ONCE = 2_000


def dump(database: dict[str, Any], folder: Path) -> None:
    """Makes a complete copy, as of one moment, and checks it."""
    with (
        closing(sqlite3.connect(database["NAME"], timeout=20)) as source,
        closing(sqlite3.connect(folder / FILE)) as copy,
    ):
        source.backup(copy, pages=PAGES_AT_ONCE)
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without WAL files
    check(folder)


def check(folder: Path) -> None:
    """Raises BadBackup when SQLite finds the file broken."""
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as copy:
        try:
            said = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            broken = copy.execute("PRAGMA foreign_key_check").fetchone()
        except sqlite3.DatabaseError as error:
            raise BadBackup(f"{folder / FILE} is broken: {error}. Take another.") from error
    if said != ["ok"] or broken:
        raise BadBackup(f"{folder / FILE} is broken: {broken or said[0]}. Take another backup.")


def rows(folder: Path) -> dict[str, int]:
    """Table → its number of rows in the copy."""
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as copy:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        return {
            name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608
            for (name,) in copy.execute(names).fetchall()
        }


def heads(folder: Path) -> dict[str, list[Any]]:
    """Slug → number and hash of the newest event in the copy."""
    asks = "SELECT slug, event_number, event_hash FROM tournament_tournament ORDER BY slug"
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as copy:
        return {slug: [number, sealed] for slug, number, sealed in copy.execute(asks)}


def migrations(folder: Path) -> dict[str, list[str]]:
    """App → the migrations that had run, in order."""
    found: dict[str, list[str]] = {}
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as copy:
        for app, name in copy.execute("SELECT app, name FROM django_migrations ORDER BY id"):
            found.setdefault(app, []).append(name)
    return found


def load(database: dict[str, Any], folder: Path) -> None:
    """Replaces the database by the copy, in one transaction."""
    Path(database["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    with (
        closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as copy,
        closing(sqlite3.connect(database["NAME"], timeout=20)) as target,
    ):
        copy.backup(target)
        target.execute("PRAGMA journal_mode=WAL")
