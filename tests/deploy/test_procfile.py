"""`honcho start`: the Procfile's processes for real, on PostgreSQL and Redis."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.operations.conftest import Installation
from tests.servers import ROOT
from tests.services import becomes
from tests.shell import Shell

pytestmark = pytest.mark.service
# The clock may have asked for the same job besides: it is due every day.
ASK = "from jobs import services; print(services.ask('jobs.forget'))"
STATE = "from jobs.models import Job; print(Job.objects.get(pk={}).state)"
# A signal to all processes cuts off a job at work, which Celery tells with a traceback and gives to
# another worker: here nothing is at work when they are stopped.
IDLE = """
from django.utils import timezone
from config.celery import app
from jobs.models import Job
waiting = Job.objects.filter(state="queued", not_before__lte=timezone.now())
at_work = app.control.inspect(timeout=10, limit=1).active()
print(
    at_work is not None and not any(at_work.values())
    and not waiting.exists() and not Job.objects.filter(state="running").exists()
)
"""


def test_all_processes_start_answer_work_and_stop(tmp_path, postgres_url, redis_url):
    # It takes more than one: where no `free_port` is, and no system gives any.
    port = 30_200 + os.getpid() % 2_000
    made = Installation(
        tmp_path, postgres_url, REDIS_URL=redis_url, CELERY_BROKER_URL=redis_url,
        PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    )  # fmt: skip
    with (tmp_path / "log").open("wb") as log:
        running = subprocess.Popen(
            ["honcho", "start", "--procfile", "Procfile", "--port", str(port), "--concurrency",
             "web=2,live=1,worker=1,beat=1"],
            cwd=ROOT, env=made.env, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    try:
        for one in (port, port + 1, port + 100):  # two for pages, one for streams
            told = ready(one)
            assert (told["status"], told["broker"]) == ("ok", "ok"), told
        with Shell(made.env) as shell:
            asked = int(shell.run(ASK))
            end = time.monotonic() + 300
            while shell.run(STATE.format(asked)).strip() != "done":
                assert time.monotonic() < end, (tmp_path / "log").read_text()
                time.sleep(0.1)
        told = json.loads(made.manage("doctor", "--json")[1])
        assert next(one for one in told if one["about"] == "broker")["level"] == "ok"
        with Shell(made.env) as shell:
            becomes(lambda: shell.run(IDLE).strip(), "True", seconds=300)
    finally:
        # Killed at once, it would leave its processes behind: each has a group of its own.
        running.send_signal(signal.SIGTERM)
        running.wait(120)
    assert "Traceback" not in (tmp_path / "log").read_text()


def ready(port: int) -> dict[str, str]:
    end = time.monotonic() + 300
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=30) as answer:
                told: dict[str, str] = json.load(answer)
                return told
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.3)
