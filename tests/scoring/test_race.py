"""Tablets that write to one match at once: one is first, the others see what it did."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.servers import empty

WRITERS = 8


def race(root: Path, url: str, tmp_path: Path) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.scoring.race"],
        cwd=root,
        env={**os.environ, "DATABASE_URL": url, "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def one_wins_and_the_others_see_it(outcome: dict[str, Any]) -> None:
    assert outcome["same hand"] == {"done": 1, "hand_already_there": WRITERS - 1}
    assert outcome["one key"] == {"done": WRITERS}
    assert outcome["corrections"] == {"done": 1, "changed_meanwhile": WRITERS - 1}
    assert outcome["hands"] == 2
    assert outcome["versions"] == 4
    assert outcome["answers"] == 3
    assert outcome["log"] is True


def test_one_hand_one_key_one_correction_on_sqlite(root, tmp_path):
    outcome = race(root, empty(tmp_path / "race.sqlite3"), tmp_path)

    assert outcome["vendor"] == "sqlite"
    one_wins_and_the_others_see_it(outcome)


@pytest.mark.service
def test_one_hand_one_key_one_correction_on_postgres(root, postgres_url, tmp_path):
    outcome = race(root, postgres_url, tmp_path)

    assert outcome["vendor"] == "postgresql"
    one_wins_and_the_others_see_it(outcome)
