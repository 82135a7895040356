"""Copies as SQLite files on this machine, each made once. Adding rows replaces the file by a new
one with the same name.

A file is made when it is first needed: under a temporary name, then renamed, so that several
processes may make it at once. All files can be deleted at any time.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import ConnectionHandler

from publication.copies.rows import Rows, insert_all, layout

FOLDER = "shown"
SUFFIX = ".sqlite3"


def has_folder() -> bool:
    """Whether there has ever been a copy on this machine."""
    return (Path(settings.VAR_DIR) / FOLDER).exists()


def folder() -> Path:
    """The folder of the files. Only this user may read it."""
    found = Path(settings.VAR_DIR) / FOLDER
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def file_of(name: str) -> Path:
    """The path of the file with this name, whether or not it exists."""
    return folder() / f"{name}{SUFFIX}"


def make(name: str, parts: Collection[Rows]) -> Path:
    """Makes a file with these rows; returns the existing one when another process was faster."""
    return _made(name, _empty(), parts)


def add(name: str, rows: Rows) -> None:
    """Adds rows to a file; some replace rows with the same keys. A reader that has it open keeps
    reading the old file."""
    _made(name, file_of(name), [rows])


def keys_in(name: str, sql: str, values: Sequence[str]) -> list[int]:
    """The first column of the rows that a query finds in a file."""
    with closing(sqlite3.connect(f"{file_of(name).as_uri()}?mode=ro", uri=True)) as file:
        return [row[0] for row in file.execute(sql, values)]


def _made(name: str, of: Path, parts: Collection[Rows]) -> Path:
    to = file_of(name)
    work = to.with_name(f"{name}.{token_hex(4)}.part")
    try:
        shutil.copyfile(of, work)
        work.chmod(0o600)
        with closing(sqlite3.connect(work)) as file:
            file.execute("PRAGMA synchronous = OFF")
            for rows in parts:
                insert_all(rows, file.executemany)
            file.commit()
        os.replace(work, to)
    finally:
        work.unlink(missing_ok=True)
    return to


def drop_all_but(names: Collection[str]) -> None:
    """Deletes all other files. A reader that has one open can read on."""
    stay = {*(file_of(name) for name in names), _empty_file()}
    for file in folder().glob(f"*{SUFFIX}"):
        if file not in stay:
            file.unlink(missing_ok=True)


@contextmanager
def in_place_of_the_database(file: Path) -> Iterator[None]:
    """Inside this context, `file` is this thread's only database, and read-only. So no query,
    however made, reads current rows."""
    handler = ConnectionHandler({DEFAULT_DB_ALIAS: _settings(f"{file.as_uri()}?mode=ro")})
    copy, live = handler[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS]
    copy.ensure_connection()
    connections[DEFAULT_DB_ALIAS] = copy
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = live
        copy.close()


def _settings(name: str) -> dict[str, Any]:
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": name}


def _empty_file() -> Path:
    return file_of(f"empty-{layout()}")


def _empty() -> Path:
    """An SQLite file with every table and no rows."""
    to = _empty_file()
    if to.exists():
        return to
    work = to.with_name(f"{to.stem}.{token_hex(4)}.part")
    handler = ConnectionHandler({DEFAULT_DB_ALIAS: _settings(str(work))})
    empty = handler[DEFAULT_DB_ALIAS]
    try:
        empty.disable_constraint_checking()
        with empty.schema_editor() as editor:
            for model in apps.get_models():
                if model._meta.managed and not model._meta.proxy:
                    editor.create_model(model)
        empty.close()
        os.replace(work, to)
    finally:
        empty.close()
        work.unlink(missing_ok=True)
    return to
