"""Everything that makes a server suffer, at once, while a tablet sends hands (`bench.crowd`)."""

from __future__ import annotations

import contextlib
import http.client
import socket
import statistics
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bench.hands import hands_of
from bench.product import manage, resident
from bench.serving import Served

ADDRESSES, READERS, SLOW, NEVER, HANDS = 10_000, 8, 50, 50, 8
DRAW = """
from tests.tournament import play
print(play.tournament(entered=16, drawn=False).slug)
"""
DRAWN = """
from tests.tournament import play
from tournament.draw import services as draw
from tournament.championship.models import Tournament
draw.make(tournament_id=Tournament.objects.get(slug="{slug}").pk, actor=play.PROGRAM, seed="1")
"""


@dataclass(frozen=True)
class Trouble:
    """Seconds of a hand, half of them; megabytes before, at the highest, and after."""

    addresses: int
    answers: int
    errors: int
    hand_before: float
    hand_meanwhile: float
    memory: tuple[float, float, float]


def in_trouble(
    served: Served, env: Mapping[str, str], table: Any, place: Any, addresses: int = ADDRESSES
) -> Trouble:
    """A draw that everybody waits for, slow readers, some who never read, and every address there
    could be."""
    slug, match = place
    page = f"/t/{slug}/match/{match}/"
    hands = hands_of(served.port, *table)
    drawn = manage(dict(env), "shell", "-v", "0", "-c", DRAW)
    before = _hands(served.port, hands)
    memory, statuses = [resident(served.pid)], list[int]()
    with ThreadPoolExecutor(READERS + 3) as pool, contextlib.ExitStack() as stack:
        for number in range(SLOW + NEVER):
            stack.callback(_rude(served.port, page, 1 if number < SLOW else 200).close)
        over = threading.Event()
        stack.callback(over.set)
        watch = pool.submit(_highest, served.pid, over)
        draw = pool.submit(manage, dict(env), "shell", "-v", "0", "-c", DRAWN.format(slug=drawn))
        parts = [range(first, addresses, READERS) for first in range(READERS)]
        readers = [
            pool.submit(_read, served.port, _addresses(slug, match, drawn, part)) for part in parts
        ]
        meanwhile = _hands(served.port, hands)
        for reader in readers:
            statuses += reader.result()
        draw.result()
        over.set()
        memory.append(watch.result())
    time.sleep(1)
    memory.append(resident(served.pid))
    return Trouble(
        addresses=addresses,
        answers=len(statuses),
        errors=sum(status >= 500 for status in statuses),
        hand_before=before,
        hand_meanwhile=meanwhile,
        memory=(memory[0], memory[1], memory[2]),
    )


def _addresses(slug: str, match: int, drawn: str, numbers: range) -> Iterator[str]:
    """What one reader asks for: the new bracket again and again, and never the same otherwise."""
    for number in numbers:
        kinds = (f"/t/{slug}/?x={number}", f"/t/{slug}/match/{match}/?n={number}",
                 f"/t/nowhere-{number}/", f"/api/v1/tournaments/?page={number}")  # fmt: skip
        yield kinds[number // READERS % len(kinds)]
        if number % 4 == 0:
            yield f"/t/{drawn}/"


def _read(port: int, addresses: Iterator[str]) -> list[int]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    statuses = []
    for address in addresses:
        connection.request("GET", address)
        answer = connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    connection.close()
    return statuses


def _rude(port: int, path: str, times: int) -> socket.socket:
    """Asks, and leaves what comes where it is."""
    one = socket.create_connection(("127.0.0.1", port), timeout=5)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    with contextlib.suppress(OSError):
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * times)
    return one


def _hands(port: int, hands: Iterator[Any]) -> float:
    waits = []
    for method, path, headers, body in islice(hands, HANDS):
        began = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request(method, path, body, headers)
        connection.getresponse().read()
        connection.close()
        waits.append(time.perf_counter() - began)
        time.sleep(0.2)
    return round(statistics.median(waits), 3)


def _highest(pid: int, over: threading.Event) -> float:
    most = 0.0
    while not over.wait(0.1):
        most = max(most, resident(pid))
    return most
