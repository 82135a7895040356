"""The bracket in a browser: where a phone opens, a screen that is filled, a pair's way lit up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import expect, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

FILL = """
from tests.tournament import play
for pairs in (2, 12, 48):
    cup = play.tournament(entered=pairs, drawn=True, name=f"Cup {pairs}", tables=16)
    if pairs == 12:
        play.play_round(cup, 1)
        play.start(play.match(cup, 2, 1), table_number=2)
"""
OLDER = """(said) => {
  const known = Object.getOwnPropertyDescriptor(PointerEvent.prototype, "pointerType");
  Object.defineProperty(PointerEvent.prototype, "pointerType", {
    get() { return this.type === "click" ? said : known.get.call(this); },
  });
}"""
"""A click that does not say what pressed (Safari before 18.2), or always "mouse" (before 18.4)."""
MIDDLE = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return Math.abs((box.left + box.right) / 2 - innerWidth / 2);
}"""
IN_SIGHT = """(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return 0 < top && bottom < innerHeight;
}"""
SHARE = """() => {
  const ties = [...document.querySelectorAll('.wall .tie')];
  const all = ties.map((tie) => tie.getBoundingClientRect());
  const most = (side) => Math.max(...all.map((box) => box[side]));
  const least = (side) => Math.min(...all.map((box) => box[side]));
  const wide = most("right") - least("left");
  const high = most("bottom") - least("top");
  return [wide / innerWidth, high / innerHeight];
}"""


def opened(context: "BrowserContext", site: Server, width: int, height: int, pairs: int) -> "Page":
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site.url}/t/cup-{pairs}/")
    return page


def until_middle(page: "Page", selector: str) -> None:
    """Waits until it stands in the middle of the screen, from left to right."""
    page.wait_for_function(f"selector => ({MIDDLE})(selector) < 40", arg=selector)


@pytest.fixture
def context(chromium: "Browser") -> Iterator["BrowserContext"]:
    with chromium.new_context(locale="en", reduced_motion="reduce") as made:
        yield made


@pytest.fixture
def phone(chromium: "Browser") -> Iterator["BrowserContext"]:
    with chromium.new_context(locale="en", reduced_motion="reduce", has_touch=True) as made:
        yield made


def test_a_phone_opens_at_what_is_played_and_goes_on_by_chips(site, phone):
    page = opened(phone, site, 390, 844, 12)
    until_middle(page, "#round-2")
    expect(page.locator(".chip[aria-current]")).to_contain_text("Quarter-finals")
    playing = page.locator(".tie--playing").bounding_box()
    assert playing["y"] + playing["height"] < 844
    page.locator(".chip").last.click()
    until_middle(page, "#round-4")
    page.wait_for_function(IN_SIGHT, arg=".tie--final")  # no blank screen


@pytest.mark.long
def test_without_scripts_the_chips_are_links_to_the_rounds(site, chromium):
    with chromium.new_context(java_script_enabled=False, locale="en") as context:
        page = opened(context, site, 390, 844, 12)
        page.locator(".chip").nth(2).click()
        page.wait_for_url("**#round-3")
        expect(page.locator("#round-3 .tie").first).to_be_in_viewport()


@pytest.mark.long
def test_four_rounds_fit_a_tablet_held_upright(site, context):
    page = opened(context, site, 820, 1180, 12)
    over = "tree => tree.scrollWidth - tree.clientWidth"
    assert page.locator(".wall .bracket").evaluate(over) <= 0


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080), (3840, 2160)])
def test_twelve_pairs_fill_the_screen(site, context, width, height):
    page = opened(context, site, width, height, 12)
    wide, high = page.evaluate(SHARE)
    assert wide > 0.95
    assert high > 0.5
    size = page.locator(".wall .tie__name").first.evaluate("e => getComputedStyle(e).fontSize")
    assert float(size.removesuffix("px")) > width / 120


