"""Faults in the middle of a storm of hands: nothing lost, nothing doubled, 503 and never 500."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from bench.faults import scenarios
from bench.faults.installation import Installation
from tests.servers import free_port, migrated


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Installation:
    """With every migration, and nothing in it."""
    shutil.copyfile(migrated(), tmp_path / "db.sqlite3")
    return Installation(tmp_path)


def test_a_web_process_that_is_killed_loses_and_doubles_nothing(on_sqlite: Installation) -> None:
    came = scenarios.with_fault(on_sqlite, scenarios.kill_web)
    assert came.ok, came
    assert came.acknowledged >= 16
    assert came.cut, "somebody was in the middle of it"


def test_a_power_cut_leaves_a_whole_file_with_every_acknowledged_hand(
    on_sqlite: Installation,
) -> None:
    copies = on_sqlite.folder / "copies"
    came = scenarios.with_fault(on_sqlite, scenarios.power_cut(copies), times=4)
    assert came.ok, came
    found = [scenarios.opened(one) for one in sorted(copies.iterdir())]
    assert len(found) == 4
    assert all(one["whole"] and one["lost"] == 0 for one in found), found
    assert found[-1]["acknowledged"] >= 16


def test_a_full_disk_is_answered_503_and_forgets_nothing(on_sqlite: Installation) -> None:
    came = scenarios.with_fault(on_sqlite, scenarios.full_disk, times=1)
    assert came.ok, came
    assert came.answers.get("503"), came


@pytest.mark.service
def test_connections_that_are_cut_lose_and_double_nothing(
    tmp_path: Path, postgres_url: str
) -> None:
    installation = Installation(tmp_path, postgres_url)
    came = scenarios.with_fault(installation, scenarios.cut_connections, servers=2)
    assert came.ok, came


@pytest.mark.service
def test_one_of_two_web_processes_is_killed(tmp_path: Path, postgres_url: str) -> None:
    installation = Installation(tmp_path, postgres_url)
    came = scenarios.with_fault(installation, scenarios.kill_web, servers=2)
    assert came.ok, came


@pytest.mark.service
def test_redis_that_dies_stops_nothing(tmp_path: Path, postgres_url: str) -> None:
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tmp_path)
    try:
        installation = Installation(tmp_path, postgres_url, redis=f"redis://127.0.0.1:{port}/0")
        fault = scenarios.kill_redis(server)
        came = scenarios.with_fault(installation, fault, servers=2, times=1)
    finally:
        server.kill()
        server.wait(10)
    assert came.ok, came
