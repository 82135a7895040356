"""A federation's afternoon: many tournaments at once, tablets that send, people who watch.

    python -m bench.load      500 tournaments, 16 tables each, 2,000 watching; 1, 2 and 4 servers
    python -m bench.load --print     leave RESULTS.md as it is
    python -m bench.load --tournaments 20 --tables 4 --watching 100 --seconds 10 --servers 1 2
    BENCH_DATABASE_URL=postgres://… python -m bench.load   PostgreSQL instead of SQLite

Each number of servers is measured four times over: its floor (`/healthz`); two afternoons, in which
every table sends a hand each `--every` seconds (120), as fast as that and `--faster` times as fast
(2), whatever the answers take; and pressed, in which so many tablets as `--at-once` send without a
pause, which says how many hands there can be. The database that BENCH_DATABASE_URL names is filled:
give it one of its own. The tournaments are made once, and played on from one number of servers to
the next.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.afternoon import Tables, afternoon, floor, pressed, watcher
from bench.faults.installation import Installation
from bench.parts import RESULTS, put, where_and_when
from bench.parts import options as told_options

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
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Afternoon:
    """`sent` hands, so many a second, what half and 99 of 100 took, how many were `refused` and how
    many `unanswered`, how often somebody was `told`, the servers' processor for each hand, and
    how many processors were busy, with those of the database, the tablets and the readers."""

    hands_a_second: float
    sent: int
    p50_ms: float
    p99_ms: float
    refused: int
    unanswered: int
    told_a_second: float
    cpu_ms: float
    busy: float


@dataclass(frozen=True)
class Figures:
    """Of one number of servers: its afternoons; pressed, how many hands there can be; the memory of
    the largest server; the statements of a hand."""

    servers: int
    afternoons: list[Afternoon]
    pressed_a_second: float
    pressed_p99_ms: float
    pressed_refused: int
    floor_a_second: float
    mb: float
    statements: int


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def busy_seconds() -> float:
    """Of all processors, whoever used them."""
    user, nice, system, _idle, _disk, *rest = map(
        int, Path("/proc/stat").read_text().partition("\n")[0].split()[1:8]
    )
    return (user + nice + system + sum(rest)) / TICKS


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
    afternoons = [
        await measured_afternoon(ports, processes, tables, options, faster, told)
        for faster in (1.0, options.faster)
    ]
    most = await pressed(ports, tables, options.at_once, options.seconds / 2)
    for one in watchers:
        one.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    return Figures(
        servers=len(ports),
        afternoons=afternoons,
        pressed_a_second=round(2 * len(most.seconds) / options.seconds, 1),
        pressed_p99_ms=most.ms(0.99),
        pressed_refused=most.refused,
        floor_a_second=round(at_rest, 1),
        mb=round(max(map(megabytes, processes)), 1),
        statements=statements,
    )


async def measured_afternoon(
    ports: list[int], processes: list[int], tables: Tables, options: argparse.Namespace,
    faster: float, told: list[int],
) -> Afternoon:  # fmt: skip
    """One that is so many times as fast as a real one. `told` counts for all readers."""
    rate = len(tables.ways) * faster / options.every
    spent, heard, busy = sum(map(cpu_seconds, processes)), told[0], busy_seconds()
    began = time.monotonic()
    waits, sent, unanswered = await afternoon(ports, tables, rate, options.seconds)
    lasted = time.monotonic() - began
    return Afternoon(
        hands_a_second=round(rate, 1),
        sent=sent,
        p50_ms=waits.ms(0.5),
        p99_ms=waits.ms(0.99),
        refused=waits.refused,
        unanswered=unanswered,
        told_a_second=round((told[0] - heard) / lasted, 1),
        cpu_ms=round(
            1000 * (sum(map(cpu_seconds, processes)) - spent) / max(1, len(waits.seconds)), 2
        ),
        busy=round((busy_seconds() - busy) / lasted, 2),
    )


def statements_of(installation: Installation, tables: Tables) -> int:
    """How many a hand sends to the database: the third of a table."""
    requests = [next(tables.ways[0]) for _hand in range(3)]
    return int(installation.ask(STATEMENTS.format(requests=requests)))


def main() -> None:
    parser = told_options(__doc__)
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
    where = where_and_when()
    found = []
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
                found.append(asyncio.run(measure(installation, tables, options, statements)))
            finally:
                installation.end()
                installation.web.clear()

    if options.json:
        print(json.dumps([asdict(one) for one in found]))
        return
    text = report(where, options, found)
    print(text)
    if not options.print:
        put(RESULTS, "load", text)


def report(where: str, options: argparse.Namespace, found: list[Figures]) -> str:
    database = "PostgreSQL" if "postgres" in os.environ.get("BENCH_DATABASE_URL", "") else "SQLite"
    afternoons = "\n".join(
        f"| {one.servers} | {at.hands_a_second} | {at.p50_ms} | {at.p99_ms} "
        f"| {at.sent - at.refused - at.unanswered} of {at.sent} | {at.told_a_second} | {at.cpu_ms} "
        f"| {at.busy} |"
        for one in found
        for at in one.afternoons
    )
    most = "\n".join(
        f"| {one.servers} | {one.pressed_a_second} | {one.pressed_p99_ms} | {one.floor_a_second} "
        f"| {one.mb} |"
        for one in found
    )
    return f"""## A federation's afternoon

`python -m bench.load`, {where}. {database}; {options.tournaments} tournaments with {options.tables}
tables each, {options.watching} watching, {options.seconds:.0f} seconds an afternoon; a hand is
{found[0].statements} statements. Servers, database, tablets and readers share the processors.

| servers | hands a second | half within, ms | 99 of 100, ms | taken | told a second \
| servers' processor a hand, ms | processors busy |
|--:|--:|--:|--:|--:|--:|--:|--:|
{afternoons}

Pressed by {options.at_once} tablets that send without a pause:

| servers | hands a second | 99 of 100 within, ms | floor, `/healthz` a second | a server, MB |
|--:|--:|--:|--:|--:|
{most}"""


if __name__ == "__main__":
    main()
