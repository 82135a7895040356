"""Detects writes to the SQLite file in microseconds, without a query."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SECONDS_BETWEEN = 0.02


def glance_at(database: Mapping[str, Any]) -> Glance | None:
    """A Glance at this database; None when it is no SQLite file."""
    name = str(database["NAME"])
    is_file = "sqlite" in str(database["ENGINE"]) and name != ":memory:"
    return Glance(Path(name)) if is_file else None


class Glance:
    """Looks at the file at most every SECONDS_BETWEEN. For one thread only."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._seen: tuple[int, int] | None = None
        self._next = 0.0

    def has_changed(self) -> bool:
        """Whether something was committed, or the file replaced, since the last look.

        True at the first look.
        """
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + SECONDS_BETWEEN
        try:
            seen = self._look()
        except (sqlite3.Error, OSError):
            self.close()
            return True
        before, self._seen = self._seen, seen
        return before != seen

    def close(self) -> None:
        """Closes the file; the next look opens it again."""
        if self._connection is not None:
            self._connection.close()
        self._connection = self._seen = None

    def _look(self) -> tuple[int, int]:
        file = os.stat(self._path).st_ino
        if self._seen is not None and file != self._seen[1]:
            self.close()
        if self._connection is None:
            self._connection = sqlite3.connect(f"{self._path.resolve().as_uri()}?mode=rw", uri=True)
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version), file