@pytest.mark.long
def test_the_way_of_a_pair_lights_up_when_pointed_at_and_by_the_focus(site, context):
    page = opened(context, site, 1440, 900, 12)
    played = page.locator("#round-2 .tie").first
    pair = played.locator("[data-pair]").first.get_attribute("data-pair")
    played.locator("[data-pair]").first.hover()
    lit = page.locator(".is-way")
    lit.first.wait_for()  # the script comes with the first pointing
    assert lit.count() >= 2
    assert {one.get_attribute("data-pair") for one in lit.all()} == {pair}
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    page.locator(".chip").last.focus()
    for _step in range(12):
        page.keyboard.press("Tab")
        if lit.count():
            break
    assert lit.count() >= 1


def test_a_tap_lights_the_way_and_offers_where_to_go(site, phone):
    page = opened(phone, site, 390, 844, 12)
    row = page.locator("#round-2 .tie [data-pair]").first
    row.tap()
    page.locator("#path-bar").wait_for()  # the script comes with the first tap
    assert page.locator(".is-way").count() >= 2
    assert "/pairs/" in page.locator(".path-bar__pair").get_attribute("href")
    row.tap()
    page.wait_for_url("**/match/*/")


@pytest.mark.long
@pytest.mark.parametrize("said", ["undefined", '"mouse"'])
def test_a_tap_lights_the_way_where_a_click_does_not_say_what_pressed(site, phone, said):
    phone.add_init_script(f"({OLDER})({said})")
    page = opened(phone, site, 390, 844, 12)
    row = page.locator("#round-2 .tie [data-pair]").first
    row.tap()
    page.locator("#path-bar").wait_for()
    assert page.locator(".is-way").count() >= 2
    row.tap()
    page.wait_for_url("**/match/*/")


@pytest.mark.long
def focused(page: "Page") -> str:
    return str(page.evaluate("document.activeElement.querySelector('.tie__number').textContent"))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 900)])
def test_the_arrow_keys_lead_from_match_to_match(site, context, width, height):
    page = opened(context, site, width, height, 12)
    page.locator(".bracket.has-way, .wall__tools:not([hidden])").first.wait_for(state="attached")
    page.locator("a.tie", has_text="2.1").first.focus()
    for key, to in (("ArrowDown", "2.2"), ("ArrowUp", "2.1"), ("ArrowRight", "3.1"),
                    ("ArrowLeft", "2.1"), ("ArrowUp", "2.1")):  # fmt: skip
        page.keyboard.press(key)
        assert focused(page) == to, key


def test_where_a_reader_has_chosen_all_colours_the_current_page_alone_is_framed(site, context):
    page = opened(context, site, 1366, 900, 12)
    page.emulate_media(forced_colors="active")
    frame = "one => [getComputedStyle(one).borderBottomColor, getComputedStyle(one).outlineStyle]"
    current = page.locator(".tabs a[aria-current]").evaluate(frame)
    other = page.locator(".tabs a:not([aria-current])").first.evaluate(frame)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert current[1] == "solid"
    assert other == [ground, "none"]
    assert current[0] != ground


def test_zoom_and_a_later_round_make_it_larger(site, context):
    page = opened(context, site, 1440, 900, 48)
    size = "() => parseFloat(getComputedStyle(document.querySelector('.bracket')).fontSize)"
    before = page.evaluate(size)
    page.locator("[data-zoom='1']").click()
    until(page, f"(least) => ({size})() > least", before * 1.2)
    page.keyboard.press("0")
    page.locator(".chip").nth(3).click()
    expect(page.locator("#round-1")).to_be_hidden()
    until(page, f"(least) => ({size})() > least", before)


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("width", [320, 640])
def test_at_400_percent_nothing_but_the_bracket_goes_sideways(site, context, width):
    for pairs in (2, 48):
        page = opened(context, site, width, 512, pairs)
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) <= 0
