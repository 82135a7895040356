"""How fast the rules engine is, beside a plain writing of the same rules and the bare floor.

    python -m bench.engine            measures, writes its part of bench/RESULTS.md
    python -m bench.engine --print    measures and only prints

Every figure is of the best of several runs, in processor time of one core. Machines are noisy: what
counts are the ratios, all of one run. The floor does only what no writing can leave out, so nothing
beats it. The plain writing refuses nothing, which is to its advantage.
"""

import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

from bench.parts import ROOT, options, publish, where_and_when
from mus import parse, settle, settle_json
from tests.mus import naive
from tests.mus.records import random_records

RUNS = 7
HANDS = 20_000
SEED = 20240526


Measure = tuple[str, float]
"""What was measured, and how many a second."""


def rate(work: Callable[[], object], count: int) -> float:
    """How many a second: the best of `RUNS` runs of `work`, which does `count` of them. The best is
    what other programs on the machine took least from."""
    work()
    times = []
    for _ in range(RUNS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return count / min(times)


def each(function: Callable[[Any], object], things: Sequence[Any]) -> Callable[[], None]:
    def work() -> None:
        for thing in things:
            function(thing)

    return work


def hands() -> list[Measure]:
    """Settling: random hands, every one different."""
    raw = random_records(HANDS, SEED)
    parsed = [parse(record) for record in raw]
    assert all(settle_json(r) == {**naive.settle(r)} for r in raw[:2000])
    return [
        ("floor: the hands gone through", rate(each(_nothing, raw), HANDS)),
        ("plain writing, from JSON values", rate(each(naive.settle, raw), HANDS)),
        ("settle, parsed records (≥ 4 ×)", rate(each(settle, parsed), HANDS)),
        ("parse and settle, from JSON values", rate(each(settle_json, raw), HANDS)),
    ]


def _nothing(record: object) -> None:
    return None


IMPORT = """
import os, sys, time
def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
before, start = resident(), time.process_time()
import mus
print((time.process_time() - start) * 1000, resident() - before)
"""


def importing() -> tuple[float, float]:
    """What `import mus` takes in a fresh process: milliseconds and resident MB."""
    figures = []
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True,
            cwd=ROOT,
        )  # fmt: skip
        figures.append([float(figure) for figure in done.stdout.split()])
    return statistics.median(f[0] for f in figures), statistics.median(f[1] for f in figures)


def report() -> str:
    milliseconds, megabytes = importing()
    parts = [
        "## The rules engine",
        "",
        f"`python -m bench.engine`, {where_and_when()}, Python {platform.python_version()}. "
        f"Processor time of one core, best of {RUNS} runs; {HANDS:,} different random hands.",
        "",
        *table("Hands settled", hands()),
        f"`import mus` takes {milliseconds:.0f} ms (target: under 60) and "
        f"{megabytes:.1f} MB (target: under 15).",
    ]
    return "\n".join(parts)


def table(title: str, measures: Sequence[Measure]) -> list[str]:
    """A table with each figure's ratio to the plain writing and to the floor."""
    floor, plain = measures[0][1], measures[1][1]
    return [
        f"| {title} | a second | × plain | cost × floor |",
        "|---|--:|--:|--:|",
        *(
            f"| {name} | {per_second:,.0f} | {per_second / plain:.1f} | {floor / per_second:.1f} |"
            for name, per_second in measures
        ),
        "",
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    publish(chosen, "engine", report())


if __name__ == "__main__":
    main()
