"""What thousands of open pages cost, and what they cost the tablets.

    python -m bench.crowd             measures, writes its part of bench/RESULTS.md
    python -m bench.crowd --json      the figures as JSON
    python -m bench.crowd --pages 500 fewer pages, for a look

One server process, one SQLite file, and all readers from this process: they share the machine with
the server they measure, so each time is one that a reader could have had at the latest. The floor
of a hand is the same hand with nobody watching, in the same run.
"""

import asyncio
import http.client
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from bench.hands import TABLES, TABLETS, hands_of, together
from bench.parts import Served, manage, options, publish, resident, server, where_and_when

PAGES, WATCHING, HANDS = 5_000, 2_000, 5
AT_ONCE = 250
NEWS = 300
"""Bytes that are more than a beat and less than a hand."""
PLACE = """
from tournament.matches.models import Match
import json
print(json.dumps([[m.tournament.slug, m.pk] for m in
                  Match.objects.filter(status="playing").select_related("tournament")]))
"""


@dataclass(frozen=True)
class Figures:
    """Seconds, unless the name says otherwise; each pair is the median and the last."""

    pages: int
    kilobytes_a_stream: float
    new_content: tuple[float, float]
    bytes_a_hand: float
    all_back: float
    refused: int
    hands_while_back: tuple[float, float]
    watching: int
    alone_a_second: float
    alone_p99: float
    watched_a_second: float
    watched_p99: float
    where: str


class Page(asyncio.Protocol):
    """An open page: what its stream has said, and when the last news came."""

    def __init__(self, address: str) -> None:
        self.address, self.got, self.base = address, 0, 0
        self.status = b""
        self.at: float | None = None
        self.opened: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        request = f"GET {self.address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n"
        self.transport.write(request.encode())

    def data_received(self, data: bytes) -> None:
        self.status = self.status or data[:12]
        self.got += len(data)
        now = time.perf_counter()
        if self.opened is None:
            self.opened = now
        if self.at is None and self.got - self.base >= NEWS:
            self.at = now

    def expect(self) -> None:
        """The next news are waited for."""
        self.base, self.at = self.got, None


async def opened(port: int, address: Callable[[int], str], count: int) -> list[Page]:
    """So many open pages, each with the first words of its stream."""
    loop, pages = asyncio.get_running_loop(), [Page(address(number)) for number in range(count)]
    for first in range(0, count, AT_ONCE):
        batch = pages[first : first + AT_ONCE]
        await asyncio.gather(
            *(loop.create_connection(partial(_itself, page), "127.0.0.1", port) for page in batch)
        )
    await until(lambda: all(page.opened for page in pages), 60)
    return pages


def _itself(page: Page) -> Page:
    return page


async def until(done: Callable[[], bool], seconds: float) -> None:
    end = time.perf_counter() + seconds
    while not done() and time.perf_counter() < end:
        await asyncio.sleep(0.005)


async def measure(folder: Path, count: int) -> Figures:
    env = os.environ | {
        "VAR_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LIVE_STREAMS_PER_ADDRESS": "100000",
    }
    manage(env, "migrate", "--verbosity", "0")
    script = TABLES.format(tablets=2 * TABLETS + 1)
    tables = json.loads(manage(env, "shell", "-v", "0", "-c", script))
    matches = json.loads(manage(env, "shell", "-v", "0", "-c", PLACE))
    # A match for single hands, then those of two rooms.
    places = [f"/live/t/{slug}?page=/t/{slug}/match/{match}/" for slug, match in matches]
    with server(env) as served:
        print("serving", file=sys.stderr)
        alone = await asyncio.to_thread(hands_by_all, served.port, tables[1 : 1 + TABLETS])
        print(f"{alone}", file=sys.stderr)
        watching = places[1 + TABLETS :]
        pages = await opened(served.port, lambda n: watching[n % TABLETS], WATCHING)
        watched = await asyncio.to_thread(hands_by_all, served.port, tables[1 + TABLETS :])
        print(f"{watched}", file=sys.stderr)
        for page in pages:
            page.transport.abort()
    with server(env) as served:
        before = resident(served.pid)
        pages = await opened(served.port, lambda _n: places[0], count)
        await asyncio.sleep(1)
        bytes_each = 1024 * (resident(served.pid) - before) / count
        sending = hands_of(served.port, *tables[0])
        times, sizes = await news(served.port, pages, sending)
        port = served.port
    print(f"{times} {sizes} {bytes_each:.1f}", file=sys.stderr)
    for page in pages:
        page.transport.abort()
    with server(env, port) as served:
        back, refused, waits = await all_back(served, places[0], count, sending)
    return Figures(
        count, round(bytes_each, 1), times, sizes, back, refused, waits, WATCHING,
        *alone, *watched, where_and_when(),
    )  # fmt: skip


