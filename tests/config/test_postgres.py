"""The same code on PostgreSQL, with Redis and a real worker: what is stored, done and asked passes
its tests there, too."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.service


def rooms(root: Path) -> list[str]:
    """The tests of every room; commands start processes."""
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
LONGEST = ("tests/api/test_every_endpoint.py", "tests/web/organizer/test_every_way_back.py")
"""Files that go through every address or act: minutes."""
WHOLE = os.environ.get("ON_POSTGRES") == "all"
ABOVE = ("accounts", "api", "jobs", "operations", "publication", "web")
"""What is above the rooms. With ON_POSTGRES=all, which `make test-postgres` sets, and CI where it
has four processors: every test that asks a database."""
WRITING = (
    "accounts", "api", "jobs", "operations", "web/access", "web/operator", "web/organizer",
    "web/pair", "web/referee",
)  # fmt: skip
"""Without it what people and programs do, and not what everybody reads, nor those of `ELSEWHERE`
and `LONGEST`: a quarter of the time."""
PARTS = {"rooms": 100, **dict.fromkeys(ABOVE, 1)} if WHOLE else {"rooms": 100, "writing": 500}
"""What is run in one go, and how many tests it is at least."""


@pytest.mark.flaky(reruns=0)  # minutes, and its own tests say what failed
@pytest.mark.parametrize("part", PARTS)
def test_what_touches_the_database_passes_on_postgres(
    part: str, root: Path, postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--reuse-db"]
    out = () if WHOLE else (*ELSEWHERE, *LONGEST)
    command += [] if WHOLE else ["-x", *(f"--ignore={name}" for name in out)]
    if part == "rooms":  # an --ignore of what is named is passed by
        command += [one for one in rooms(root) if not one.endswith(out)]
    else:
        command += [f"tests/{one}" for one in (WRITING if part == "writing" else (part,))]
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
            "RUN_FUZZ": "0",
            "ONLY_WITH_DATABASE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    passed = re.search(r"\b(\d+) passed", done.stdout)
    assert passed, done.stdout[-500:]
    assert int(passed[1]) >= PARTS[part]
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
