"""Jobs: asked for once, done once, tried again later, found when they lie still."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jobs import queries, registry, tasks
from jobs import services as jobs
from jobs.models import Job, JobState, Pulse

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def done(monkeypatch):
    """What the test's own job was called with."""
    calls = []

    def work(**arguments):
        calls.append(arguments)
        if arguments.get("fails"):
            raise OSError("the printer is away")
        return "all well"

    registry._discover()
    monkeypatch.setattr(registry, "_specs", dict(registry._specs))
    registry.job("test.work", attempts=2, backoff=10)(work)
    return calls


def the_job():
    return Job.objects.get(name="test.work")


def test_a_job_is_done_after_the_commit_where_there_is_no_broker(
    done, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        jobs.ask("test.work", {"pair": 7})
        assert done == []
    assert done == [{"pair": 7}]
    assert (the_job().state, the_job().said, the_job().attempts) == ("done", "all well", 1)


def test_the_same_key_is_the_same_job(done, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        first = jobs.ask("test.work", key="event:7")
        assert jobs.ask("test.work", key="event:7") == first
    assert jobs.ask("test.work", key="event:7") == first
    assert done == [{}]


def test_what_is_done_is_not_done_again(done):
    job = jobs.ask("test.work")
    assert jobs.run(job) == "done"
    assert jobs.run(job) == ""
    assert len(done) == 1


def test_what_failed_waits_and_is_tried_again_until_it_has_failed_for_good(done):
    job = jobs.ask("test.work", {"fails": True})
    assert jobs.run(job) == "queued"
    assert the_job().not_before > timezone.now() + timedelta(seconds=5)
    assert jobs.run(job) == "", "its time has not come"
    Job.objects.update(not_before=timezone.now())
    assert jobs.run(job) == "failed"
    assert the_job().said == "OSError: the printer is away"
    assert jobs.again(job_id=job)
    assert (the_job().state, the_job().attempts) == ("queued", 0)
    assert not jobs.again(job_id=job)


def test_a_job_that_lost_its_worker_is_anybodys_again(done):
    job = jobs.ask("test.work")
    past = timezone.now() - timedelta(seconds=1)
    Job.objects.update(state=JobState.RUNNING, attempts=1, lease_until=past)
    assert jobs.due() == [job]
    assert jobs.run(job) == "done"


def test_a_job_that_kills_its_workers_ends(done):
    job = jobs.ask("test.work")
    past = timezone.now() - timedelta(seconds=1)
    Job.objects.update(state=JobState.RUNNING, attempts=2, lease_until=past)
    assert jobs.run(job) == ""
    assert (the_job().state, the_job().attempts, done) == ("failed", 2, [])


def test_a_retry_is_sent_to_the_broker_with_its_own_delay(done, settings, monkeypatch):
    sent = []
    monkeypatch.setattr(jobs, "_to_broker", lambda job, *, delay=0: sent.append((job, delay)))
    job = jobs.ask("test.work", {"fails": True})
    settings.CELERY_BROKER_URL = "redis://nowhere"
    jobs.run(job)
    [(again, delay)] = sent
    assert again == job
    assert 10 <= delay <= 12.5


def test_the_thread_of_a_server_waits_for_the_next_try_and_no_longer(done):
    assert jobs.seconds_to_next() > 1e9
    jobs.run(jobs.ask("test.work", {"fails": True}))
    assert 5 < jobs.seconds_to_next() <= 12.5


def test_a_job_that_is_being_done_is_nobody_elses(done):
    job = jobs.ask("test.work")
    soon = timezone.now() + timedelta(seconds=20)
    Job.objects.update(state=JobState.RUNNING, attempts=1, lease_until=soon)
    assert (jobs.run(job), jobs.due(), done) == ("", [], [])


def test_a_job_whose_worker_died_before_the_clock_was_set_back_is_not_waited_for(done):
    job = jobs.ask("test.work")
    later = timezone.now() + timedelta(days=400)
    Job.objects.update(state=JobState.RUNNING, attempts=1, started_at=later, lease_until=later)
    assert jobs.due() == [job]
    assert jobs.run(job) == "done"


def test_a_worker_that_was_taken_for_dead_changes_nothing(done, monkeypatch):
    job = jobs.ask("test.work")

    def overtaken(**_arguments):
        Job.objects.update(attempts=2)
        return "too late"

    registry.job("test.work")(overtaken)
    jobs.run(job)
    assert (the_job().state, the_job().said) == ("running", "")


def test_the_clock_asks_for_each_turn_once():
    jobs.tick()
    names = list(Job.objects.values_list("name", flat=True))
    jobs.tick()
    assert list(Job.objects.values_list("name", flat=True)) == names
    assert Pulse.objects.get(name="clock").at == queries.last_tick()


def test_how_jobs_look_to_operator_and_desk(done):
    now = timezone.now()
    long_ago = now - timedelta(minutes=9)
    for at, lease, state in (
        (now, None, "queued"), (long_ago, None, "queued"), (now, now, "running"),
        (now, long_ago, "running"), (now, None, "failed"), (now, None, "done"),
    ):  # fmt: skip
        Job.objects.create(
            name="test.work", state=state, asked_at=at, not_before=at, lease_until=lease,
            tournament_id=3,
        )  # fmt: skip
    assert queries.counts() == {"queued": 1, "running": 1, "stuck": 2, "failed": 1, "done": 1}
    assert {row.look for row in queries.job_list(look="stuck")} == {"stuck"}
    assert [row.look for row in queries.troubles_of(tournament_id=3)] == [
        "failed",
        "stuck",
        "stuck",
    ]
    assert queries.troubles_of(tournament_id=4) == []


def test_old_jobs_are_forgotten(done):
    long_ago = timezone.now() - timedelta(days=40)
    jobs.run(jobs.ask("test.work"))
    Job.objects.update(ended_at=long_ago)
    assert "1 done" in tasks.forget()
