"""How fast the rules engine is, beside a plain writing of the same rules and the bare floor.

    python -m bench.engine            measures everything once, writes its part of bench/RESULTS.md
    python -m bench.engine --print    measures and only prints

Every figure is of the best of several runs, in processor time of one core. Machines are noisy: what
counts are the ratios, all of one run. The floor does only what no writing can leave out, so nothing
beats it. The plain writing refuses nothing, which is to its advantage.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

from mus import parse, settle, settle_json
from tests.mus import naive
from tests.mus.records import random_records

RESULTS = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- engine: begin -->", "<!-- engine: end -->"
RUNS = 7
HANDS = 20_000
SEED = 20240526


@dataclass(frozen=True)
class Measure:
    """One thing measured: how many a second."""

    name: str
    per_second: float


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
        Measure("floor: the hands gone through", rate(each(_nothing, raw), HANDS)),
        Measure("plain writing, from JSON values", rate(each(naive.settle, raw), HANDS)),
        Measure("settle, parsed records (≥ 4 ×)", rate(each(settle, parsed), HANDS)),
        Measure("parse and settle, from JSON values", rate(each(settle_json, raw), HANDS)),
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
            cwd=RESULTS.parent.parent,
        )  # fmt: skip
        figures.append([float(figure) for figure in done.stdout.split()])
    return statistics.median(f[0] for f in figures), statistics.median(f[1] for f in figures)


def machine() -> str:
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    load = f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    return f"{model}, {load}, {platform.system()}, Python {platform.python_version()}"


def commit() -> str:
    """The commit that is measured; marked where the files differ from it."""
    describe = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
        capture_output=True, text=True, check=False, cwd=RESULTS.parent.parent,
    )  # fmt: skip
    return describe.stdout.strip() or "unknown"


def report() -> str:
    milliseconds, megabytes = importing()
    parts = [
        f"## The rules engine, {datetime.now(UTC).date()}, commit {commit()}",
        "",
        f"`python -m bench.engine`, {datetime.now(UTC).date()}, commit {commit()}: {machine()}. "
        f"Processor time of one core, best of {RUNS} runs; {HANDS:,} different random hands.",
        "",
        *table("Hands settled", hands()),
        f"`import mus` takes {milliseconds:.0f} ms (target: under 60) and "
        f"{megabytes:.1f} MB (target: under 15).",
    ]
    return "\n".join(parts)


def table(title: str, measures: Sequence[Measure]) -> list[str]:
    """A table with each figure's ratio to the plain writing and to the floor."""
    floor, plain = measures[0].per_second, measures[1].per_second
    return [
        f"| {title} | a second | × plain | cost × floor |",
        "|---|--:|--:|--:|",
        *(
            f"| {measure.name} | {measure.per_second:,.0f} | {measure.per_second / plain:.1f} | "
            f"{floor / measure.per_second:.1f} |"
            for measure in measures
        ),
        "",
    ]


def write(section: str) -> None:
    """Put the section between its marks in RESULTS.md, above those of earlier days."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Benchmark results\n"
    if BEGIN not in text:
        text = f"{text.rstrip()}\n\n{BEGIN}\n{END}\n"
    head, _, rest = text.partition(BEGIN)
    earlier = rest.strip() if not rest.startswith("\n" + END) else rest.lstrip()
    text = f"{head}{BEGIN}\n{section}\n\n{earlier}".rstrip() + "\n"
    RESULTS.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--print", action="store_true", help="print, and leave RESULTS.md alone")
    only_print = parser.parse_args().print
    section = report()
    print(section)
    if not only_print:
        write(section)


if __name__ == "__main__":
    main()