async def news(port: int, pages: Sequence[Page], sending: Any) -> tuple[tuple[float, float], float]:
    """From sending a hand until the pages have it: the median and the last, each the median of
    HANDS hands; and the bytes that each page got for it."""
    measures = []
    for _hand in range(HANDS):
        for page in pages:
            page.expect()
        began = time.perf_counter()
        await asyncio.to_thread(send, port, next(sending))
        await until(lambda: all(page.at for page in pages), 30)
        times = sorted((page.at or began + 30) - began for page in pages)
        size = statistics.median(page.got - page.base for page in pages)
        measures.append((statistics.median(times), times[-1], size))
        await asyncio.sleep(0.5)
    medians = [round(statistics.median(values), 3) for values in zip(*measures, strict=True)]
    return (medians[0], medians[1]), medians[2]


async def all_back(
    served: Served, address: str, count: int, sending: Any
) -> tuple[float, int, tuple[float, float]]:
    """Everybody connects in the same moment; hands go on meanwhile."""
    began = time.perf_counter()
    hands = asyncio.create_task(asyncio.to_thread(several, served.port, sending))
    pages = await opened(served.port, lambda _n: f"{address}&after=1", count)
    seconds = max((page.opened or began + 60) for page in pages) - began
    refused = sum(page.status != b"HTTP/1.1 200" for page in pages)
    waits = await hands
    for page in pages:
        page.transport.abort()
    return round(seconds, 2), refused, (round(statistics.median(waits), 3), round(max(waits), 3))


def several(port: int, sending: Any) -> list[float]:
    return [send(port, next(sending)) for _hand in range(HANDS)]


def send(port: int, request: tuple[str, str, dict[str, str], bytes]) -> float:
    """Sends a hand; the seconds it took. Raises SystemExit when it was not saved."""
    method, path, headers, body = request
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, headers)
    answer = connection.getresponse().read()
    connection.close()
    if b'"applied"' not in answer:
        raise SystemExit(f"a hand was not saved: {answer[:300]!r}")
    return time.perf_counter() - began


def hands_by_all(port: int, tables: list[Any]) -> tuple[float, float]:
    """Hands a second of a room of tablets, and what 99 of 100 took at most."""
    ways: list[Iterator[Any]] = [hands_of(port, *at) for at in tables]
    rate, by_tablet = together([port], lambda _port, number: ways[number])
    waits = sorted(wait for waits in by_tablet for wait in waits)
    return round(rate, 1), round(waits[len(waits) * 99 // 100], 3)


def report(figures: Figures) -> str:
    ratio = figures.watched_a_second / figures.alone_a_second
    return "\n".join([
        "## A crowd",
        "",
        f"`python -m bench.crowd`, {figures.where}; one process, SQLite, readers beside it.",
        "",
        "| what | measured | to reach |",
        "|---|---|---|",
        f"| {figures.pages:,} open pages: new content after a hand was sent, half of them | "
        f"{figures.new_content[0]:.2f} s | |",
        f"| … the last of them | {figures.new_content[1]:.2f} s | 0.5 s |",
        f"| … bytes for a hand, compressed | {figures.bytes_a_hand:.0f} B | 2,500 B |",
        f"| … memory for a stream | {figures.kilobytes_a_stream:.1f} KB | 45 KB |",
        f"| {figures.pages:,} come back at once after a restart, {figures.refused} refused | "
        f"{figures.all_back:.1f} s | 5 s |",
        f"| … a hand meanwhile: half, slowest | {figures.hands_while_back[0]:.2f} s, "
        f"{figures.hands_while_back[1]:.2f} s | |",
        f"| hands a second with nobody watching; 99 of 100 within | {figures.alone_a_second:.0f}; "
        f"{figures.alone_p99:.2f} s | |",
        f"| … with {figures.watching:,} pages watching | {figures.watched_a_second:.0f} "
        f"({ratio:.2f} ×); {figures.watched_p99:.2f} s | 0.8 ×, twice |",
    ])  # fmt: skip


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), chosen.pages))
    publish(chosen, "crowd", figures, report(figures))


if __name__ == "__main__":
    main()
