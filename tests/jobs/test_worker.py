"""Redis, a real worker, and what happens when it is killed in the middle of a job."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT
from tests.services import becomes
from tests.shell import Shell

pytestmark = pytest.mark.service

ASK = """
import sys; from jobs import services
print(services.ask("test.slow", {{"folder": "{folder}", "seconds": {seconds}}}))
"""
STATES = "from jobs.models import Job; print(*Job.objects.values_list('state', flat=True))"
LOST = """
from datetime import timedelta; from django.utils import timezone; from jobs.models import Job
Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
"""
PAPER = """
from jobs import products
from tests.tournament import play
from web.paper.tasks import ALL
cup = play.tournament(entered=4, drawn=True)
asked = {"tournament_id": cup.pk, "what": "everything", "language": "eu", "base": "http://mus"}
products.ask(ALL, asked, file_name="all.pdf", key="all", tournament_id=cup.pk)
"""
MADE = """
from jobs.models import Job, Product; from jobs import products; from web.paper.tasks import ALL
[made] = Product.objects.all()
found = products.fetch(job_id=made.job_id, tournament_id=made.job.tournament_id, name=ALL)
print(found[1][:5].decode() if found else "coming")
"""
TICK = "from config.celery import tick; tick()"


class Machine:
    """A database, a broker, and workers that can be started and killed."""

    def __init__(self, folder: Path, database: str, broker: str) -> None:
        self.folder = folder
        self.env = {
            **os.environ, "VAR_DIR": str(folder), "DATABASE_URL": database,
            "CELERY_BROKER_URL": broker, "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        self.workers: list[subprocess.Popen[bytes]] = []
        self._shell = Shell(self.env)

    def shell(self, script: str) -> str:
        return self._shell.run(script).strip()

    def reach(self, broker: str) -> None:
        """From now on scripts and workers reach another broker."""
        self._shell.close()
        self.env["CELERY_BROKER_URL"] = broker

    def close(self) -> None:
        self._shell.close()
        for worker in self.workers:
            if worker.poll() is None:
                os.killpg(worker.pid, signal.SIGKILL)
                worker.wait(60)

    def start(self, program: str = "tests/jobs/worker.py") -> subprocess.Popen[bytes]:
        command = [sys.executable, program, "worker", "--concurrency", "1"]
        with (self.folder / "worker.log").open("ab") as log:
            worker = subprocess.Popen(
                command, cwd=ROOT, env=self.env, stdout=log, stderr=log, start_new_session=True
            )
        self.workers.append(worker)
        return worker

    def lines(self, name: str) -> int:
        file = self.folder / name
        return len(file.read_text().splitlines()) if file.exists() else 0


@pytest.fixture
def machine(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Machine]:
    made = Machine(tmp_path, postgres_url, redis_url)
    yield made
    made.close()


def test_a_worker_does_what_was_asked_for_and_all_paper_as_one_file(machine):
    machine.start()
    machine.shell(ASK.format(folder=machine.folder, seconds=0))
    becomes(lambda: machine.lines("done"), 1)
    becomes(lambda: machine.shell(STATES), "done")
    machine.shell(PAPER)
    becomes(lambda: machine.shell(MADE), "%PDF-", seconds=300)


def test_a_job_whose_worker_is_killed_is_done_by_another_and_only_once(machine):
    first = machine.start()
    machine.shell(ASK.format(folder=machine.folder, seconds=600))
    becomes(lambda: machine.lines("began"), 1)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait(60)
    machine.start()
    assert machine.shell(STATES) == "running"
    machine.shell(LOST)
    machine.shell(TICK)
    machine.shell(TICK)  # two beats
    becomes(lambda: machine.lines("done") >= 1, True)
    becomes(lambda: "running" not in machine.shell(STATES).split(), True)
    time.sleep(1)
    assert (machine.lines("began"), machine.lines("done")) == (2, 1)


@pytest.mark.long
def test_what_is_asked_for_while_the_broker_is_away_is_done_later(machine):
    broker = machine.env["CELERY_BROKER_URL"]
    machine.reach("redis://127.0.0.1:1/0")
    machine.shell(ASK.format(folder=machine.folder, seconds=0))
    assert machine.shell(STATES) == "queued"
    machine.reach(broker)
    machine.start()
    machine.shell(TICK)
    becomes(lambda: machine.lines("done"), 1)
