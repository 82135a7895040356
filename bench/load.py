"""A federation's afternoon: many tournaments at once, tablets that send, people who watch.

    python -m bench.load      500 tournaments, 16 tables each, 2,000 watching; 1, 2 and 4 servers
    python -m bench.load --tournaments 20 --tables 4 --watching 100 --seconds 10 --servers 1 2
    BENCH_DATABASE_URL=postgres://… python -m bench.load   PostgreSQL instead of SQLite

Each number of servers is measured three times over: its floor (`/healthz`); an afternoon, in which
every table sends a hand each `--every` seconds (120), made `--faster` times as fast (2), whatever
the answers take; and pressed, in which so many tablets as `--at-once` send without a pause, which
says how many hands there can be. The database that BENCH_DATABASE_URL names is filled: give it one
of its own. The tournaments are made once, and played on from one number of servers to the next.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.faults.installation import Installation
from bench.hands import hands_of

MAKE = """
import json
from django.db import transaction
from tests.tournament import play
from tournament.matches.models import Match
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices
made = []
def make(number):
    one = play.tournament(entered=2 * {tables}, drawn=True, tables={tables}, name=f"Cup {{number}}")
    Match.objects.filter(tournament=one).update(best_of=9)
    for table in range({tables}):
        match = play.start(play.match(one, 1, table), table_number=table + 1)
        token = join_token(Table.objects.get(tournament=one, number=table + 1))
        made.append([one.slug, match.pk, devices.join(token=token)[1]])
for number in range({tournaments}):
    with transaction.atomic():
        make(number)
print(json.dumps(made))
"""
STATEMENTS = """
import json
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
settings.ALLOWED_HOSTS = ["testserver"]
for _method, path, headers, body in {requests!r}:
    headers = {{name: value for name, value in headers.items() if name != "Content-Type"}}
    with CaptureQueriesContext(connection) as asked:
        told = Client(headers=headers).post(path, body, content_type="application/json")
    assert told.json()["results"][0]["outcome"] == "applied", told.content
print(json.dumps(len(asked)))
"""
FLOOR_SECONDS = 3.0
LAST_SECONDS = 20.0
"""How long an answer to the last hands is waited for."""
TICKS = os.sysconf("SC_CLK_TCK")
Request = tuple[str, str, dict[str, str], bytes]


@dataclass(frozen=True)
class Figures:
    """One number of servers. The afternoon: `sent` hands in all, what half and 99 of 100 took, how
    many were `refused` and how many `unanswered`, how often somebody was `told`. Pressed: how many
    hands there can be. `cpu_ms`: of all servers for each hand; `mb`: the largest of them."""

    servers: int
    sent: int
    hands_a_second: float
    p50_ms: float
    p99_ms: float
    refused: int
    unanswered: int
    told_a_second: float
    pressed_a_second: float
    pressed_p99_ms: float
    floor_a_second: float
    cpu_ms: float
    mb: float
    statements: int


class Tables:
    """Every table with the hands it still has to send; whoever is asked next is any of them."""

    def __init__(self, made: list[Any]) -> None:
        self.slugs = sorted({slug for slug, *_rest in made})
        self.ways: list[Iterator[Request]] = [hands_of(0, match, key) for _s, match, key in made]
        self.free = list(range(len(made)))
        random.shuffle(self.free)

    def take(self) -> tuple[int, Request] | None:
        """A table that waits for nobody's answer, and its next hand."""
        while self.free:
            table = self.free.pop()
            if (request := next(self.ways[table], None)) is not None:
                return table, request
        return None

    def back(self, table: int) -> None:
        """Its hand was answered."""
        self.free.insert(random.randrange(len(self.free) + 1), table)


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


class Waits:
    """What the hands of one phase took, and how many were not taken."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.refused = 0

    async def send(self, ports: list[int], tables: Tables) -> bool:
        """Sends one table's next hand; False when there is none."""
        if (taken := tables.take()) is None:
            return False
        table, request = taken
        began = time.monotonic()
        if await ask(ports[table % len(ports)], *request) == 200:
            self.seconds.append(time.monotonic() - began)
        else:
            self.refused += 1
        tables.back(table)
        return True

    def ms(self, share: float) -> float:
        """What so large a share took at most."""
        waits = sorted(self.seconds)
        return round(1000 * waits[int(len(waits) * share)], 1) if waits else 0.0


