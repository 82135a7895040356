"""What a commit costs on SQLite with synchronous=FULL, beside NORMAL in the same run.

    python -m bench.durability [--commits N] [--json]

FULL syncs the log before each answer; NORMAL, the floor, syncs it now and then. One row of the size
of a hand and its event a commit, in WAL, alternating, three runs, medians.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import time
from pathlib import Path
from statistics import median

ROW = "x" * 2_200
RUNS = 3


def seconds(folder: Path, synchronous: str, commits: int) -> float:
    """A commit's time in seconds, the mean over `commits` of them."""
    connection = sqlite3.connect(
        folder / f"{synchronous}-{time.monotonic_ns()}", isolation_level=None
    )
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={synchronous}")
    connection.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, text TEXT)")
    began = time.perf_counter()
    for _number in range(commits):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO kept (text) VALUES (?)", (ROW,))
        connection.execute("COMMIT")
    took = time.perf_counter() - began
    connection.close()
    return took / commits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commits", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        runs = [
            {one: seconds(Path(folder), one, options.commits) for one in ("FULL", "NORMAL")}
            for _run in range(RUNS)
        ]
    found = {one: median(run[one] for run in runs) * 1000 for one in ("FULL", "NORMAL")}
    if options.json:
        print(json.dumps({"milliseconds a commit": found, "runs": runs}))
        return
    print(f"a commit: FULL {found['FULL']:.3f} ms, NORMAL {found['NORMAL']:.3f} ms")


if __name__ == "__main__":
    main()
