"""The driver of the load takes its measures: a small afternoon, for a second or two."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.servers import ROOT, migrated


def test_a_small_afternoon_is_measured(tmp_path: Path) -> None:
    shutil.copyfile(migrated(), tmp_path / "db.sqlite3")
    env = {**os.environ, "BENCH_DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}"}
    small = ["--tournaments", "2", "--tables", "2", "--watching", "4", "--seconds", "2"]
    small += ["--every", "1", "--at-once", "2", "--servers", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", *small],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)
    assert (found["servers"], found["pressed_refused"]) == (1, 0)
    real, twice = found["afternoons"]
    assert real["sent"] == 4 * 2, "four tables, a hand a second"
    assert twice["sent"] == 2 * real["sent"], "twice as fast"
    for one in (real, twice):
        assert (one["refused"], one["unanswered"]) == (0, 0)
        assert 0 < one["p50_ms"] <= one["p99_ms"]
        assert one["told_a_second"] > 0
        assert one["busy"] > 0
    assert found["pressed_a_second"] > 0
    assert 5 < found["statements"] < 20
