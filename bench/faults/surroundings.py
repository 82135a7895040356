"""What goes wrong around the product: its database, its worker, its clock, its network, and another
version of itself beside it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.faults.installation import ROOT, Installation
from bench.faults.postgres import Postgres
from bench.faults.scenarios import Fault
from bench.faults.shifted import FILE
from bench.faults.storm import Storm

A_DAY, HALF_AN_HOUR = 86_400, 1_800
JOBS = 20
ASK = """
from jobs import services
for n in range({count}): services.ask("jobs.forget", key=f"storm-{time}-{{n}}")
print("null")
"""
DONE = """
import json
from datetime import timedelta
from django.utils import timezone
from config.celery import tick
from jobs.models import Job
Job.objects.filter(state="running").update(lease_until=timezone.now() - timedelta(seconds=1))
tick()
print(json.dumps([Job.objects.filter(state="done", key__startswith="storm-").count(),
                  Job.objects.filter(key__startswith="storm-").count()]))
"""


def kill_postgres(postgres: Postgres) -> Fault:
    """PostgreSQL dies with all its processes, is away for a while, and recovers."""

    def fault(_installation: Installation, storm: Storm, _time: int) -> None:
        postgres.kill()
        _until_answered(storm, 503)
        postgres.start()

    return fault


def read_only(installation: Installation, storm: Storm, _time: int) -> None:
    """PostgreSQL takes no writes for a while, as a standby or a full disk makes it."""
    _set_read_only(installation, "on")
    _until_answered(storm, 503)
    _set_read_only(installation, "off")


def jump(installation: Installation, storm: Storm, number: int) -> None:
    """The clock jumps a day ahead, then a day back from the right time."""
    _set_clock(installation, A_DAY if number % 2 == 0 else -A_DAY)
    storm.until(len(storm.acknowledged) + 4)


def cut_network(installation: Installation, storm: Storm, number: int) -> None:
    """Tablets reach nobody for half an hour by the server's clock, then send what they have."""
    with _nobody_answers(storm):
        time.sleep(1)
        _set_clock(installation, HALF_AN_HOUR * (number + 1))
        time.sleep(1)


class Worker:
    """A Celery worker that is killed while jobs wait and run."""

    def __init__(self, jobs: int = JOBS) -> None:
        self.jobs = jobs
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, installation: Installation) -> None:
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "1"]
        with (installation.folder / "worker.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=installation.env, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    def kill(self) -> None:
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
            self.process = None

    def fault(self, installation: Installation, storm: Storm, number: int) -> None:
        with _nobody_answers(storm):  # or it would be over before the jobs are asked for
            if self.process is None:
                self.start(installation)
            installation.ask(ASK.format(count=self.jobs, time=number))
        storm.until(len(storm.acknowledged) + 4)
        self.kill()
        storm.until(len(storm.acknowledged) + 4)
        self.start(installation)

    def all_done(self, installation: Installation, seconds: float = 90) -> tuple[int, int]:
        """How many of the jobs that were asked for are done, and how many there are."""
        end = time.monotonic() + seconds
        while True:
            done, asked = installation.ask(DONE)
            if done == asked or time.monotonic() > end:
                return done, asked
            time.sleep(1)


def older_beside(revision: str, folder: Path) -> Fault:
    """A server of an earlier version beside one of this, on this version's database."""
    old = folder / "old"

    def fault(installation: Installation, storm: Storm, number: int) -> None:
        if number == 0:
            with _nobody_answers(storm):  # or it would be over before the old one is there
                _git("worktree", "add", "--quiet", "--detach", str(old), revision)
                port = installation.start(root=old)
            storm.ports = [*storm.ports, port]
        before = len(storm.acknowledged)
        storm.until(before + 8)
        print(f"  {len(storm.acknowledged) - before} hands taken by both")

    return fault


def without_older(folder: Path) -> None:
    """Puts the earlier version's files away."""
    if (folder / "old").exists():
        _git("worktree", "remove", "--force", str(folder / "old"))


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)


@contextmanager
def _nobody_answers(storm: Storm) -> Iterator[None]:
    ports, storm.ports = storm.ports, [9]  # the port where nobody listens
    try:
        yield
    finally:
        storm.ports = ports


def _until_answered(storm: Storm, status: int, seconds: float = 20) -> None:
    before, end = storm.answers[status], time.monotonic() + seconds
    while storm.answers[status] == before and time.monotonic() < end:
        time.sleep(0.1)


def _set_read_only(installation: Installation, to: str) -> None:
    import psycopg

    with psycopg.connect(installation.database, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER DATABASE postgres SET default_transaction_read_only = {to}")
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _set_clock(installation: Installation, seconds: int) -> None:
    (installation.folder / FILE).write_text(str(seconds))
    time.sleep(0.3)
