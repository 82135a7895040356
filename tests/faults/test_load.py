"""The driver of the load takes its measures: a small afternoon, for a second or two."""

import json
import subprocess
import sys

from tests.servers import ROOT


def test_a_small_afternoon_is_measured() -> None:
    small = ["--tournaments", "2", "--tables", "2", "--watching", "4", "--seconds", "3"]
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", *small],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["servers"], found["refused"]) == (1, 0)
    assert found["hands"] > 2
    assert found["told_a_second"] > 0
    assert 0 < found["p50_ms"] <= found["p99_ms"]
