"""One picture of the table from the seating to the review, on screens made from the sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.services import CHROMIUM, CHROMIUM_ARGUMENTS, expect, patient, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PHONE, ON_ITS_SIDE = (360, 740), (740, 360)
TABLETS = [(820, 1180), (1180, 820)]
TWICE_AS_LARGE = "--blink-settings=defaultFontSize=32"
EVERYWHERE = ["", "hand", "history", "undo", "call", "waiting", "settings"]
TYPED = """
const typed = (d, m, most = 16) =>
  [..."RR747765RSSAC44A"].slice(0, most).reduce(d.addCard, d.newDraft(m));
const refused = (d) => (draft, lance) =>
  d.withCalls(draft, lance, d.answer(d.bet([], "A"), "no_quiero"));
const played = (d, m) =>
  ["grande", "chica", "pares"].reduce(refused(d), d.move(typed(d, m), "lances"));
// Bets as they fall: who said yes, and bets that were refused.
const spoken = (d, m) => ["grande", "chica"].reduce(refused(d),
  d.toggleSaid(d.newDraft(m, {order: "played"}), "pares", 1, m.ruleset));
const silent = (d, m) => ["pares", "juego"].reduce(
  (draft, lance) => d.othersNo(draft, lance, m.ruleset), d.newDraft(m, {order: "played"}));
const accepted = (lance) => (d, m) => d.withCalls(
  d.move([..."RR74R6655SSACC4A"].reduce(d.addCard, d.newDraft(m)), "lances"), lance,
  d.answer(d.intoOrdago(d.bet([], "A")), "quiero"));
