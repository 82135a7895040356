"""Installations of their own, each in a folder, filled from the database of an earlier version."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT, Server, put_kept
from tests.shell import Shell


class Installation:
    """A folder with a database, and manage.py against it."""

    def __init__(self, folder: Path, database: str = "", **env: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.file = folder / "db.sqlite3"
        at = {"DATABASE_URL": database} if database else {}
        self.env = Server(folder, env={**at, **env}).env
        self._shell = Shell(self.env)

    def manage(self, *arguments: str) -> tuple[int, str]:
        """Exit status, and what was written to both outputs."""
        return self._shell.manage(*arguments)

    def manage_alone(self, *arguments: str) -> tuple[int, str]:
        """The same by a process of its own, where its start or end matters."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self.env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        with sqlite3.connect(self.file) as connection:
            return connection.execute(statement).fetchall()


@pytest.fixture(scope="session")
def filled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with two championships, as today's migrations leave it."""
    file = tmp_path_factory.mktemp("filled") / "db.sqlite3"
    put_kept("0.1.0", file, tmp_path_factory)
    return file


@pytest.fixture
def filled(filled_once: Path, tmp_path: Path) -> Installation:
    made = Installation(tmp_path / "filled")
    shutil.copy(filled_once, made.file)
    return made


@pytest.fixture
def empty(tmp_path: Path) -> Installation:
    return Installation(tmp_path / "empty")
