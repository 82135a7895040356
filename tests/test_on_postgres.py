"""Tests again on PostgreSQL, with Redis as cache and broker, and a real worker.

In CI those marked `postgres`: locks, constraints, hand-written SQL, races, jobs, and one test of
each query that differs between databases. Nightly (`make test-long`) every test of the rooms.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.service

ROOMS = (
    "accounts", "api", "jobs", "operations", "delivery", "scoring", "season", "tournament", "web",
)  # fmt: skip


def pytest_on_postgres(
    *arguments: str, root: Path, postgres_url: str, redis_url: str, var_dir: Path
) -> int:
    """Runs pytest in a process of its own; returns how many tests passed.

    Raises AssertionError with the output of pytest when one failed.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--reuse-db"]
    done = subprocess.run(
        [*command, "--hypothesis-profile=postgres", *arguments],
        cwd=root,
        env={
            **os.environ,
            "DATABASE_URL": postgres_url,
            "VAR_DIR": str(var_dir),
            "REDIS_URL": redis_url,
            "CELERY_BROKER_URL": f"{redis_url.removesuffix('/0')}/1",
            **dict.fromkeys(("RUN_BROWSER", "RUN_SERVICES", "RUN_LONG"), "0"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
    passed = re.search(r"\b(\d+) passed", done.stdout)
    assert passed, done.stdout[-500:]
    return int(passed[1])


def test_what_depends_on_the_database_passes_on_postgres(root, postgres_url, redis_url, tmp_path):
    files = [
        str(file)
        for room in ROOMS
        for file in sorted((root / "tests" / room).rglob("test_*.py"))
        if "mark.postgres" in file.read_text(encoding="utf-8")
    ]
    arguments = ["-m", "postgres", *files]
    passed = pytest_on_postgres(
        *arguments, root=root, postgres_url=postgres_url, redis_url=redis_url, var_dir=tmp_path
    )
    assert passed > 100


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
def test_every_test_of_a_room_passes_on_postgres(room, root, postgres_url, redis_url, tmp_path):
    """Without the tests of commands: those start processes with databases of their own."""
    arguments = [str(root / "tests" / room), f"--ignore-glob={root}/tests/*/commands/*"]
    passed = pytest_on_postgres(
        *arguments, root=root, postgres_url=postgres_url, redis_url=redis_url, var_dir=tmp_path
    )
    assert passed
