"""A federation's afternoon: many tournaments at once, tablets that send, people who watch.

    python -m bench.load              500 tournaments, 16 tables each, 2,000 watching, a minute
    python -m bench.load --tournaments 20 --tables 4 --watching 100 --seconds 20 --servers 1 2 4
    BENCH_DATABASE_URL=postgres://… python -m bench.load   PostgreSQL instead of SQLite

The database that BENCH_DATABASE_URL names is filled: give it one of its own. Each number of servers
is measured by itself on new tournaments; the floor, requests to `/healthz`, is of the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.faults.installation import Installation
from bench.hands import hands_of

MAKE = """
import json
from tests.tournament import play
from tournament.matches.models import Match
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices
made = []
for number in range({tournaments}):
    one = play.tournament(entered=2 * {tables}, drawn=True, tables={tables}, name=f"Cup {{number}}")
    Match.objects.filter(tournament=one).update(best_of=9)
    for table in range({tables}):
        match = play.start(play.match(one, 1, table), table_number=table + 1)
        token = join_token(Table.objects.get(tournament=one, number=table + 1))
        made.append([one.slug, match.pk, devices.join(token=token)[1]])
print(json.dumps(made))
"""
FLOOR_SECONDS = 3.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    """One number of servers. `cpu_ms`: of all servers for each hand; `mb`: the largest of them."""

    servers: int
    hands: int
    hands_a_second: float
    p50_ms: float
    p99_ms: float
    refused: int
    told_a_second: float
    floor_a_second: float
    cpu_ms: float
    mb: float


async def ask(port: int, method: str, path: str, headers: dict[str, str], body: bytes) -> int:
    """The status of one request on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines.append(f"Content-Length: {len(body)}")
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    status = int((await reader.readline()).split()[1])
    await reader.read()
    writer.close()
    return status


async def tablet(port: int, match: int, token: str, until: float, waits: list[float]) -> int:
    """Sends one hand after the other; returns how many were not taken."""
    refused = 0
    for method, path, headers, body in hands_of(port, match, token):
        if time.monotonic() > until:
            break
        began = time.monotonic()
        if await ask(port, method, path, headers, body) == 200:
            waits.append(time.monotonic() - began)
        else:
            refused += 1
    return refused


async def watcher(port: int, slug: str, told: list[int]) -> None:
    """An open page: counts what it is told."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET /live/t/{slug} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        while line := await reader.readline():
            told[0] += line.startswith(b"id:")
    finally:
        writer.close()


async def floor(port: int) -> float:
    """Requests a second that ask for nothing, eight at once."""
    count, until = 0, time.monotonic() + FLOOR_SECONDS

    async def one() -> None:
        nonlocal count
        while time.monotonic() < until:
            await ask(port, "GET", "/healthz", {}, b"")
            count += 1

    await asyncio.gather(*(one() for _number in range(8)))
    return count / FLOOR_SECONDS


async def afternoon(
    ports: list[int], tables: list[Any], watching: int, seconds: float
) -> tuple[list[float], int, int]:
    """The waits of all hands, how many were refused, how often somebody was told."""
    told, waits = [0], []  # type: ignore[var-annotated]
    slugs = sorted({slug for slug, *_rest in tables})
    watchers = [
        asyncio.create_task(watcher(ports[n % len(ports)], slugs[n % len(slugs)], told))
        for n in range(watching)
    ]
    await asyncio.sleep(1)
    until = time.monotonic() + seconds
    refused = await asyncio.gather(
        *(
            tablet(ports[n % len(ports)], match, token, until, waits)
            for n, (_slug, match, token) in enumerate(tables)
        )
    )
    for one in watchers:
        one.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    return sorted(waits), sum(refused), told[0]


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def measure(installation: Installation, tables: list[Any], options: argparse.Namespace) -> Figures:
    """Of the servers that run now."""
    ports = list(installation.web)
    processes = [process.pid for process in installation.web.values()]
    rate = asyncio.run(floor(ports[0]))
    before = sum(map(cpu_seconds, processes))
    waits, refused, told = asyncio.run(afternoon(ports, tables, options.watching, options.seconds))
    spent = sum(map(cpu_seconds, processes)) - before
    hands = max(1, len(waits))
    return Figures(
        servers=len(ports),
        hands=len(waits),
        hands_a_second=round(len(waits) / options.seconds, 1),
        p50_ms=round(1000 * waits[len(waits) // 2], 1) if waits else 0.0,
        p99_ms=round(1000 * waits[len(waits) * 99 // 100], 1) if waits else 0.0,
        refused=refused,
        told_a_second=round(told / options.seconds, 1),
        floor_a_second=round(rate, 1),
        cpu_ms=round(1000 * spent / hands, 2),
        mb=round(max(map(megabytes, processes)), 1),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=500)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--watching", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--servers", type=int, nargs="*", default=[1])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        database = os.environ.get("BENCH_DATABASE_URL", "")
        installation = Installation(Path(folder), database)
        installation.env["LIVE_STREAMS_PER_ADDRESS"] = "100000"
        installation.manage("migrate", "--verbosity", "0")
        for servers in options.servers:
            script = MAKE.format(tournaments=options.tournaments, tables=options.tables)
            tables = installation.ask(script)
            try:
                for _number in range(servers):
                    installation.start()
                print(json.dumps(asdict(measure(installation, tables, options))))
            finally:
                installation.end()
                installation.web.clear()


if __name__ == "__main__":
    main()
