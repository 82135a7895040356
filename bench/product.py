"""What the whole product costs: a simulated championship, the server's memory, its pages.

    python -m bench.product            measures everything once, writes its part of bench/RESULTS.md
    python -m bench.product --print    measures and only prints

A fresh SQLite database in a folder of its own, the same commands and the same server as `make run`.
Beside each time stands a floor measured in the same run: for pages, `/healthz` (a request that asks
the database nothing); for the simulation, settling the same hands without storing them.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import platform
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- product: begin -->", "<!-- product: end -->"
TOURNAMENTS, PAIRS = 50, 4
REQUESTS = 60
FLOOR = "/healthz"


@dataclass(frozen=True)
class Figures:
    """Seconds, megabytes, and for each page its median milliseconds and its ratio to the floor."""

    simulation: dict[str, object]
    settling_alone: float
    tournaments: int
    hands: int
    memory_at_start: float
    memory_after: float
    pages: dict[str, tuple[float, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", action="store_true", help="print only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    text = report(figures)
    print(text)
    if not options.print:
        keep(text)


def measure(folder: Path) -> Figures:
    env = os.environ | {
        "VAR_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    manage(env, "migrate", "--verbosity", "0")
    simulation = json.loads(manage(env, "simulate", "--pairs", "27", "--seed", "7", "--json"))
    settling = float(manage(env, "shell", "-v", "0", "-c", SETTLE_AGAIN))
    for seed in range(1, TOURNAMENTS):
        manage(env, "simulate", "--pairs", str(PAIRS), "--seed", str(seed), "--quiet")
    counts = json.loads(manage(env, "shell", "-v", "0", "-c", COUNT))
    with server(env) as (port, pid):
        paths = [FLOOR, "/", *(path.format(**counts) for path in PAGES)]
        at_start = resident(pid)
        times = {path: median_ms(port, path) for path in paths}
        after = resident(pid)
    floor = times.pop(FLOOR)
    return Figures(
        simulation=simulation,
        settling_alone=settling,
        tournaments=counts["tournaments"],
        hands=counts["hands"],
        memory_at_start=at_start,
        memory_after=after,
        pages={path: (ms, ms / floor) for path, ms in times.items()},
    )


PAGES = ["/t/{slug}/", "/t/{slug}/standings/", "/t/{slug}/match/{match}/", "/t/{slug}/log/",
         "/api/v1/tournaments/{slug}/bracket/"]  # fmt: skip
COUNT = """
import json
from scoring.models import Hand
from tournament.models import Match, Tournament
first = Tournament.objects.order_by("id").first()
print(json.dumps({
    "tournaments": Tournament.objects.count(), "hands": Hand.objects.count(), "slug": first.slug,
    "match": Match.objects.filter(tournament=first, ended_by="games").order_by("-round")[0].pk,
}))
"""
SETTLE_AGAIN = """
import time
from scoring.models import Hand
from mus import settle_json
records = list(Hand.objects.values_list("record", flat=True))
start = time.perf_counter()
for record in records:
    settle_json(record)
print(time.perf_counter() - start)
"""


def manage(env: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"manage.py {' '.join(command)}\n{done.stderr}")
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


@contextmanager
def server(env: dict[str, str]) -> Iterator[tuple[int, int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = ["-m", "uvicorn", "config.asgi:application", "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, *command, "--log-level", "error"], cwd=ROOT, env=env
    )
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                get(port, FLOOR)
                break
            except OSError:
                time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(10)


def get(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


def median_ms(port: int, path: str) -> float:
    if get(port, path) != 200:
        raise SystemExit(f"{path} does not open")
    times = []
    for _ in range(REQUESTS):
        start = time.perf_counter()
        get(port, path)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def resident(pid: int, line_of: str = "VmRSS") -> float:
    """Megabytes of the server's memory that are really there; with VmHWM the most there were."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{line_of}:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("this system does not say how much memory a process has")


def report(found: Figures) -> str:
    when = datetime.now(UTC).date().isoformat()
    seconds = float(str(found.simulation["seconds"]))
    return "\n".join([
        BEGIN,
        "## The whole product",
        "",
        f"`python -m bench.product`, {when}, Python {platform.python_version()}, "
        f"{platform.machine()}, {os.cpu_count()} cores shared with other work, SQLite.",
        "",
        "| what | measured | target |",
        "|---|---|---|",
        f"| a championship of 27 pairs, simulated and stored | {seconds:.1f} s | under 60 s |",
        f"| its hands settled again without storing (floor) | {found.settling_alone:.2f} s "
        f"({seconds / found.settling_alone:.0f}× less) | |",
        f"| server, resident, {found.tournaments} tournaments and {found.hands} hands, started | "
        f"{found.memory_at_start:.0f} MB | under 150 MB |",
        f"| the same after {REQUESTS * (len(found.pages) + 1)} requests | "
        f"{found.memory_after:.0f} MB | under 150 MB |",
        "",
        f"Pages, median of {REQUESTS} requests one after the other, a new connection each; the "
        f"floor is `{FLOOR}`.",
        "",
        "| page | ms | × floor |",
        "|---|---|---|",
        *(f"| `{kind(path)}` | {ms:.1f} | {ratio:.1f} |" for path, (ms, ratio)
          in found.pages.items()),
        "",
        END,
    ])  # fmt: skip


def kind(path: str) -> str:
    """A page's address without the one tournament it was measured on."""
    parts = path.split("/")
    return "/".join("…" if i and parts[i - 1] in ("t", "tournaments", "match") and p else p
                    for i, p in enumerate(parts))  # fmt: skip


def keep(text: str) -> None:
    """Puts this part in its place in RESULTS.md and leaves the others."""
    old = RESULTS.read_text() if RESULTS.exists() else "# Measured\n\n"
    head, begin, rest = old.partition(BEGIN)
    tail = rest.partition(END)[2] if begin else ""
    RESULTS.write_text(f"{head.rstrip()}\n\n{text}\n{tail.lstrip()}")


if __name__ == "__main__":
    main()