"""
STEPS = {
    "seating": "{begun: false, hands: 0, where: 'start/1'}",
    "table before the first hand": "{hands: 0}",
    "table": "{}",
    "no card": "{where: 'hand', draw: (d, m) => d.newDraft(m)}",
    "cards": "{where: 'hand', draw: (d, m) => typed(d, m, 9)}",
    "a card too many": "{where: 'hand', draw: (d, m) => d.tooMany(typed(d, m), 'R')}",
    "bets": "{where: 'hand', draw: (d, m) => d.move(typed(d, m), 'lances')}",
    "bets that end a game": "{where: 'hand', draw: accepted('grande')}",
    "the last bet ends a game": "{where: 'hand', draw: accepted('pares')}",
    "a bet to answer": "{where: 'hand', draw: (d, m) => "
    "d.withCalls(d.move(typed(d, m), 'lances'), 'pares', d.bet([], 'A'))}",
    "bets as they fall": "{where: 'hand', draw: spoken}",
    "bets as they fall, first hand": "{hands: 0, where: 'hand', draw: silent}",
    "review": "{where: 'hand', draw: (d, m) => d.move(played(d, m), 'review', m)}",
    "stones": "{where: 'hand', draw: (d, m) => d.newDraft(m, {quick: true})}",
}
WITH_SEATS = ["seating", "table", "cards", "review"]
# What of the screen ends below its foot, or below the screen where there is none.
BELOW = """() => {
  const box = (each) => each.getBoundingClientRect();
  const foot = document.querySelector(".foot");
  const end = Math.min(foot ? box(foot).top : innerHeight, innerHeight) + 0.5;
  const shown = (each) => each.checkVisibility() && each.innerText?.trim();
  const below = [...document.querySelectorAll("main *")]
    .filter((each) => !each.closest(".foot") && !each.querySelector(".foot"))
    .filter((each) => shown(each) && box(each).bottom > end)
    .map((each) => each.innerText.trim());
  return foot && box(foot).bottom > innerHeight + 0.5 ? ["the foot", ...below] : below;
}"""
# Where the players sit, by their names: left or right, far or near in the picture.
SEATED = """() => {
  const middle = (each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const [x, y] = middle(document.querySelector(".round"));
  const seats = [...document.querySelectorAll(".round > :not(.round__table)")];
  return Object.fromEntries(["Getaria", "Hondarribia", "Zarautz", "Lekeitio"].map((name) => {
    const seat = seats.find((each) => each.innerText.includes(name));
    const [across, down] = middle(seat);
    const mano = seat.innerText.toLowerCase().includes("mano") ? ", mano" : "";
    return [name, `${down < y ? "far" : "near"} ${across < x ? "left" : "right"}${mano}`];
  }));
}"""
# Texts and keys that lie on one another.
OVERLAPS = """() => {
  const kinds = ["button", ".sits", ".shown li", "h1", "p", "legend", ".round__table"];
  const boxes = [...document.querySelectorAll(kinds.map((kind) => `main ${kind}`).join())]
    .filter((each) => each.checkVisibility() && each.innerText.trim() && !each.closest(".foot"))
    .map((each) => [each, each.getBoundingClientRect()]);
  const meet = (from, to, one, other) =>
    Math.min(one[to], other[to]) - Math.max(one[from], other[from]) > 1;
  return boxes.flatMap(([one, box], place) => boxes.slice(place + 1)
    .filter(([other]) => !one.contains(other) && !other.contains(one))
    .filter(([, to]) => meet("left", "right", box, to) && meet("top", "bottom", box, to))
    .map(([other]) => `${one.innerText} / ${other.innerText}`));
}"""
# What the players read from their places, and how large it must be: capitals of 10 arc minutes at
# 1.5 m, on a screen of 132 pixels an inch (a tablet of 11 inches), are 23 px, of letters of 31.
READ = (
    ".seat__name, .seat__cards i, .sits, .next__mano, .round__seat b, .board__name, "
    ".stones__number, .shown li, .read li"
)
READABLE = 31
SIZES = """(read) => [...document.querySelectorAll(read)]
  .map((each) => [each.className, parseFloat(getComputedStyle(each).fontSize)])"""


def opened(browser: Browser, screens: str, size: tuple[int, int]) -> Page:
    width, height = size
    page = browser.new_page(locale="en", viewport={"width": width, "height": height})
    page.goto(screens)
    until(page, "Boolean(window.put)")
    page.add_script_tag(content=TYPED)
    return page


def show(page: Page, step: str) -> None:
    page.evaluate(f"put({STEPS[step]})")
    if step == "review":
        expect(page.locator(".foot .key--go")).to_be_enabled()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")


@pytest.fixture
def page(chromium: Browser, screens: str) -> Iterator[Page]:
    page = opened(chromium, screens, PHONE)
    yield page
    page.close()


LONG_NAMES = """{
  A: {number: 1, name: "", club: "", players: ["Arrankudiaga-Zollo", "Donibane Lohizune"]},
  B: {number: 2, name: "", club: "", players: ["Hondarribia", "Azpeitia-Errezil"]},
}"""
WITH_NAMES = "window.put = (state) => all({ ...state, pairs: of });"


@pytest.mark.parametrize("names", ["short names", "long names"])
@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE, *TABLETS])
def test_every_step_stands_above_the_foot_upright_and_on_its_side(chromium, screens, size, names):
    page = opened(chromium, screens, size)
    if names == "long names":
        page.evaluate(f"() => {{ const of = {LONG_NAMES}, all = put; {WITH_NAMES} }}")
    below = {}
    for step in STEPS:
        show(page, step)
        below[step] = page.evaluate(BELOW)
    page.close()
    assert below == {step: [] for step in STEPS}


ENDED = """(games) => put({ hands: 0, more: { items: [
  item({ kind: "match.start", key: "k0", match: 1, seating: { A: [1, 2], B: [1, 2] },
    first_mano: 0, four_kings: false }),
  ...[[40, 12], [40, 33]].slice(0, games).map((stones, n) => item({ kind: "hand.record",
    key: `h${n}`, match: 1, game: n + 1, hand: 1, record: { quick: { stones } } })),
] } })"""


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE, *TABLETS])
def test_both_pairs_agree_to_a_game_and_to_the_match_without_scrolling(chromium, screens, size):
    page = opened(chromium, screens, size)
    for games in (1, 2):
        page.evaluate(f"({ENDED})({games})")
        agree = page.locator(".confirm").first.locator("button")
        expect(agree).to_have_count(2)
        assert agree.last.evaluate("(key) => key.getBoundingClientRect().bottom <= innerHeight")
    page.close()


# Words that are cut in two at the end of a line: more lines than a text has words.
CUT = """(kinds) => [...document.querySelectorAll(kinds)].filter((each) => {
  const range = document.createRange();
  return [...each.querySelectorAll("*"), each].flatMap((one) => [...one.childNodes])
    .filter((one) => one.nodeType === Node.TEXT_NODE && one.data.trim())
    .some((one) => [...one.data.matchAll(/[^\\s–-]+/g)].some(({ index, 0: word }) => {
      range.setStart(one, index);
      range.setEnd(one, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }));
}).map((each) => each.innerText)"""


@pytest.mark.parametrize("language", ["es", pytest.param("eu", marks=pytest.mark.long)])
@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE, *TABLETS])
def test_no_name_of_a_pair_and_no_key_of_the_bets_is_cut_within_a_word(
    chromium, screens, size, language
):
    page = opened(chromium, f"{screens}?language={language}", size)
    for step in ("table", "bets", "bets as they fall, first hand", "a bet to answer"):
        show(page, step)
        assert page.evaluate(CUT, ".board__name, .played button, .mano-line") == [], step
    page.close()


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE])
def test_H1_everybody_sits_at_one_place_from_the_seating_to_the_review(chromium, screens, size):
    """Partners opposite each other, and whoever is mano says so."""
    page = opened(chromium, screens, size)
    show(page, "seating")
    page.locator(".round__seat--2").click()
    pictures = [page.evaluate(SEATED)]
    for step in WITH_SEATS[1:]:
        show(page, step)
        pictures.append(page.evaluate(SEATED))
    page.close()
    places = {
        "Getaria": "near left",
        "Hondarribia": "near right",
        "Zarautz": "far right, mano",
        "Lekeitio": "far left",
    }
    assert pictures == [places] * len(WITH_SEATS)


@pytest.mark.parametrize("size", TABLETS)
def test_what_the_players_read_is_large_enough_at_a_metre_and_a_half(chromium, screens, size):
    page = opened(chromium, screens, size)
    small = []
    for step in WITH_SEATS:
        show(page, step)
        read = page.evaluate(SIZES, READ)
        assert read, step
        small += [(step, *each) for each in read if each[1] < READABLE]
    page.close()
    assert small == []


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE])
def test_letters_twice_as_large_lie_on_nothing(chromium, screens, size):
    arguments = [*CHROMIUM_ARGUMENTS, TWICE_AS_LARGE]
    large = patient(chromium.browser_type.launch(executable_path=CHROMIUM, args=arguments))
    page = opened(large, screens, size)
    overlaps = {}
    for step in STEPS:
        show(page, step)
        overlaps[step] = page.evaluate(OVERLAPS)
    large.close()
    assert overlaps == {step: [] for step in STEPS}


def test_T4_one_pair_alone_is_no_agreement_on_four_kings(page):
    show(page, "seating")
    page.locator(".round__seat--3").click()
    page.get_by_role("button", name="B wants").click()
    expect(page.get_by_role("button", name="Four kings: A has not agreed")).to_be_disabled()
    expect(page.get_by_text("B alone is not enough")).to_be_visible()
    page.get_by_role("button", name="B wants").click()
    page.get_by_role("button", name="Begin the match").click()
    until(page, "app.local.match?.ruleset.kings === 8")
    expect(page.locator(".bar")).not_to_contain_text("kings")


def test_T4_four_kings_are_in_sight_on_every_screen_once_both_pairs_agreed(page):
    show(page, "seating")
    page.locator(".round__seat--3").click()
    page.get_by_role("button", name="A wants").click()
    page.get_by_role("button", name="B wants").click()
    expect(page.get_by_text("Agreed: four kings")).to_be_visible()
    page.get_by_role("button", name="Begin the match").click()
    for where in EVERYWHERE:
        page.evaluate("where => { location.hash = `#/${where}` }", where)
        expect(page.locator(".bar")).to_contain_text("4 kings")


@pytest.mark.parametrize(
    ("typed", "rank", "seat"),
    [("RR747765RSSAC44A", "5 five", "Hondarribia"), ("RRRR3333A", "R king", "Getaria")],
    ids=["a seventeenth card", "a ninth king"],
)
def test_C1_a_card_too_many_is_said_at_the_seat_to_which_it_belongs(page, typed, rank, seat):
    draw = f"(d, m) => [...'{typed}'].reduce(d.addCard, d.newDraft(m))"
    page.evaluate(f"put({{where: 'hand', draw: {draw}}})")
    press(page, rank)
    wrong = page.locator(".seat.is-wrong")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text(seat)
    expect(wrong).to_contain_text("one too many")
    expect(page.get_by_role("button", name=re.compile(f"{seat}: .*, one too many"))).to_be_visible()
    page.get_by_role("button", name="They are right").click()
    expect(wrong).to_have_count(0)


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """By its role and name alone, as a screen reader finds it and a keyboard presses it."""
    key = page.get_by_role("button", name=name, exact=True)
    key.focus()
    key.press("Enter")


def test_a_hand_is_entered_by_the_names_of_the_keys_alone(page):
    """What contradicts the cards is said in words."""
    page.evaluate("put({hands: 0})")
    press(page, "Enter hand 1")
    seat = page.get_by_role("button", name="Getaria: none, mano", exact=True)
    expect(seat).to_have_attribute("aria-current", "step")
    names = {
        "R": "R king", "C": "C knight", "S": "S jack", "7": "7 seven", "6": "6 six",
        "5": "5 five", "4": "4 four", "A": "A ace",
    }  # fmt: skip
    for rank in "RR747765RSSAC44A":
        press(page, names[rank])
        page.wait_for_timeout(200)  # the same key within 150 ms is one tap
    expect(page.get_by_role("button", name="Getaria: R R 7 4, mano", exact=True)).to_be_visible()
    press(page, "Bets ›")
    press(page, "A bets on grande: B accepts")
    who = page.get_by_role("group", name="Who said yes: pares")
    said = who.get_by_role("button", name=re.compile("^Getaria"))
    expect(said).to_have_accessible_name("Getaria yes")
    said.press("Enter")
    expect(said).to_have_accessible_name("Getaria no, contradicts the cards")
    said.press("Enter")
    expect(said).to_have_accessible_name("Getaria yes")
    press(page, "Review")
    expect(page.get_by_role("listitem").filter(has_text="Grande")).to_contain_text("bets 2")
    press(page, "Save")
    until(page, "app.now.items.length === 2")
    cards = page.evaluate("app.now.items[1].action.record.cards")
    assert [card[0] for card in cards] == ["R", "7", "R", "C"]
