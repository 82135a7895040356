"""The same code on PostgreSQL: what is stored, done and asked passes its tests there, too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.service

# Pages and API only call these; pure rules know no database.
FOLDERS = tuple(
    f"tests/{app}/{layer}"
    for app in ("tournament", "scoring")
    for layer in ("models", "services", "queries")
)


def test_what_touches_the_database_passes_on_postgres(
    root: Path, postgres_url: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *FOLDERS]
    done = subprocess.run(
        command,
        cwd=root,
        env={
            **os.environ,
            "DATABASE_URL": f"{postgres_url}&pool=off",
            "VAR_DIR": str(tmp_path),
            "RUN_BROWSER": "0",
            "RUN_SERVICES": "0",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
