"""Has anybody written to the SQLite file? Asked in microseconds, without a query."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SECONDS_BETWEEN = 0.02


def glance_at(database: Mapping[str, Any]) -> Glance | None:
    """A way to look at this database; None when it is no SQLite file, which has to be asked."""
    name = str(database["NAME"])
    is_file = "sqlite" in str(database["ENGINE"]) and name != ":memory:"
    return Glance(Path(name)) if is_file else None


class Glance:
    """Looks at the file at most every SECONDS_BETWEEN. For one thread alone."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._seen: tuple[int, int] | None = None
        self._next = 0.0

    def has_changed(self) -> bool:
        """Whether something was committed, or another file put in its place, since the last look.

        The first look says yes: nothing was seen before.
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
        """Lets go of the file; the next look opens it again."""
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
