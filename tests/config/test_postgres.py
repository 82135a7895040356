"""The same code on PostgreSQL: what is stored, done and asked passes its tests there, too."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.service


def rooms(root: Path) -> list[str]:
    """The tests of every room. Pages and API only call these; commands start processes."""
    folders = (one for app in ("tournament", "scoring") for one in (root / "tests" / app).iterdir())
    return sorted(
        str(one) for one in folders if (one / "__init__.py").exists() and one.name != "commands"
    )


def test_what_touches_the_database_passes_on_postgres(
    root: Path, postgres_url: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *rooms(root)]
    done = subprocess.run(
        command,
        cwd=root,
        env={
            **os.environ,
            "DATABASE_URL": f"{postgres_url}&pool=off",
            "VAR_DIR": str(tmp_path),
            "RUN_BROWSER": "0",
            "RUN_SERVICES": "0",
            "ONLY_WITH_DATABASE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"\b[1-9][0-9]{2,} passed", done.stdout), done.stdout[-500:]
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
