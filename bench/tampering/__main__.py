"""`python -m bench.tampering --changes 10000 --processes 2`: as the package says; writes its part
of bench/RESULTS.md. `--print`: prints only."""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from multiprocessing import get_context

from bench import tampering
from bench.parts import RESULTS, put, where_and_when
from bench.tampering.measuring import Came, in_a_database_of_its_own


def main() -> None:
    parser = argparse.ArgumentParser(description=tampering.__doc__)
    parser.add_argument("--changes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="each with the next seed")
    parser.add_argument("--print", action="store_true", help="print only")
    options = parser.parse_args()
    begun, place = time.monotonic(), where_and_when()
    tasks = [
        (options.changes // options.processes, options.seed + more)
        for more in range(options.processes)
    ]
    with get_context("spawn").Pool(options.processes) as pool:
        came = list(pool.imap(in_a_database_of_its_own, tasks))
    seeds = ", ".join(str(seed) for _changes, seed in tasks)
    minutes = (time.monotonic() - begun) / 60
    text = report(came, f"seeds {seeds}, {place}, {minutes:.0f} minutes")
    print(text)
    if not options.print:
        put(RESULTS, "tampering", text)


def report(came: list[Came], how: str) -> str:
    """The figures of all processes together, and each kind of change that was not found."""
    tried, found, missed = (Counter[str](), Counter[str](), Counter[str]())
    for one in came:
        tried.update(one.tried)
        found.update(one.found)
        missed.update(re.sub(r"\d+", "n", what) for what in one.missed)
    lines = [
        "## Tampering", "", f"`python -m bench.tampering`: {how}.", "",
        "| what was changed | changes | found |", "|---|--:|--:|",
        *(f"| {sort} | {tried[sort]:,} | {found[sort]:,} |" for sort in tried),
        f"| all | {tried.total():,} | {found.total():,} |", "",
    ]  # fmt: skip
    if not missed:
        return "\n".join([*lines, "Every change was found."])
    said = [f"- {count} × {what}" for what, count in missed.most_common()]
    why = "Not found, numbers as n ([trust.md](../docs/trust.md) says why that changes nothing):"
    return "\n".join([*lines, why, "", *said])


if __name__ == "__main__":
    main()
