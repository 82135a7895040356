"""A hand is stepped through: with buttons, keys, a swipe, by itself, and without scripts."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_every_page import unreadable
from tests.servers import Server
from tests.services import expect

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


def says(page: "Page", text: str) -> None:
    expect(page.locator(NOW)).to_contain_text(text)


def stands(page: "Page", *stones: str) -> None:
    """Waits until this is the score."""
    expect(page.locator(".replay__score .score__number")).to_have_text(list(stones))


def test_keys_step_through_a_hand_and_the_address_follows(site, page):
    page.goto(site.url + HAND)
    says(page, "cuts mus")
    page.keyboard.press("ArrowRight")
    says(page, "bets 2")
    page.wait_for_url("**/replay/2/")
    page.keyboard.press("ArrowRight")
    says(page, "refuses")
    stands(page, "1", "0")
    page.keyboard.press("End")
    stands(page, "8", "0")
    expect(page.locator("[data-score=A] .amarraco")).to_have_count(1)
    expect(page.locator("[data-score=A] .stone")).to_have_count(3)
    page.reload()  # the address says where
    stands(page, "8", "0")
    page.keyboard.press("Home")
    stands(page, "0", "0")


def test_cards_lie_face_down_until_they_are_shown_or_wanted(site, page):
    page.goto(site.url + HAND)
    faces, backs = page.locator(".replay__face"), page.locator(".replay__back")
    expect(faces.first).to_be_hidden()
    page.get_by_label("Cards from the start").check()
    expect(faces.first).to_be_visible()
    expect(backs.first).to_be_hidden()
    page.reload()  # the device remembers
    expect(faces.first).to_be_visible()
    page.get_by_label("Cards from the start").uncheck()
    expect(faces.first).to_be_hidden()
    page.keyboard.press("End")
    expect(faces.first).to_be_visible()


@pytest.mark.long
def test_chances_are_shown_to_those_who_want_them(site, page):
    page.goto(f"{site.url}{HAND}2/")
    chances = page.locator(".replay__now .step-chances")
    expect(chances).to_be_hidden()
    page.get_by_label("Chances").check()
    expect(chances).to_be_visible()
    expect(chances.locator("meter")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/3/")
    expect(chances).to_be_visible()


@pytest.mark.long
def test_chances_that_are_worked_out_come_to_the_open_page_by_themselves(tmp_path_factory, page):
    with Server(tmp_path_factory.mktemp("coming"), env={"JOBS_HERE": "0"}) as site:
        site.shell(FILL)
        page.goto(f"{site.url}{HAND}2/")
        page.get_by_label("Chances").check()
        now = page.locator(".replay__now .step-chances")
        expect(now).to_have_text("The chances are being worked out.")
        hand = page.context.new_page()
        hand.goto(site.url + HAND.removesuffix("replay/"))
        expect(hand.locator("#chances .notice")).to_be_visible()
        site.shell(COUNT)
        expect(hand.locator("#chances tbody tr").first).to_be_visible()
        page.bring_to_front()
        expect(now.locator("meter")).to_have_count(2)
        expect(page.locator("[data-coming]")).to_have_count(0)


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
    page.wait_for_url(re.compile(r"/hand/1/2/replay/"))
    page.wait_for_url(re.compile(r"/hand/1/2/replay/[2-9]/"))
    page.evaluate("window.setInterval = () => 1")  # from here on nothing goes on by itself
    page.keyboard.press("Home")
    for press in ("Play", "Pause", "Play"):
        expect(page.get_by_role("button", name=press)).to_be_visible()
        page.keyboard.press(" ")


@pytest.mark.long
def test_without_scripts_links_do_the_same(site, chromium):
    with chromium.new_context(locale="en", java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(site.url + HAND)
        page.locator("[data-go=on]").click()
        says(page, "bets 2")
        page.get_by_label("Cards from the start").check()
        expect(page.locator(".replay__face").first).to_be_visible()


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
    expect(card.locator(".playing-card__art")).to_be_visible()
    page.get_by_role("button", name="Show cards as letters").click()
    card = page.locator(".replay__face .playing-card").first
    page.get_by_label("Cards from the start").check()
    expect(card.locator(".playing-card__art")).to_be_hidden()
    expect(card.locator(".playing-card__letter")).to_have_text("A")


def test_the_cards_are_seen_without_scrolling_on_a_small_phone(site, page):
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(site.url + HAND)
    cards = page.locator(".replay__seats .replay__back").all()
    assert len(cards) == 4
    for card in [*cards, page.locator(NOW), page.locator('[data-go="on"]')]:
        box = card.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
