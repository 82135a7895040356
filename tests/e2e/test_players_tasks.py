"""What a player wants to know, on a phone of 360 px: how many taps each answer takes."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_pair_results import COUNT, PHONE, fits, taps
from tests.servers import Server
from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FILL = """
import json
from tests.scoring import table
from tests.tournament import play
match = table.a_match(pairs=8, name="Orio", best_of=1)
for entered in (table.plain(), table.win_for_b()):
    table.record(match, entered)
play.start(play.match(match.tournament, 1, 1), table_number=2)
print(json.dumps([match.pk, match.pair_a.number, match.pair_b.number, match.pair_b.name]))
"""
# The most taps. To enter a result: test_pair_results.py.
NEXT_MATCH, WHO_BEAT_US, WHY_THESE_STONES, SHARE, CHECK_THE_DRAW = 1, 2, 1, 2, 2
SHEET = "navigator.share = (what) => { window.sent = what; return Promise.resolve(); }"


@pytest.fixture(scope="module")
def cup(server: Server) -> list[object]:
    server.must_run()
    told: list[object] = json.loads(server.shell(FILL).splitlines()[-1])
    return told


@pytest.fixture
def page(chromium: "Browser", server: Server, cup: list[object]) -> Iterator["Page"]:
    with chromium.new_context(locale="en", base_url=server.url, **PHONE) as context:
        page = context.new_page()
        page.add_init_script(COUNT)
        page.add_init_script(SHEET)
        yield page


def chosen(page: "Page", number: object) -> None:
    """The front page on the phone of a player who has chosen this pair; no tap is counted yet."""
    page.goto(f"/t/orio/pairs/{number}/")
    page.get_by_role("button", name="This is my pair").tap()
    page.evaluate("sessionStorage.clear()")
    page.goto("/")


def test_my_next_match_and_who_beat_us(page, cup):
    _match, beaten, won, winners = cup
    chosen(page, won)
    page.locator("#my-pairs .mine__pair").tap()
    now = page.locator(".pair-next")
    now.get_by_text("waiting for the winner of 1.2").wait_for()
    assert now.bounding_box()["y"] < PHONE["viewport"]["height"], "seen without scrolling"
    assert taps(page) <= NEXT_MATCH
    chosen(page, beaten)
    page.locator("#my-pairs .mine__pair").tap()
    step = page.locator(".way__step--lost")
    step.get_by_text(str(winners)).first.wait_for()
    step.get_by_role("link").first.tap()
    page.locator("#versus").get_by_text(f"Won by {winners}").wait_for()
    assert taps(page) <= WHO_BEAT_US


def test_why_these_stones_and_how_to_share_a_match(page, cup):
    match = cup[0]
    page.goto(f"/t/orio/match/{match}/")
    first = page.locator("details.hand").last
    first.locator("summary").tap()
    first.get_by_text(
        "Value of both partners’ cards: Getaria 8 3. Getaria 8 (ace, ace, four, four)"
    ).wait_for()
    expect(first.locator(".clause").first).to_be_visible()
    assert taps(page) <= WHY_THESE_STONES
    page.evaluate("sessionStorage.clear()")
    page.goto("/")
    played = page.locator(".tie--playing").first
    address = played.get_attribute("href")
    played.tap()
    page.wait_for_url(f"**{address}")
    page.locator("[data-share]").first.tap()
    page.wait_for_function("() => window.sent")
    assert page.evaluate("window.sent.url").endswith(address)
    assert taps(page) <= SHARE


def test_the_check_of_the_draw(page):
    page.goto("/")
    page.locator("a[href$='/t/orio/']").first.tap()
    page.get_by_role("link", name="Check the draw").tap()
    page.get_by_role("heading", name="draw").first.wait_for()
    assert fits(page)
    assert taps(page) <= CHECK_THE_DRAW
