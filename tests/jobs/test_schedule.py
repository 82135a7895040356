"""When the clock asks for what."""

from datetime import datetime, timedelta

import pytest

from jobs import registry
from jobs.registry import Spec
from jobs.services import retry_delay, turn_of

NIGHT = datetime(2026, 11, 21, 3, 29)


def slot(*, now: datetime, daily_at: str = "", every_minutes: int = 0) -> str | None:
    return turn_of(Spec("test", lambda: None, 60, 5, 15, daily_at, every_minutes), now)


def test_a_daily_job_is_due_once_from_its_hour_on():
    assert slot(now=NIGHT, daily_at="03:30") is None
    assert slot(now=NIGHT.replace(minute=30), daily_at="03:30") == "2026-11-21"
    assert slot(now=NIGHT.replace(hour=22), daily_at="03:30") == "2026-11-21"


def test_a_job_of_every_few_minutes_has_a_turn_of_its_own():
    turns = {slot(now=NIGHT + timedelta(minutes=m), every_minutes=15) for m in range(60)}
    assert 4 <= len(turns) <= 5


@pytest.mark.parametrize(
    ("attempts", "least", "most"), [(1, 15, 19), (2, 30, 38), (12, 3600, 4500)]
)
def test_each_further_try_waits_twice_as_long(attempts, least, most):
    for jitter in (0.0, 1.0):
        assert least <= retry_delay(attempts=attempts, backoff=15, jitter=jitter) <= most


def test_two_rooms_cannot_have_jobs_of_one_name(monkeypatch):
    registry._discover()
    monkeypatch.setattr(registry, "_specs", dict(registry._specs))

    def other() -> None: ...

    with pytest.raises(ValueError, match="forget"):
        registry.job("jobs.forget")(other)


def test_the_rooms_tasks_are_found_by_themselves():
    assert registry.spec_of("jobs.forget").daily_at == "04:10"
