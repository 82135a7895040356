"""Faults in the middle of a storm of hands, on SQLite: nothing lost, nothing doubled, 503 and never
500."""

from __future__ import annotations

from pathlib import Path

from bench.faults import scenarios, surroundings
from tests.faults.conftest import House


def test_a_web_process_that_is_killed_loses_and_doubles_nothing(embedded: House) -> None:
    came = embedded.with_fault(scenarios.kill_web, times=2)
    assert came.ok, came
    assert came.acknowledged >= 16
    assert came.cut, "somebody was in the middle of it"


def test_a_power_cut_leaves_a_whole_file_with_every_acknowledged_hand(
    embedded: House, tmp_path: Path
) -> None:
    came = embedded.with_fault(scenarios.power_cut(tmp_path), times=4)
    assert came.ok, came
    found = [scenarios.opened(one) for one in sorted(tmp_path.iterdir())]
    assert len(found) == 4
    assert all(one["whole"] and one["lost"] == 0 for one in found), found
    assert found[-1]["acknowledged"] >= 16


def test_a_clock_that_jumps_a_day_ahead_and_back_harms_nothing(embedded: House) -> None:
    came = embedded.with_fault(surroundings.jump, times=2)
    assert came.ok, came


def test_tablets_that_reach_nobody_for_half_an_hour_send_what_they_have(embedded: House) -> None:
    """Half an hour of the server's clock: it moves on while nobody is reached."""
    came = embedded.with_fault(surroundings.cut_network)
    assert came.ok, came
    assert came.cut, "somebody tried meanwhile"


def test_a_full_disk_is_answered_503_and_forgets_nothing(embedded: House) -> None:
    came = embedded.with_fault(scenarios.full_disk)
    assert came.ok, came
    assert came.answers.get("503"), came
