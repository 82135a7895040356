"""live.js in a real browser: what changed is swapped, what the reader is doing stays."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import expect, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser

NEW = """
from datetime import UTC, datetime
from tournament.models import Tournament
Tournament.objects.create(slug="kaia", name="Kaia", starts_at=datetime.now(UTC), event_number=1)
"""
PAGE = """<!doctype html><html lang="en"><head>
<title id="page-title" data-live>Number {number}</title></head>
<body data-live-url="/live/t/kaia" data-live-number="{number}">
<p id="score" data-live>Score {number}</p>
<p id="same" data-live>Always the same</p>
<form id="entry" data-live><input name="stones" aria-label="Stones"><i>{number}</i></form>
<div id="list" data-live><details><summary>More</summary><b data-key="b">{number}</b></details>
<a href="#" data-key="a">A link</a></div>
<span id="live-state" hidden data-live-text="live" data-reconnecting-text="reconnecting"
 data-polling-text="polling"></span>
<script type="module" src="/static/js/page.js"></script></body></html>"""


class Site:
    """A page whose content is its number, on a server whose streams are real."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.number = 1

    def change(self, name: str = "Kaia") -> int:
        """Another process writes to the same file."""
        self.number += 1
        with closing(sqlite3.connect(self.server.folder / "db.sqlite3", timeout=10)) as other:
            other.execute(
                "UPDATE tournament_tournament SET event_number = ?, name = ?", [self.number, name]
            )
            other.commit()
        return self.number

    def answer(self, route: "Route") -> None:
        route.fulfill(body=PAGE.format(number=self.number), content_type="text/html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Server(tmp_path_factory.mktemp("page")) as server:
        server.shell(NEW)
        yield Site(server)


@pytest.fixture
def page(site: Site, chromium: "Browser") -> Iterator["Page"]:
    with chromium.new_context() as context:
        context.route("**/watch", site.answer)
        yield watching(site, context)


def watching(site: Site, context: "BrowserContext") -> "Page":
    page = context.new_page()
    page.goto(site.server.url + "/watch")
    page.get_by_text("live", exact=True).wait_for()
    return page


def test_the_first_page_follows_every_tournament(site, chromium):
    with chromium.new_context(locale="en") as context:
        page = context.new_page()
        page.goto(site.server.url)
        page.get_by_text("live", exact=True).wait_for()
        site.change(name="Getaria")
        page.get_by_role("link", name="Getaria").wait_for()


def test_a_page_that_a_proxy_has_kept_is_asked_for_again(site, page):
    asked = []

    def answer_late(route: "Route") -> None:
        asked.append(route)
        late = site.number - (len(asked) == 1)
        route.fulfill(body=PAGE.format(number=late), content_type="text/html")

    page.context.route("**/watch", answer_late)
    number = site.change()
    page.get_by_text(f"Score {number}").wait_for()


def test_a_form_that_the_reader_fills_in_is_left_alone(site, page):
    page.get_by_label("Stones").fill("12")
    number = site.change()
    page.get_by_text(f"Score {number}").wait_for()
    assert page.get_by_label("Stones").input_value() == "12"
    assert page.locator("#entry i").inner_text() == str(number - 1)


def test_focus_and_opened_details_stay(site, page):
    page.get_by_text("More").click()
    page.get_by_role("link").focus()
    number = site.change()
    page.locator("#list b", has_text=str(number)).wait_for()
    expect(page.locator("details")).to_have_attribute("open", "")
    assert page.evaluate("document.activeElement.textContent") == "A link"


def test_only_what_changed_is_swapped_and_marked(site, page):
    page.evaluate("document.getElementById('same').dataset.old = 'yes'")
    number = site.change()
    page.get_by_text(f"Score {number}").wait_for()
    expect(page).to_have_title(f"Number {number}")
    assert page.locator("#same").get_attribute("data-old") == "yes"
    marked = page.locator(".just-changed").evaluate_all(
        "all => all.map(e => e.id || e.dataset.key)"
    )
    assert marked == ["page-title", "score", "entry", "b"]


def test_two_tabs_share_one_stream(site, page):
    other = page.context.new_page()
    streams: list[str] = []
    other.on("request", lambda request: streams.append(request.url))
    other.goto(site.server.url + "/watch")
    other.get_by_text("live", exact=True).wait_for()
    number = site.change()
    other.get_by_text(f"Score {number}").wait_for()
    page.bring_to_front()
    page.get_by_text(f"Score {number}").wait_for()
    assert not [url for url in streams if "/live/" in url]


def test_the_second_tab_takes_over_when_the_first_closes(site, page):
    other = watching(site, page.context)
    page.close()
    number = site.change()
    other.get_by_text(f"Score {number}").wait_for()


def test_a_tab_that_sleeps_is_replaced(site, page):
    other = watching(site, page.context)
    # What the other tab sees of a tab that the system has put to sleep: it holds the lock, silent.
    page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    number = site.change()
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    other.get_by_text(f"Score {number}").wait_for()
    until(other, "navigator.locks.query().then(all => all.held.length === 1)")


def test_a_restart_of_the_server_is_survived_and_caught_up(site, page):
    site.server.terminate()
    page.get_by_text("reconnecting").wait_for()
    number = site.change()
    site.server.start()
    page.get_by_text(f"Score {number}").wait_for()
    page.get_by_text("live", exact=True).wait_for()


@pytest.mark.long
def test_without_a_stream_the_page_looks_by_itself(site, chromium):
    with chromium.new_context() as context:
        context.route("**/live/**", lambda route: route.abort())
        context.route("**/watch", site.answer)
        page = context.new_page()
        page.goto(site.server.url + "/watch")
        page.get_by_text("polling").wait_for()
        number = site.change()
        page.get_by_text(f"Score {number}").wait_for()
