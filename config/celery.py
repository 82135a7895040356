"""Celery sends the ids of jobs to workers, and its beat makes the clock tick.

`jobs` stores what a job is, how often it is tried and its state, so a broker that loses its data
loses no work. Without CELERY_BROKER_URL this module is not used.
"""

import logging.config
import os
import socket
from typing import Any

from celery import Celery
from celery.signals import beat_init, setup_logging, worker_process_init
from django.conf import settings

from config import telemetry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("mus")
app.config_from_object("django.conf:settings", namespace="CELERY")
CLOCK = f"{socket.gethostname()[:20]} {os.getpid()}"
app.conf.beat_schedule = {"tick": {"task": "jobs.tick", "schedule": 60.0, "args": (CLOCK,)}}
worker_process_init.connect(telemetry.start, weak=False)


@setup_logging.connect
def log_as_the_servers_do(**_options: Any) -> None:
    """Configures logging by Django's LOGGING. Celery would write lines of its own form."""
    logging.config.dictConfig(settings.LOGGING)


@app.task(name="jobs.run")
def run(job_id: int) -> None:
    """Does one job. A second delivery of the same id does nothing."""
    from jobs import services as jobs

    jobs.run(job_id, with_lease=True)


@app.task(name="jobs.tick", expires=50)
def tick(clock: str = "") -> None:
    """Sends jobs that are due, that the broker did not take, and that lost their worker."""
    from jobs import services as jobs

    for job_id in jobs.tick(clock=clock):
        jobs.send(job_id)


@beat_init.connect
def tick_at_once(**_options: Any) -> None:
    """Ticks when beat starts, and not only a minute later."""
    tick.delay(CLOCK)
