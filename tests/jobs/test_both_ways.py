"""Each job there is, asked for and done: here where it was asked for, after the commit; and in the
run on PostgreSQL (`tests/test_on_postgres.py`) by a real worker, over the broker."""

import time
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from jobs import products, registry
from jobs import services as jobs_services
from jobs.models import Job
from tests.tournament import play
from web.paper.tasks import ALL

pytestmark = [
    pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.rows_by_hand,
]  # fmt: skip

SECONDS = 300


@pytest.fixture(autouse=True)
def without_backup(worker: Path | None, settings: Any) -> None:
    """A database in memory has none; a worker's goes where it has its files."""
    settings.BACKUPS_KEPT = 0


def ended(*jobs: int) -> list[Job]:
    end = time.monotonic() + SECONDS
    while True:
        found = list(Job.objects.filter(pk__in=jobs).order_by("pk"))
        if all(one.state in ("done", "failed") for one in found) or time.monotonic() > end:
            return found
        time.sleep(0.1)


def test_every_job_of_the_clock_is_done(worker):
    play.tournament(entered=4, drawn=True)
    names = [one.name for one in registry.scheduled()]
    assert len(names) > 8
    found = ended(*[jobs_services.ask(name) for name in names])
    assert [(one.name, one.state, one.attempts) for one in found] == [
        (name, "done", 1) for name in names
    ], [one.said for one in found]


def test_a_file_is_made_and_fetched(worker):
    cup = play.tournament(entered=4, drawn=True)
    asked = {"tournament_id": cup.pk, "what": "everything", "language": "eu", "base": "http://mus"}
    with transaction.atomic():
        job = products.ask(ALL, asked, file_name="all.pdf", key="all", tournament_id=cup.pk)
        assert Job.objects.get(pk=job).state == "queued", "only after the commit"
    [done] = ended(job)
    assert done.state == "done", done.said
    made = products.fetch(job_id=job, tournament_id=cup.pk, name=ALL)
    assert made is not None
    assert made[1].startswith(b"%PDF-")


def test_what_nobody_knows_fails_and_is_seen(worker):
    [job] = ended(jobs_services.ask("of.nobody"))
    assert (job.state, job.said) == ("failed", "There is no job of.nobody.")


def test_asked_for_twice_with_one_key_it_is_done_once(worker):
    first = jobs_services.ask("jobs.forget", key="once")
    assert jobs_services.ask("jobs.forget", key="once") == first
    [job] = ended(first)
    jobs_services.send(first)  # a broker may deliver it again
    time.sleep(0.5 if worker else 0)
    assert [(job.state, job.attempts), Job.objects.get(pk=first).attempts] == [("done", 1), 1]


def test_a_job_that_is_rolled_back_is_never_done(worker):
    User.objects.create_user("somebody")
    with transaction.atomic():
        jobs_services.ask("jobs.forget", key="never")
        transaction.set_rollback(True)
    assert not Job.objects.filter(key="never").exists()
