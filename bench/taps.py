"""How soon the tablet answers a finger, on a phone slowed six times."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from tests.e2e.room import CARDS, Room, tablets
from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

THROTTLE = 6
HANDS = 5
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


# One after another, each in a frame of its own; nothing of the driver's runs in between. To find a
# key lays nothing out, as `innerText` would.
PRESS = """
async (labels) => {
  const bare = (text) => text.replace(/\\s+/g, "");
  for (const label of labels) {
    const all = [...document.querySelectorAll("button:not([disabled])")];
    all.find((key) => bare(key.ariaLabel ?? key.textContent) === bare(label)).click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 120)));
  }
}
"""
RANKS = {
    "R": "king", "C": "knight", "S": "jack", "7": "seven", "6": "six",
    "5": "five", "4": "four", "3": "three", "2": "two", "A": "ace",
}  # fmt: skip
BETS = ["A bets on grande", "B refuses", "B bets on pares", "A accepts", "Agrees"]


def work_of_a_tap(chromium: Browser, server: Server) -> tuple[float, float]:
    """Milliseconds of processor time the page takes for a card, and for a bet, times the throttle.

    Unlike the wall clock this does not count what else the machine does meanwhile.
    """
    [room] = Room.several(server, 1)
    cards = [f"{rank} {RANKS[rank]}" for four in CARDS for rank in four.split()]
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
            tablet.page.locator(".keys--ranks").wait_for()
            per_card.append(spent(cards))
            tablet.tap("Bets ›")
            tablet.page.locator(".lances").wait_for()
            per_bet.append(spent(BETS))
            tablet.save()
            tablet.page.locator(".next").wait_for()
            tablet.until_confirmed()
    return statistics.median(per_card), statistics.median(per_bet)


def _task_seconds(answer: dict[str, list[dict[str, float]]]) -> float:
    return next(each["value"] for each in answer["metrics"] if each["name"] == "TaskDuration")


# A page that does next to nothing: what a tap costs this browser, this machine and this throttle.
FLOOR = """<!doctype html><meta name="viewport" content="width=device-width">
<style>button { width: 5rem; height: 4rem }</style>
<button>7</button><p></p>
<script>
  const told = document.querySelector("p");
  let taps = 0;
  document.querySelector("button").onclick = () => { told.textContent = ++taps; };
</script>"""
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
# Where a key is, brought into view; null while it is not there.
WHERE = """
(label) => {
  const name = (key) => (key.ariaLabel ?? key.innerText).trim().replace(/\\s+/g, " ");
  const key = [...document.querySelectorAll("button:enabled")].find((each) => name(each) === label);
  key?.scrollIntoView({ block: "center" });
  const box = key?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}
"""


# Not while a new screen takes no taps (tablet/src/guard.js).
UNCOVERED = "() => document.querySelector('.cover')?.hidden !== false"


class Finger:
    """Touches a slowed phone as the system would hand it on, with no driver's work in between."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        page.evaluate(WATCH)

    def tap(self, label: str) -> None:
        place = self.page.wait_for_function(WHERE, arg=label).json_value()
        self.page.wait_for_timeout(150)
        self.page.wait_for_function(UNCOVERED)
        self._touch("touchStart", [place])
        self.page.wait_for_timeout(60)
        self._touch("touchEnd", [])
        self.page.wait_for_timeout(80)

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    @property
    def answers(self) -> list[float]:
        """Milliseconds from each tap to the frame after it, shortest first."""
        return sorted(self.page.evaluate("answered"))


def taps_of_an_empty_page(chromium: Browser) -> list[float]:
    """What is measured of a page with one key and one number."""
    context = chromium.new_context(**PHONE)
    page = context.new_page()
    page.set_content(FLOOR)
    finger = Finger(page)
    for _ in range(60):
        finger.tap("7")
    answers = finger.answers
    context.close()
    return answers


def taps_throttled(chromium: Browser, server: Server) -> dict[str, list[float]]:
    """What is measured of hands with cards, by the kind of key."""
    [room] = Room.several(server, 1)
    cards = [f"{rank} {RANKS[rank]}" for four in CARDS for rank in four.split()]
    by_kind: dict[str, list[float]] = {"cards": [], "bets": [], "other": []}
    with tablets(chromium) as another:
        tablet = another(room, **PHONE).join().begin()
        tablet.until_confirmed()
        finger = Finger(tablet.page)

        def note(kind: str, labels: list[str]) -> None:
            tablet.page.evaluate("answered.length = 0")
            for label in labels:
                finger.tap(label)
            by_kind[kind].extend(finger.answers)

        for number in range(1, HANDS + 1):
            note("other", [f"Enter hand {number}"])
            note("cards", cards)
            note("other", ["Bets ›"])
            note("bets", BETS[:-1])
            note("other", [BETS[-1], "Review", "Save"])
            tablet.page.locator(".next").wait_for()
    return {kind: sorted(taps) for kind, taps in by_kind.items()}
