"""The same tests once more, on PostgreSQL with Redis and a worker: whatever asks a database.

Each part has a file of its own: files are what the processes of a run are given.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

LEAST = {"rooms": 1_500, "publication": 80, "above": 1_900}
"""What is run in one go, and how many tests it is at least."""
ABOVE = ("accounts", "api", "jobs", "operations", "web")


def folders(part: str, tests: Path) -> list[str]:
    """The folders of a part. Those of commands start processes, each with a database of its own."""
    if part == "publication":
        return [str(tests / part)]
    if part == "above":
        return [str(tests / name) for name in ABOVE]
    inside = (one for app in ("tournament", "scoring") for one in (tests / app).iterdir())
    return sorted(
        str(one) for one in inside if (one / "__init__.py").exists() and one.name != "commands"
    )


def run(part: str, *, root: Path, postgres_url: str, redis_url: str, var_dir: Path) -> None:
    """Raises AssertionError with what pytest said, when a test fails or tests are missing."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--reuse-db"]
    done = subprocess.run(
        [*command, *folders(part, root / "tests")],
        cwd=root,
        env={
            **os.environ,
            "DATABASE_URL": f"{postgres_url}&pool=off",
            "VAR_DIR": str(var_dir),
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
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
    passed = re.search(r"\b(\d+) passed", done.stdout)
    assert passed, done.stdout[-500:]
    assert int(passed[1]) >= LEAST[part], passed[0]
