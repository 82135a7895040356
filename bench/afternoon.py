"""Tablets that send hands and pages that listen, for the load: one driver in one event loop."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from typing import Any

from bench.hands import hands_of

FLOOR_SECONDS = 3.0
LAST_SECONDS = 20.0
"""How long an answer to the last hands is waited for."""
Request = tuple[str, str, dict[str, str], bytes]


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
