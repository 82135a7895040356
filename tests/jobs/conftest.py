"""A worker for the run that has a broker: `tests/test_on_postgres.py` starts one so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT


@pytest.fixture(scope="session")
def worker(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path | None]:
    """A real one, on the database of these tests; its log. None where there is no broker: then
    whoever asks for a job does it after the commit."""
    from django.conf import settings
    from django.db import connection

    if not settings.CELERY_BROKER_URL:
        yield None
        return
    # The worker is told the same address: the tests are in that very database.
    assert connection.settings_dict["NAME"] in os.environ["DATABASE_URL"]
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "1"]
    log = tmp_path_factory.mktemp("worker") / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=file, stderr=file, start_new_session=True
        )
    yield log
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(60)
