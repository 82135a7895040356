"""A hand is stepped through: with buttons, keys, a swipe, by itself, and without scripts."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_every_page import unreadable
from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FILL = """
from tests.scoring import table
match = table.a_match(name="Cup")
deje = {"grande": [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]}
table.record(match, table.plain(cards=["Ao Ac 4o 4c", "Ro Rc Re 7o", "Co So 7c 4e", "Sc 6o 5o 4b"],
             bets=deje))
table.record(match, table.plain(bets=table.ordago("chica")))
"""
COUNT = """
from scoring.explain.services import count_chances
count_chances(seconds=60)
"""
HAND = "/t/cup/match/1/hand/1/1/replay/"
NOW = ".replay__text"
WIDTHS = (320, 390, 820, 1440)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site")) as server:
        server.shell(FILL + COUNT)
        yield server


@pytest.fixture
def page(chromium: "Browser") -> Iterator["Page"]:
    with chromium.new_context(locale="en", reduced_motion="reduce") as context:
        opened = context.new_page()
        faults: list[str] = []
        opened.on("pageerror", lambda error: faults.append(str(error)))
        yield opened
        assert faults == []


def score(page: "Page") -> tuple[str, str]:
    a, b = page.locator(".replay__score .score__number").all_inner_texts()
    return a, b


def test_keys_step_through_a_hand_and_the_address_follows(site, page):
    page.goto(site.url + HAND)
    assert "cuts mus" in page.locator(NOW).inner_text()
    page.keyboard.press("ArrowRight")
    assert "bets 2" in page.locator(NOW).inner_text()
    page.wait_for_url("**/replay/2/")
    page.keyboard.press("ArrowRight")
    assert "refuses" in page.locator(NOW).inner_text()
    assert score(page) == ("1", "0")
    page.keyboard.press("End")
    assert score(page) == ("8", "0")
    assert page.locator("[data-score=A] .amarraco").count() == 1
    assert page.locator("[data-score=A] .stone").count() == 3
    page.reload()  # the address says where
    assert score(page) == ("8", "0")
    page.keyboard.press("Home")
    assert score(page) == ("0", "0")


def test_cards_lie_face_down_until_they_are_shown_or_wanted(site, page):
    page.goto(site.url + HAND)
    faces, backs = page.locator(".replay__face"), page.locator(".replay__back")
    assert not faces.first.is_visible()
    page.get_by_label("Cards from the start").check()
    assert faces.first.is_visible()
    assert not backs.first.is_visible()
    page.reload()  # the device remembers
    assert faces.first.is_visible()
    page.get_by_label("Cards from the start").uncheck()
    page.keyboard.press("End")
    assert faces.first.is_visible()


@pytest.mark.long
def test_chances_are_shown_to_those_who_want_them(site, page):
    page.goto(f"{site.url}{HAND}2/")
    chances = page.locator(".replay__now .step-chances")
    assert not chances.is_visible()
    page.get_by_label("Chances").check()
    assert chances.is_visible()
    assert chances.locator("meter").count() == 2
    page.keyboard.press("ArrowRight")
    assert chances.is_visible()


def test_chances_that_are_worked_out_come_to_the_open_page_by_themselves(tmp_path_factory, page):
    with Server(tmp_path_factory.mktemp("coming"), env={"JOBS_HERE": "0"}) as site:
        site.shell(FILL)
        page.goto(f"{site.url}{HAND}2/")
        page.get_by_label("Chances").check()
        now = page.locator(".replay__now .step-chances")
        assert now.inner_text() == "The chances are being worked out."
        hand = page.context.new_page()
        hand.goto(site.url + HAND.removesuffix("replay/"))
        assert hand.locator("#chances .notice").is_visible()
        site.shell(COUNT)
        hand.locator("#chances tbody tr").first.wait_for(timeout=20_000)
        page.bring_to_front()
        now.locator("meter").first.wait_for(timeout=20_000)
        assert now.locator("meter").count() == 2
        assert page.locator("[data-coming]").count() == 0


@pytest.mark.long
def test_a_swipe_over_the_board_steps(site, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site.url + HAND)
    box = page.locator("[data-swipe]").bounding_box()
    assert box is not None
    y = box["y"] + 60
    for start, end, step in ((300, 100, "2"), (300, 100, "3"), (100, 300, "2")):
        page.mouse.move(start, y)
        page.mouse.down()
        page.mouse.move(end, y)
        page.mouse.up()
        page.wait_for_url(f"**/replay/{step}/")


@pytest.mark.long
def test_it_plays_by_itself_on_into_the_next_hand(site, page):
    last = f"{site.url}{HAND}"
    page.goto(last)
    page.keyboard.press("End")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile(r"/hand/1/2/replay/"), timeout=10_000)
    page.wait_for_url(re.compile(r"/hand/1/2/replay/3/"), timeout=15_000)
    page.keyboard.press(" ")
    assert page.get_by_role("button", name="Play").is_visible()


@pytest.mark.long
def test_without_scripts_links_do_the_same(site, chromium):
    with chromium.new_context(locale="en", java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(site.url + HAND)
        page.locator("[data-go=on]").click()
        assert "bets 2" in page.locator(NOW).inner_text()
        page.get_by_label("Cards from the start").check()
        assert page.locator(".replay__face").first.is_visible()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", [HAND + "2/", "/t/cup/statistics/", "/records/cup/"])
def test_the_new_pages_fit_and_can_be_read_by_all(site, page, path, theme):
    page.emulate_media(color_scheme=theme)
    page.goto(site.url + path)
    if path == HAND + "2/":
        page.get_by_label("Chances").check()
        page.get_by_label("Cards from the start").check()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) <= 0, width
    assert unreadable(page) == []


@pytest.mark.long
def test_cards_are_drawn_and_letters_stay_for_those_who_prefer_them(site, page):
    page.goto(site.url + HAND)
    page.keyboard.press("End")
    card = page.locator(".replay__face .playing-card").first
    assert card.locator(".playing-card__art").is_visible()
    page.get_by_role("button", name="Letters for cards").click()
    card = page.locator(".replay__face .playing-card").first
    page.get_by_label("Cards from the start").check()
    assert not card.locator(".playing-card__art").is_visible()
    assert card.locator(".playing-card__letter").inner_text() == "A"


def test_the_cards_are_seen_without_scrolling_on_a_small_phone(site, page):
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(site.url + HAND)
    cards = page.locator(".replay__seats .replay__back").all()
    assert len(cards) == 4
    for card in [*cards, page.locator(NOW), page.locator('[data-go="on"]')]:
        box = card.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