async def afternoon(ports: list[int], tables: Tables, rate: float, seconds: float) -> Any:
    """So many hands a second, whatever the answers take: the waits, all that were sent, and those
    that nobody answered within twenty seconds."""
    waits, sending = Waits(), []
    began = time.monotonic()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
        sending.append(asyncio.create_task(waits.send(ports, tables)))
    _done, late = await asyncio.wait(sending, timeout=LAST_SECONDS)
    for one in late:
        one.cancel()
    return waits, len(sending), len(late)


async def pressed(ports: list[int], tables: Tables, at_once: int, seconds: float) -> Waits:
    """So many tablets, each with its next hand as soon as the last one is answered."""
    waits, until = Waits(), time.monotonic() + seconds

    async def one() -> None:
        while time.monotonic() < until and await waits.send(ports, tables):
            pass

    await asyncio.gather(*(one() for _number in range(at_once)))
    return waits


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


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def measure(
    installation: Installation, tables: Tables, options: argparse.Namespace, statements: int
) -> Figures:
    """Of the servers that run now."""
    ports = list(installation.web)
    processes = [process.pid for process in installation.web.values()]
    at_rest = await floor(ports[0])
    told, slugs = [0], tables.slugs
    watchers = [
        asyncio.create_task(watcher(ports[n % len(ports)], slugs[n % len(slugs)], told))
        for n in range(options.watching)
    ]
    await asyncio.sleep(2)
    before, rate = (
        sum(map(cpu_seconds, processes)),
        len(tables.ways) * options.faster / options.every,
    )
    waits, sent, unanswered = await afternoon(ports, tables, rate, options.seconds)
    spent, heard = sum(map(cpu_seconds, processes)) - before, told[0]
    most = await pressed(ports, tables, options.at_once, options.seconds / 2)
    for one in watchers:
        one.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    return Figures(
        servers=len(ports),
        sent=sent,
        hands_a_second=round(rate, 1),
        p50_ms=waits.ms(0.5),
        p99_ms=waits.ms(0.99),
        refused=waits.refused + most.refused,
        unanswered=unanswered,
        told_a_second=round(heard / options.seconds, 1),
        pressed_a_second=round(2 * len(most.seconds) / options.seconds, 1),
        pressed_p99_ms=most.ms(0.99),
        floor_a_second=round(at_rest, 1),
        cpu_ms=round(1000 * spent / max(1, len(waits.seconds)), 2),
        mb=round(max(map(megabytes, processes)), 1),
        statements=statements,
    )


def statements_of(installation: Installation, tables: Tables) -> int:
    """How many a hand sends to the database: the third of a table."""
    requests = [next(tables.ways[0]) for _hand in range(3)]
    return int(installation.ask(STATEMENTS.format(requests=requests)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=500)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--watching", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=40.0, help="of each afternoon")
    parser.add_argument(
        "--every", type=float, default=120.0, help="seconds between a table's hands"
    )
    parser.add_argument("--faster", type=float, default=2.0)
    parser.add_argument("--at-once", type=int, default=64)
    parser.add_argument("--servers", type=int, nargs="*", default=[1, 2, 4])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        database = os.environ.get("BENCH_DATABASE_URL", "")
        installation = Installation(Path(folder), database)
        installation.env["LIVE_STREAMS_PER_ADDRESS"] = "100000"
        installation.manage("migrate", "--verbosity", "0")
        began = time.monotonic()
        script = MAKE.format(tournaments=options.tournaments, tables=options.tables)
        tables = Tables(installation.ask(script))
        statements = statements_of(installation, tables)
        print(f"made in {time.monotonic() - began:.0f} s", file=sys.stderr)
        for servers in options.servers:
            try:
                for _number in range(servers):
                    installation.start()
                found = asyncio.run(measure(installation, tables, options, statements))
                print(json.dumps(asdict(found)), flush=True)
            finally:
                installation.end()
                installation.web.clear()


if __name__ == "__main__":
    main()
