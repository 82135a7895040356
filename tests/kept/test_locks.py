"""Migrations of a filled PostgreSQL, one by one: what each locks, so that an upgrade may be made
while people play. The table is in docs/upgrading.md."""

import json
import os
import subprocess
import sys
from typing import Any
from uuid import uuid4

import pytest

from tests.kept.locks import LARGE
from tests.servers import ROOT
from tests.services import database

pytestmark = [pytest.mark.service, pytest.mark.long]

NOT_WHILE_PEOPLE_PLAY = {
    "tournament.0005_events_without_spaces": "a constraint is held to every event",
    "scoring.0003_games_count_their_hands": "hands are counted, and get a constraint and an index",
}
"""From before the first release. A migration that has to go through all hands or events is made in
steps: `NOT VALID`, then `VALIDATE`; `CREATE INDEX CONCURRENTLY`; rows some at a time, by a job."""


@pytest.fixture(scope="module")
def found(
    postgres_server: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Any]]:
    import psycopg

    with (
        psycopg.connect(postgres_server, autocommit=True) as connection,
        database(connection, f"mus_locks_{uuid4().hex[:12]}") as url,
    ):
        env = {
            "BENCH_DATABASE_URL": f"{url}&pool=off",
            "VAR_DIR": str(tmp_path_factory.mktemp("v")),
        }
        done = subprocess.run(
            [sys.executable, "-m", "tests.kept.locks", "3"],
            cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return {one["name"]: one for one in json.loads(done.stdout)}


def test_each_migration_since_the_kept_version_goes_forward(found):
    ours = [path for app in ("accounts", "jobs", "scoring", "season", "tournament")
            for path in (ROOT / app / "migrations").glob("0*.py")]  # fmt: skip
    names = {f"{path.parent.parent.name}.{path.stem}" for path in ours}
    begun = {"tournament.0001_initial", "scoring.0001_games_hands_and_rulings"}
    assert names - found.keys() == begun | {"scoring.0002_attention"}


def test_hands_and_events_are_never_written_anew(found):
    assert all(not set(LARGE) & set(one["rewritten"]) for one in found.values())


def test_hands_and_events_are_locked_only_for_as_long_as_a_name_takes(found):
    """No statement reads or changes them all while it keeps everybody out."""
    assert {name for name, one in found.items() if one["read"]} == NOT_WHILE_PEOPLE_PLAY.keys()


def test_the_upgrade_guide_names_each_with_what_it_locks(found):
    guide = (ROOT / "docs/upgrading.md").read_text()
    rows = {
        cells[1].strip(" `"): cells[2].strip()
        for line in guide.splitlines()
        if line.startswith("| `") and len(cells := line.split("|")) > 4
    }
    ours = {name: one for name, one in found.items() if not name.startswith("otp_")}
    assert rows.keys() == {name for name, one in ours.items() if one["locked"]}
    for name, told in rows.items():
        assert told == ", ".join(f"`{table}`" for table in ours[name]["locked"]), name
