"""A job that is done whenever there is work: asked for under one row, again and again."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from jobs import clockwork, registry
from jobs import services as jobs
from jobs.models import Job, JobState
from tests.services import becomes

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


class Heap:
    """Work that is done some at a time."""

    def __init__(self) -> None:
        self.left = 0
        self.fails = False

    def there_is(self) -> bool:
        return self.left > 0

    def work(self) -> str:
        if self.fails:
            raise OSError("the shovel is away")
        self.left -= 1
        return registry.More("one, and there are more") if self.left else "the last one"


@pytest.fixture
def heap(monkeypatch: pytest.MonkeyPatch) -> Heap:
    registry._discover()
    monkeypatch.setattr(registry, "_specs", {})
    made = Heap()
    registry.job("test.heap", attempts=1, whenever=made.there_is)(made.work)
    return made


def the_job() -> Job:
    return Job.objects.get(name="test.heap")


def test_nothing_is_asked_for_where_there_is_no_work(heap):
    assert jobs.ask_standing() == ([], True)
    jobs.tick()
    assert not Job.objects.exists()


def test_it_is_one_row_however_often_there_is_work(heap):
    for _time in range(3):
        heap.left = 1
        (job,), is_all = jobs.ask_standing()
        assert is_all
        assert jobs.ask_standing() == ([], True), "it waits already"
        assert jobs.run(job) == "done"
    assert (Job.objects.count(), the_job().said, the_job().attempts) == (1, "the last one", 1)


def test_what_has_more_to_do_lets_the_others_come_first(heap):
    heap.left = 3
    (job,), _all = jobs.ask_standing()
    assert [jobs.run(job) for _share in range(3)] == ["queued", "queued", "done"]
    assert jobs.run(job) == ""
    heap.left = 2
    jobs.ask_standing()
    jobs.run(job)
    assert (the_job().state, the_job().attempts) == ("queued", 0)
    assert the_job().said == "one, and there are more"
    assert jobs.due() == [job]


def test_one_that_is_being_done_is_asked_for_once_more(heap):
    """It may have looked before the work was there."""
    heap.left = 1
    (job,), _all = jobs.ask_standing()
    Job.objects.update(state=JobState.RUNNING, lease_until=timezone.now() + timedelta(seconds=20))
    assert jobs.ask_standing() == ([], False)
    Job.objects.update(state=JobState.DONE, ended_at=timezone.now())
    assert jobs.ask_standing() == ([job], True)


def test_what_failed_is_seen_for_a_while_and_then_tried_again(heap):
    heap.left, heap.fails = 1, True
    (job,), _all = jobs.ask_standing()
    assert jobs.run(job) == "failed"
    assert jobs.ask_standing() == ([], True)
    assert the_job().said == "OSError: the shovel is away"
    Job.objects.update(ended_at=timezone.now() - timedelta(minutes=11))
    assert jobs.ask_standing() == ([job], True)
    heap.fails = False
    assert jobs.run(job) == "done"


def test_the_clock_asks_for_it_too(heap):
    heap.left = 1
    assert jobs.tick() == [the_job().pk]


def test_a_process_that_does_no_jobs_leaves_it_to_those_that_do(heap):
    heap.left = 1
    (job,), _all = jobs.ask_standing()
    assert not jobs.hand_on(job)
    assert the_job().state == "queued"


# The bell


@pytest.fixture
def bell(monkeypatch: pytest.MonkeyPatch) -> Iterator[clockwork.Bell]:
    monkeypatch.setattr(clockwork, "GATHERING_SECONDS", 0.01)
    made = clockwork.Bell()
    yield made
    made.stop()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the bell was told: what to answer, how often it asked, what was sent."""
    told: dict[str, Any] = {"answers": [], "times": 0, "sent": [], "in": set()}

    def ask() -> tuple[list[int], bool]:
        told["times"] += 1
        told["in"].add(threading.current_thread().name)
        answer = told["answers"].pop(0) if told["answers"] else ([], True)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(jobs, "ask_standing", ask)
    monkeypatch.setattr(jobs, "hand_on", told["sent"].append)
    return told


def test_the_bell_asks_when_the_process_begins_and_when_somebody_rings(bell, asked):
    asked["answers"] = [([7], True)]
    bell.start()
    becomes(lambda: asked["sent"], [7])
    for _ring in range(1000):
        bell.ring()
    becomes(lambda: asked["times"] >= 2, True)
    assert asked["times"] < 100, "once for all that rang meanwhile"
    assert asked["in"] == {"bell"}, "who rings does nothing"


def test_it_goes_on_asking_while_one_is_being_done_and_bears_what_fails(bell, asked):
    asked["answers"] = [([], False), ([], False), ([3], True)]
    bell.start()
    becomes(lambda: asked["sent"], [3])
    asked["answers"] = [OSError("the database is away")]
    bell.ring()
    becomes(lambda: asked["times"], 4)
    bell.ring()
    becomes(lambda: asked["times"], 5)


def test_ringing_where_nobody_listens_does_nothing(asked):
    clockwork.ring()
    assert asked["times"] == 0
