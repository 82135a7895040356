"""Whole days of every format through the services: do they end, and how long does it take.

    python -m bench.days                    16, 32 and 64 pairs; writes its part of bench/RESULTS.md
    python -m bench.days --print            measures and only prints
    python -m bench.days --pairs 8 --only swiss

Each day is `manage.py simulate --results-only` in a database of its own: an organizer enters and
draws, matches begin at a table for two pairs, each ends with a result, and what follows follows.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from bench.parts import ROOT, options, publish, where_and_when

SIZES = (16, 32, 64)
FORMATS = (
    "knockout", "repesca", "three_losses", "groups", "swiss", "fresh_draw", "round_robin",
)  # fmt: skip


@dataclass(frozen=True)
class Played:
    """A day: `status` of its tournament at the end, and the processor's seconds that it took."""

    format: str
    pairs: int
    matches: int
    status: str
    seconds: float


def play(key: str, pairs: int) -> Played:
    """One day, in a process and a database of its own. Raises CalledProcessError where it fails."""
    with tempfile.TemporaryDirectory() as var:
        alone = {**os.environ, "VAR_DIR": var, "PYTHONPATH": str(ROOT)}
        alone.pop("DATABASE_URL", None)
        manage = [sys.executable, str(ROOT / "manage.py")]
        subprocess.run([*manage, "migrate", "--verbosity=0"], env=alone, check=True)
        arguments = ["--pairs", str(pairs), "--format", key, "--tables", str(max(1, pairs // 2))]
        before = os.times()
        simulation = subprocess.run(
            [*manage, "simulate", "--results-only", "--json", *arguments],
            env=alone, check=True, capture_output=True, text=True,
        )  # fmt: skip
        after = os.times()
    outcome = json.loads(simulation.stdout)
    seconds = after.children_user + after.children_system
    seconds -= before.children_user + before.children_system
    return Played(key, pairs, outcome["matches"], outcome["status"], seconds)


def section(days: list[Played]) -> str:
    """The part of RESULTS.md."""
    rows = [
        f"| {day.format} | {day.pairs} | {day.matches} | {day.status} | {day.seconds:.1f} | "
        f"{1000 * day.seconds / max(1, day.matches):.0f} |"
        for day in days
    ]
    return "\n".join([
        "## Whole days of every format",
        "",
        "`python -m bench.days`: through the services, SQLite, a result for each match, no hands. "
        "Seconds of the processor,",
        f"the start of the process among them. At {where_and_when()}.",
        "",
        "| format | pairs | matches | at the end | seconds | ms a match |",
        "|---|---|---|---|---|---|",
        *rows,
    ])  # fmt: skip


def main() -> None:
    """Plays the days asked for and writes what came of them."""
    parser = options(__doc__)
    parser.add_argument("--pairs", type=int, nargs="+", default=SIZES)
    parser.add_argument("--only", nargs="+", default=FORMATS)
    chosen = parser.parse_args()
    began = time.monotonic()
    days = []
    for key in chosen.only:
        for pairs in chosen.pairs:
            days.append(play(key, pairs))
            print(days[-1], f"{time.monotonic() - began:.0f} s", flush=True)
    publish(chosen, "days", section(days))


if __name__ == "__main__":
    main()
