"""The same code on PostgreSQL, with Redis and a real worker: what is stored, done and asked passes
its tests there, too."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.service


BESIDE = (
    "tests/jobs/test_both_ways.py", "tests/operations/test_retention.py",
    "tests/operations/imports",
)  # fmt: skip
"""What asks the database and is no room's: jobs, by the worker, what goes at night, imports."""


def rooms(root: Path) -> list[str]:
    """The tests of every room. Pages and API only call these; commands start processes."""
    folders = (one for app in ("tournament", "scoring") for one in (root / "tests" / app).iterdir())
    return sorted(
        str(one) for one in folders if (one / "__init__.py").exists() and one.name != "commands"
    )


ELSEWHERE = (
    "tests/scoring/explain", "tests/scoring/pace", "tests/scoring/proof",
    "tests/scoring/statistics", "tests/tournament/formats/test_days.py",
    "tests/tournament/log/test_before.py",
)  # fmt: skip
"""What only reads and compares, and whole days: half of the time. `make test-postgres` has it too,
and `tests/scoring/proof/test_carried.py` carries every format from one database to the other."""
WHOLE = os.environ.get("ON_POSTGRES") == "all"
REST = ("accounts", "api", "jobs", "operations", "publication", "web") if WHOLE else ()
"""With ON_POSTGRES=all, which `make test-postgres` sets: whatever else asks a database."""


@pytest.mark.flaky(reruns=0)  # minutes, and its own tests say what failed
@pytest.mark.parametrize("part", ["rooms", *REST])
def test_what_touches_the_database_passes_on_postgres(
    part: str, root: Path, postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--reuse-db"]
    out = () if WHOLE else ELSEWHERE
    command += [] if WHOLE else ["-x", *(f"--ignore={name}" for name in out)]
    here = [
        one for one in rooms(root) if not one.endswith(out)
    ]  # an --ignore of these is passed by
    command += [*BESIDE, *here] if part == "rooms" else [f"tests/{part}"]
    done = subprocess.run(
        command,
        cwd=root,
        env={
            **os.environ,
            "DATABASE_URL": f"{postgres_url}&pool=off",
            "VAR_DIR": str(tmp_path),
            "REDIS_URL": redis_url,
            "CELERY_BROKER_URL": f"{redis_url.removesuffix('/0')}/1",
            "RUN_BROWSER": "0",
            "RUN_SERVICES": "0",
            "ONLY_WITH_DATABASE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    least = 2 if part == "rooms" else 1
    assert re.search(rf"\b[1-9][0-9]{{{least},}} passed", done.stdout), done.stdout[-500:]
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
