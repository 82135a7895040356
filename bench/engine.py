"""How fast the rules engine is, beside a plain writing of the same rules and the bare floor.

    python -m bench.engine            measures everything once, writes its part of bench/RESULTS.md
    python -m bench.engine --print    measures and only prints
    python -m bench.engine --json     the same, as JSON

Every figure is of the best of several runs, in processor time of one core. Machines are noisy: what
counts are the ratios, so like is measured beside like in the same run: values beside values, text
beside text, cards beside cards. A floor does only what no writing can leave out, so nothing beats
it. The plain writing refuses nothing, which is to its advantage.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from mus import class_index, deal_judge, parse, settle, settle_json, settle_text
from mus.cards import card_from
from mus.holdings import holding_of
from mus.ruleset import PRESETS
from tests.mus import naive
from tests.mus.records import PACK, random_records

RESULTS = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- engine: begin -->", "<!-- engine: end -->"
RUNS = 7
HANDS, DEALS = 20_000, 100_000
SEED = 20240526


@dataclass(frozen=True)
class Measure:
    """One thing measured: how many a second, and the target if there is one."""

    name: str
    per_second: float
    target: float | None = None


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
    lines = [json.dumps(record) for record in raw]
    assert all(settle_json(r) == {**naive.settle(r)} for r in raw[:2000])
    return [
        Measure("floor: the hands gone through", rate(each(_nothing, raw), HANDS)),
        Measure("plain writing, from JSON values", rate(each(naive.settle, raw), HANDS)),
        Measure("settle, parsed records (≥ 4 ×)", rate(each(settle, parsed), HANDS)),
        Measure("parse and settle, from JSON values", rate(each(settle_json, raw), HANDS)),
        Measure("floor: JSON read", rate(each(json.loads, lines), HANDS)),
        Measure("plain writing, text to text, unchecked", rate(each(_plain_text, lines), HANDS)),
        Measure(
            "settle_text, text to text, checked (≥ 2 ×)", rate(each(settle_text, lines), HANDS)
        ),
    ]


def _nothing(record: object) -> None:
    return None


def _plain_text(line: str) -> str:
    return json.dumps(naive.settle(json.loads(line)))


def deals() -> list[Measure]:
    """Judging: four hands in four lances, all telling the truth."""
    rng = random.Random(SEED)
    cards = [deal(rng) for _ in range(DEALS // 20)]
    numbers = [class_numbers(fours) for fours in cards] * 20
    judge = deal_judge(8)
    keys = list(range(330))

    def floor() -> None:
        for a, b, c, d in numbers:
            keys[a], keys[b], keys[c], keys[d]

    def work() -> None:
        for a, b, c, d in numbers:
            judge(a, b, c, d)

    plain = rate(each(partial(naive.judge_deal, kings=8), cards), len(cards))
    return [
        Measure("floor: loop and four table look-ups", rate(floor, len(numbers))),
        Measure("plain writing, from cards", plain),
        Measure("deal_judge, class numbers", rate(work, len(numbers)), 400_000),
    ]


def deal(rng: random.Random) -> list[list[str]]:
    dealt = rng.sample(PACK, 16)
    return [dealt[4 * seat : 4 * seat + 4] for seat in range(4)]


def class_numbers(fours: Sequence[Sequence[str]]) -> tuple[int, ...]:
    numbers, ruleset = class_index(8), PRESETS["brisbane-2024"]
    cards = [[card for token in four if (card := card_from(token))] for four in fours]
    return tuple(numbers[holding_of(four, ruleset).strengths] for four in cards)


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
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
        capture_output=True, text=True, check=False, cwd=RESULTS.parent.parent,
    )  # fmt: skip
    return told.stdout.strip() or "unknown"


def as_json() -> str:
    milliseconds, megabytes = importing()
    named = {"hands": hands(), "deals": deals()}
    return json.dumps(
        {
            "commit": commit(),
            "load": os.getloadavg()[0],
            "python": platform.python_version(),
            "import": {"milliseconds": milliseconds, "megabytes": megabytes},
            **{key: {m.name: m.per_second for m in found} for key, found in named.items()},
        },
        indent=1,
    )


def report() -> str:
    milliseconds, megabytes = importing()
    parts = [
        f"## The rules engine, {datetime.now(UTC).date()}, commit {commit()}",
        "",
        f"`python -m bench.engine`, {datetime.now(UTC).date()}, commit {commit()}: {machine()}. "
        f"Processor time of one core, best of {RUNS} runs; {HANDS:,} different random hands, "
        f"{DEALS:,} deals.",
        "",
        *table("Hands settled", hands()),
        *table("Deals judged (four hands, four lances)", deals()),
        f"`import mus` takes {milliseconds:.0f} ms (target: under 60) and "
        f"{megabytes:.1f} MB (target: under 15).",
    ]
    return "\n".join(parts)


def table(title: str, measures: Sequence[Measure]) -> list[str]:
    """A table with each figure's ratio to the plain writing and to the floor last named above."""
    plain = next(m.per_second for m in measures if m.name.startswith("plain"))
    rows = [
        f"| {title} | a second | × plain | cost × floor | target |",
        "|---|--:|--:|--:|--:|",
    ]
    floor = measures[0].per_second
    for measure in measures:
        if measure.name.startswith("floor"):
            floor = measure.per_second
        if measure.name.startswith("plain"):
            plain = measure.per_second
        target = f"{measure.target:,.0f}" if measure.target else ""
        if measure.target and measure.per_second < measure.target:
            target += " missed"
        rows.append(
            f"| {measure.name} | {measure.per_second:,.0f} | {measure.per_second / plain:.1f} | "
            f"{floor / measure.per_second:.1f} | {target} |"
        )
    return [*rows, ""]


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
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = parser.parse_args()
    if chosen.json:
        print(as_json())
        return
    section = report()
    print(section)
    if not chosen.print:
        write(section)


if __name__ == "__main__":
    main()
