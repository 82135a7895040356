"""A match open in a real browser gets each hand by itself, and the reader keeps their place."""

import contextlib
import http.client
import json
import socket
import threading
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from bench.sheet import MOST_SHIFT
from bench.weight import SHIFTS
from tests.servers import Server, free_port
from tests.services import becomes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SECOND = 1_000
NEW = """
from random import Random
from tests.scoring import table
match = table.a_match(best_of=7)
table.record(match, table.plain())
table.record(match, table.quick(3, 2))
print(match.tournament.slug, match.pk)
"""
HAND = """
from tests.scoring import table
from tournament.models import Match
match = table.read(Match.objects.get(pk={match}))
table.record(match, table.plain())
print(Match.objects.get(pk=match.pk).tournament.event_number)
"""

TWO_GAMES = """
from tests.scoring import table
from tournament.models import Match
match = table.read(Match.objects.get(pk={match}))
for _hand in range(9):
    table.record(match, table.plain())
"""

MOST_BYTES = 2_500
"""Of a hand as sent."""


class Site:
    """A championship with one match being played."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.slug, number = server.shell(NEW).split()[-2:]
        self.match = int(number)
        self.path = f"/t/{self.slug}/match/{self.match}/"

    def hand(self) -> int:
        """Enters a hand; the number of the event that the log ends with then.

        Another process does it, so the server finds out when it looks: it is waited for, else the
        next test begins with a server that is behind.
        """
        said = self.server.shell(HAND.format(match=self.match))
        number = int(said.split()[-1])
        becomes(lambda: self.told() >= number, True)
        return number

    def told(self) -> int:
        """The event that a new stream begins with."""
        with stream(self) as opened:
            return int(opened.next()["number"])

    def hands(self) -> int:
        return self.server.get(self.path)[1].decode().count('class="panel hand"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Server(tmp_path_factory.mktemp("news")) as server:
        yield Site(server)


@pytest.fixture
def early(site: Site) -> Site:
    """Another match, in its first game whatever was played before."""
    return Site(site.server)


class Stream:
    """An open stream of a page, compressed as browsers take it."""

    def __init__(self, site: Site, known: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.server.port, timeout=60)
        headers = {"Accept-Encoding": "gzip", "Last-Event-ID": known}
        self.connection.request("GET", f"/live/t/{site.slug}?page={site.path}", headers=headers)
        self.response = self.connection.getresponse()
        self._plain = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._text = ""
        self.received = 0

    def next(self) -> dict[str, Any]:
        while True:
            for line in self._text.split("\r\n"):
                if line.startswith("data: {") and self._text.endswith("\r\n\r\n"):
                    self._text = ""
                    news: dict[str, Any] = json.loads(line[6:])
                    return news
            raw = self.response.read1(65_536)
            assert raw, "the stream ended"
            self.received += len(raw)
            self._text += self._plain.decompress(raw).decode()


@contextlib.contextmanager
def stream(site: Site, known: str = "") -> Iterator[Stream]:
    opened = Stream(site, known)
    try:
        yield opened
    finally:
        opened.response.close()
        opened.connection.close()


def test_a_hand_comes_whole_and_small_to_who_has_the_page_open(early):
    with stream(early) as live:
        number = live.next()["number"]
        for _hand in range(3):
            before = live.received
            newest = early.hand()
            news = live.next()
            assert (news["from"], news["page"], news["number"]) == (number, newest, newest)
            parts = dict(news["parts"])
            assert any(name.startswith("match-hands/g") for name in parts)
            assert parts["versus"].endswith("</section>")
            assert live.received - before <= MOST_BYTES
            number = newest


def test_who_comes_back_is_told_what_was_missed(site):
    with stream(site) as stays, stream(site) as leaves:
        known = stays.next()["number"]
        leaves.next()
        leaves.response.close()
        for _hand in range(2):
            newest = site.hand()
            while stays.next()["number"] < newest:
                pass
        with stream(site, known=str(known)) as back:
            told = back.next()
            assert (told["from"], told["number"]) == (known, newest)
        address = f"/live/t/{site.slug}/changes?page={site.path}&after="
        status, body = site.server.get(f"{address}{known}")
        assert (status, json.loads(body)) == (200, told)
        assert site.server.get(f"{address}0")[0] == 404
        assert site.server.get(f"{address}x")[0] == 404


@pytest.fixture
def page(site: Site, chromium: "Browser") -> Iterator["Page"]:
    with chromium.new_context(locale="en") as context:
        opened = context.new_page()
        opened.goto(site.server.url + site.path)
        opened.get_by_text("live", exact=True).wait_for()
        # What puts news in their place comes when the page is at rest, once and before any.
        opened.wait_for_function(
            "() => performance.getEntriesByType('resource').some(it => it.name.endsWith('swap.js'))"
        )
        yield opened


def count(page: "Page", hands: int) -> None:
    page.wait_for_function(
        "n => document.querySelectorAll('details.hand').length === n",
        arg=hands,
    )


@pytest.mark.browser
def test_a_hand_arrives_and_the_reader_keeps_place(site, page):
    hands = site.hands()
    asked: list[str] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")

    def note(answer: dict[str, Any]) -> None:
        if not answer["response"].get("fromDiskCache"):
            asked.append(answer["response"]["url"])

    network.on("Network.responseReceived", note)
    oldest = page.locator("details.hand").last
    oldest.locator("summary").first.click()
    key = oldest.get_attribute("data-key")
    page.evaluate(
        """key => {
            const hand = document.querySelector(`details[data-key=${key}]`);
            hand.querySelector("summary").focus();
            getSelection().selectAllChildren(hand.querySelector(".hand__number"));
            window.kept = [hand, getSelection().toString()];
        }""",
        key,
    )
    site.hand()
    count(page, hands + 1)
    assert page.evaluate(
        """key => {
            const hand = document.querySelector(`details[data-key=${key}]`);
            return [hand === kept[0], hand.open, document.activeElement.closest("details") === hand,
                    getSelection().toString() === kept[1]];
        }""",
        key,
    ) == [True, True, True, True]
    assert not [url for url in asked if "/live/" not in url]
    fresh = site.server.get(site.path)[1].decode()
    assert page.locator(".versus").inner_text().split()
    shown = page.locator(".versus__side").first.inner_text().split()[-1]
    assert shown in fresh


@pytest.mark.browser
def test_what_was_told_leaves_the_page_as_it_would_be_fetched(site, page):
    hands = site.hands()
    site.hand()
    count(page, hands + 1)
    assert page.evaluate(
        """async () => {
            const text = await (await fetch(location.href)).text();
            const fresh = new DOMParser().parseFromString(text, "text/html");
            const plain = (root) => root.getElementById("match-hands").textContent
                .replace(/\\s+/g, " ");
            return plain(fresh) === plain(document);
        }"""
    )


class Swallow:
    """A proxy whose connections stay open and carry nothing once it has begun to swallow."""

    def __init__(self, to: int) -> None:
        self._to, self.swallows = to, False
        self._server = socket.create_server(("127.0.0.1", free_port()))
        self.port = self._server.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _address = self._server.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += near, far
                is_old = {"old": False}
                for one, other in ((near, far), (far, near)):
                    threading.Thread(
                        target=self._carry, args=(one, other, is_old), daemon=True
                    ).start()

    def _carry(self, one: socket.socket, other: socket.socket, state: dict[str, bool]) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                if b"GET /live/" in data[:200]:
                    state["old"] = not self.swallows  # a stream from before goes silent
                if not (self.swallows and state["old"]):
                    other.sendall(data)
        if not (self.swallows and state["old"]):
            with contextlib.suppress(OSError):
                other.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for one in (self._server, *self._open):
            one.close()


@contextlib.contextmanager
def cut_off(site: Site, chromium: "Browser", *, script: str = "") -> Iterator["tuple[Page, int]"]:
    """A page whose stream looks open and carries nothing, and its hands without the newest one;
    `script` runs before any of its own."""
    address = urlsplit(site.server.url)
    assert address.port is not None
    proxy = Swallow(address.port)
    with contextlib.closing(proxy), chromium.new_context(locale="en") as context:
        page = context.new_page()
        page.add_init_script(script)
        page.goto(f"http://127.0.0.1:{proxy.port}{site.path}")
        page.get_by_text("live", exact=True).wait_for()
        hands = site.hands()
        proxy.swallows = True
        site.hand()
        page.wait_for_timeout(SECOND)
        assert page.locator("details.hand").count() == hands
        yield page, hands


WITHOUT_WATCH = """
const each = setInterval;
window.setInterval = (work, wait) => (wait === 5000 ? 0 : each(work, wait));
"""
"""A page that does not look by itself whether its stream is silent (`#watch` of js/live.js)."""


@pytest.mark.browser
def test_a_stream_that_went_silent_is_found_out_on_waking(site, chromium):
    with cut_off(site, chromium, script=WITHOUT_WATCH) as (page, hands):
        # What the browser tells a page that was put away and is taken out again.
        page.evaluate(
            """() => {
                let hidden = true;
                Object.defineProperty(document, "hidden", { get: () => hidden });
                document.dispatchEvent(new Event("visibilitychange"));
                const now = Date.now;
                Date.now = () => now() + 60000;
                hidden = false;
                document.dispatchEvent(new Event("visibilitychange"));
            }"""
        )
        count(page, hands + 1)
        site.hand()
        count(page, hands + 2)


@pytest.mark.long
@pytest.mark.browser
def test_a_stream_whose_beats_stop_is_opened_anew_while_the_page_is_read(site, chromium):
    with cut_off(site, chromium) as (page, hands):
        # No beat for as long as three take: the page goes by its clock, and nobody wakes it.
        page.evaluate("() => { const now = Date.now; Date.now = () => now() + 45000; }")
        count(page, hands + 1)
        page.get_by_text("live", exact=True).wait_for()


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(390, 2800), (1920, 2200)])
def test_nothing_moves_while_a_match_is_loaded(early, chromium, width, height):
    """On screens so high that the game before is seen below the hand that is open."""
    early.server.shell(TWO_GAMES.format(match=early.match))
    with chromium.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.add_init_script(SHIFTS)
        page.goto(early.server.url + early.path)
        page.locator("#live-state[data-state=live]").wait_for(state="attached")
        assert page.locator("#match-hands [data-key=g1]").bounding_box()["y"] < height
        page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        assert page.evaluate("window.moved") < MOST_SHIFT
