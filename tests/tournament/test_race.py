"""Several people write to one tournament at the same moment."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import empty


def race(root: Path, folder: Path, url: str) -> dict:
    done = subprocess.run(
        [sys.executable, "-m", "tests.tournament.race"],
        cwd=root,
        env={**os.environ, "DATABASE_URL": url, "VAR_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def holds(result: dict) -> None:
    """One draw, one match at the table, every pair entered, no telephone and no substitute too
    many, and a log without gaps."""
    assert result["entered"] == {"done": 8}
    assert result["numbers"] == list(range(1, 9))
    assert result["drawn"] == {"done": 1, "already_drawn": 7}
    assert result["started"]["done"] == 1
    assert set(result["started"]) == {"done", "table_busy", "already_playing"}
    assert result["log"] == [True, 1 + 8 + 1 + 1]
    assert result["undone"].pop("done") == 1, "the draw was undone, or its match began"
    assert set(result["undone"]) <= {"no_such_match", "match_begun", "already_playing"}
    assert result["watched"] == {"done": 1, "too_many_watches": 7}
    assert result["watches"] == 12
    assert result["tokens"] == {"done": 1, "too_many_tokens": 7}
    assert result["substituted"] == {"done": 1, "changed_meanwhile": 7}, "T6: nobody in silence"
    assert result["log after it"]


@pytest.mark.long
def test_on_sqlite_writers_queue_and_nothing_is_done_twice(root, tmp_path):
    result = race(root, tmp_path, empty(tmp_path / "race.sqlite3"))
    assert result["vendor"] == "sqlite"
    holds(result)


@pytest.mark.service
def test_on_postgresql_writers_queue_and_nothing_is_done_twice(root, tmp_path, postgres_url):
    result = race(root, tmp_path, postgres_url)
    assert result["vendor"] == "postgresql"
    holds(result)
