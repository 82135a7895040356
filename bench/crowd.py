"""What thousands of open pages cost, and what they cost the tablets.

    python -m bench.crowd             measures, writes its part of bench/RESULTS.md
    python -m bench.crowd --print     measures and only prints
    python -m bench.crowd --pages 500 fewer pages, for a look

One server process, one SQLite file, and all readers from this process: they share the machine with
the server they measure, so each time is one that a reader could have had at the latest. The floor
of a hand is the same hand with nobody watching, in the same run.
"""

import asyncio
import http.client
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from bench.hands import TABLES, TABLETS, HttpRequest, hands_of, together
from bench.parts import database, options, publish, resident, script, server, where_and_when

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


async def measured(folder: Path, count: int) -> str:
    """The part of RESULTS.md; `count`: the pages of one match that are open at once."""
    env = database(folder, LIVE_STREAMS_PER_ADDRESS="100000")
    tables = script(env, TABLES.format(tablets=2 * TABLETS + 1))
    # A match for single hands, then those of two rooms.
    places = [f"/live/t/{slug}?page=/t/{slug}/match/{match}/" for slug, match in script(env, PLACE)]
    with server(env) as served:
        print("serving", file=sys.stderr)
        alone, alone_wait = await asyncio.to_thread(hands_by_all, served.port, tables[1:][:TABLETS])
        watching = places[1 + TABLETS :]
        pages = await opened(served.port, lambda n: watching[n % TABLETS], WATCHING)
        watched, watched_wait = await asyncio.to_thread(
            hands_by_all, served.port, tables[1 + TABLETS :]
        )
        close(pages)
    print(f"{alone} alone, {watched} watched", file=sys.stderr)
    with server(env) as served:
        before = resident(served.pid)
        pages = await opened(served.port, lambda _n: places[0], count)
        await asyncio.sleep(1)
        kilobytes = 1024 * (resident(served.pid) - before) / count
        sending = hands_of(*tables[0])
        half, last, size = await news(served.port, pages, sending)
        port = served.port
    close(pages)
    with server(env, port) as served:
        back, refused, waits = await all_back(port, places[0], count, sending)
    return "\n".join([
        "## A crowd",
        "",
        f"`python -m bench.crowd`, {where_and_when()}; one process, SQLite, readers beside it.",
        "",
        "| what | measured | to reach |",
        "|---|---|---|",
        f"| {count:,} open pages: new content after a hand was sent, half of them | "
        f"{half:.2f} s | |",
        f"| … the last of them | {last:.2f} s | 0.5 s |",
        f"| … bytes for a hand, compressed | {size:.0f} B | 2,500 B |",
        f"| … memory for a stream | {kilobytes:.1f} KB | 45 KB |",
        f"| {count:,} come back at once after a restart, {refused} refused | {back:.1f} s | 5 s |",
        f"| … a hand meanwhile: half, slowest | {statistics.median(waits):.2f} s, "
        f"{max(waits):.2f} s | |",
        f"| hands a second with nobody watching; 99 of 100 within | {alone:.0f}; "
        f"{alone_wait:.2f} s | |",
        f"| … with {WATCHING:,} pages watching | {watched:.0f} ({watched / alone:.2f} ×); "
        f"{watched_wait:.2f} s | 0.8 ×, twice |",
    ])  # fmt: skip


def close(pages: Sequence[Page]) -> None:
    for page in pages:
        page.transport.abort()


async def news(
    port: int, pages: Sequence[Page], sending: Iterator[HttpRequest]
) -> tuple[float, float, float]:
    """From sending a hand until the pages have it: the seconds of the median and of the last, and
    the bytes that each page got for it, each the median of HANDS hands."""
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
    half, last, size = map(statistics.median, zip(*measures, strict=True))
    return half, last, size


async def all_back(
    port: int, address: str, count: int, sending: Iterator[HttpRequest]
) -> tuple[float, int, list[float]]:
    """Everybody connects in the same moment, while hands go on: the seconds until all are there,
    how many were refused, and the seconds of each hand."""
    began = time.perf_counter()
    hands = asyncio.create_task(asyncio.to_thread(several, port, sending))
    pages = await opened(port, lambda _n: f"{address}&after=1", count)
    seconds = max((page.opened or began + 60) for page in pages) - began
    refused = sum(page.status != b"HTTP/1.1 200" for page in pages)
    waits = await hands
    close(pages)
    return seconds, refused, waits


def several(port: int, sending: Iterator[HttpRequest]) -> list[float]:
    return [send(port, next(sending)) for _hand in range(HANDS)]


def send(port: int, request: HttpRequest) -> float:
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
    rate, by_tablet = together([port], lambda number: hands_of(*tables[number]))
    waits = sorted(wait for waits in by_tablet for wait in waits)
    return rate, waits[len(waits) * 99 // 100]


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        publish(chosen, "crowd", asyncio.run(measured(Path(folder), chosen.pages)))


if __name__ == "__main__":
    main()
