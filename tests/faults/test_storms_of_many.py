"""The same with two servers over PostgreSQL and Redis, and everything around them dying in turn."""

from __future__ import annotations

import pytest

from bench.faults import scenarios, surroundings
from bench.faults.races import raced
from tests.faults.conftest import Many

pytestmark = pytest.mark.service


def test_one_of_two_web_processes_is_killed(many: Many) -> None:
    came = many.with_fault(scenarios.kill_web, times=2)
    assert came.ok, came


def test_connections_that_are_cut_lose_and_double_nothing(many: Many) -> None:
    came = many.with_fault(scenarios.cut_connections, times=2)
    assert came.ok, came


def test_a_database_that_takes_no_writes_is_answered_503(many: Many) -> None:
    came = many.with_fault(surroundings.read_only)
    assert came.ok, came
    assert came.answers.get("503"), came


def test_a_slow_database_only_makes_everybody_wait(many: Many) -> None:
    many.wire.seconds = 0.02
    came = many.with_fault(scenarios.nothing)
    many.wire.seconds = 0
    assert came.ok, came
    assert set(came.answers) == {"200"}, came


def test_postgres_that_is_killed_comes_back_with_every_acknowledged_hand(many: Many) -> None:
    came = many.with_fault(surroundings.kill_postgres(many.postgres))
    assert came.ok, came
    assert came.answers.get("503"), came


def test_a_worker_that_is_killed_in_mid_task_leaves_its_jobs_to_another(many: Many) -> None:
    worker = surroundings.Worker(jobs=5)
    try:
        came = many.with_fault(worker.fault)
        assert came.ok, came
        assert worker.all_done(many.installation) == (5, 5)
    finally:
        worker.kill()


def test_two_referees_at_two_processes_are_first_one_at_a_time(many: Many) -> None:
    """A tablet beside the form of the plain page; `bench.faults races` runs a thousand."""
    came = raced(many.installation, 80)
    assert came.ok, came
    assert min(came.won.values()) > 0, came


def test_redis_that_dies_stops_nothing(many: Many) -> None:
    """The last of this house: it does not come back."""
    came = many.with_fault(scenarios.kill_redis(many.redis.process))
    assert came.ok, came
