"""The desk by keyboard, in a browser."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FILL = """
from django.contrib.auth.models import User
from tests.tournament import play
user = User.objects.create_user("walker", password="walks-everywhere")
play.tournament(name="Big", entered=32, drawn=True, tables=16, owner=user)
"""
DESK = "/organizer/t/big/"
CALL_ONE = """
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.matches.services import matches
cup = Tournament.objects.get(slug="big")
own = Match.objects.filter(tournament=cup)
for match in own.filter(status="playing")[:1]:
    matches.undo_start(match_id=match.pk, actor=play.PROGRAM, reason="too early")
if not own.filter(status="ready", table__isnull=False).exists():
    matches.assign_free_tables(tournament_id=cup.pk, actor=play.PROGRAM)
"""
FREE_ONE = """
called = own.filter(status="ready", table__isnull=False).first()
matches.assign_table(match_id=called.pk, table_number=None, actor=play.PROGRAM)
"""


@pytest.fixture
def page(site: Server, chromium: "Browser") -> Iterator["Page"]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.goto(f"{site.url}/accounts/login/")
    page.fill("[name=username]", "walker")
    page.fill("[name=password]", "walks-everywhere")
    with page.expect_navigation():
        page.click("main form button")
    page.goto(site.url + DESK)
    yield page
    context.close()


TYPED = """keys => { for (const key of keys) {
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
} }"""


def type_at_once(page: "Page", keys: str) -> None:
    """The second digit of a table's number counts within 600 ms: here however busy the machine
    is."""
    page.evaluate(TYPED, list(keys))


def test_a_whole_round_is_called_and_begun_with_two_keys_and_enter(site, page):
    page.keyboard.press("c")
    expect(page.locator('[data-press="c"]')).to_be_focused()
    assert page.locator(".wall__table--called").count() == 0, "the key alone changes nothing"
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".wall__table--called")).to_have_count(16)
    page.keyboard.press("s")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".wall__table--playing")).to_have_count(16)

    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()

    with page.expect_navigation():
        type_at_once(page, "12")
    assert "Table 12" in page.locator("#match-head").inner_text()
    with page.expect_navigation():
        page.keyboard.press("d")
    assert page.url == site.url + DESK

    page.set_viewport_size({"width": 800, "height": 900})  # two rows of tables
    page.locator('[data-table="3"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.dataset.table")
    assert int(below) > 4
    page.keyboard.press("ArrowUp")
    assert int(page.evaluate("document.activeElement.dataset.table")) < int(below)

    with page.expect_navigation():
        page.keyboard.press("u")
    assert re.search(rf"{DESK}acts/\d+/undo/$", page.url)
    assert page.locator("form [name=reason]").count() == 1


def test_the_keys_can_be_turned_off_on_a_device_and_on_again(site, page):
    """WCAG 2.1.4."""
    page.locator("[data-keys]").click()
    page.get_by_label("Single keys work on this device").uncheck()
    page.keyboard.press("Escape")
    for key in "?fp":
        page.keyboard.press(key)
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator(".hint")).to_have_count(0)
    page.reload()
    assert page.url == site.url + DESK
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()

    page.locator("[data-keys]").click()
    page.get_by_label("Single keys work on this device").check()
    page.keyboard.press("Escape")
    with page.expect_navigation():
        page.keyboard.press("p")
    assert page.url.endswith("/pairs/")


def test_a_result_is_entered_at_its_table_by_six_keys_and_the_desk_stays(site, page):
    type_at_once(page, ".12")
    page.wait_for_function("() => document.activeElement.name === 'games_a'")
    page.keyboard.press("Escape")
    expect(page.locator(".wall__result[open]")).to_have_count(0)
    type_at_once(page, ".12")
    page.wait_for_function("() => document.activeElement.name === 'games_a'")
    page.keyboard.press("2")
    page.keyboard.press("Tab")
    page.keyboard.press("1")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url == site.url + DESK
    expect(page.locator(".messages")).to_contain_text("2 – 1")
    assert (
        page.locator("[data-table='12']").get_attribute("class").split()[1] == "wall__table--free"
    )

    page.set_viewport_size({"width": 360, "height": 740})  # as by thumb on a phone
    tile = page.locator(".wall li:has([data-table='11'])")
    tile.locator("summary").click()
    tile.locator("[name=games_a]").fill("0")
    tile.locator("[name=games_b]").fill("2")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    with page.expect_navigation():
        tile.get_by_role("button", name="Enter").click()
    assert page.url == site.url + DESK
    expect(page.locator(".messages")).to_contain_text("0 – 2")


@pytest.mark.long
def test_keys_are_letters_where_somebody_writes(site, page):
    page.goto(f"{site.url}/organizer/t/big/pairs/late/")
    page.goto(f"{site.url}/organizer/t/big/settings/")
    page.locator("[name=name]").focus()
    page.keyboard.press("d")
    assert page.url.endswith("/settings/")


ACTS = """() => [...document.querySelectorAll(
  "a[href], button:not([disabled]), summary, input:not([type=hidden]), select, textarea"
)].filter((one) => one.getClientRects().length > 0)
  .filter((one) => !one.closest("details:not([open])") || one.matches("details > summary"))
  .filter((one) => getComputedStyle(one).visibility === "visible").length"""
PAGES = (
    "", "pairs/", "pairs/1/", "pairs/here/", "draw/", "tables/", "tables/1/", "rulings/", "paper/",
    "people/", "referees/", "consolation/", "settings/", "clock/", "screen/", "log/", "sign-up/",
)  # fmt: skip


def test_every_act_of_every_page_has_letters_that_press_it(site, page):
    for path in PAGES:
        page.goto(f"{site.url}{DESK}{path}")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("f")
        hints = page.locator(".hint").all_inner_texts()
        assert len(set(hints)) == len(hints) == page.evaluate(ACTS), path
        page.keyboard.press("Escape")
        expect(page.locator(".hint")).to_have_count(0)


@pytest.mark.long
def test_paper_is_printed_by_keys_alone(site, page):
    with page.expect_navigation():
        page.keyboard.press("i")
    assert page.url.endswith("/paper/")
    page.keyboard.press("f")
    link = page.locator('main a[href*=".pdf"]').first.bounding_box()
    near = [
        hint.inner_text().lower()
        for hint in page.locator(".hint").all()
        if abs(hint.bounding_box()["x"] + 4 - link["x"]) < 3
        and abs(hint.bounding_box()["y"] + 6 - link["y"]) < 3
    ]
    with page.expect_download() as coming:
        for letter in near[0]:
            page.keyboard.press(letter)
    assert coming.value.path().read_bytes().startswith(b"%PDF-")


@pytest.mark.long
def test_the_courtesy_runs_at_the_tables_that_are_called(site, page):
    """Last of all: it waits for seconds to go by."""
    site.shell(CALL_ONE)
    page.goto(site.url + DESK)
    running = page.locator(".wall [data-courtesy]").first
    assert re.fullmatch(r"−1\d:\d\d", running.inner_text())
    before = running.inner_text()
    runs = "(was) => document.querySelector('[data-courtesy]').textContent !== was"
    page.wait_for_function(runs, arg=before)
    assert running.inner_text() < before


@pytest.mark.long
def test_the_desk_is_used_where_the_browser_is_older(site, page):
    """Safari has `requestSubmit` from 16 on, and `checkVisibility` from 17.4 on."""
    site.shell(CALL_ONE + FREE_ONE)
    page.add_init_script(
        "delete HTMLFormElement.prototype.requestSubmit; delete Element.prototype.checkVisibility;"
    )
    page.reload()
    page.keyboard.press("f")
    page.locator(".hint").first.wait_for()
    page.keyboard.press("Escape")
    choice = page.locator("select[data-sends]").first
    with page.expect_navigation():
        choice.select_option(index=1)
    assert page.locator(".notice--bad").count() == 0
