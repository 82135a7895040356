"""What the tablet says of what is missing, refused or on its way; and where the focus goes."""

import re

import pytest

from tests.e2e.room import CARDS, Tablet
from tests.services import expect, until

pytestmark = pytest.mark.browser


def digits(tablet: Tablet, a: int, b: int) -> None:
    for digit in str(a):
        tablet.tap(digit, within=".keys--digits")
    tablet.tap("B took")
    for digit in str(b):
        tablet.tap(digit, within=".keys--digits")


@pytest.mark.long
def test_stones_that_cannot_be_are_refused_with_the_reason(tablet):
    tablet.tap("Without cards: stones only")
    expect(tablet.page.locator(".foot .note")).to_have_count(0)
    digits(tablet, 41, 45)
    tablet.says(".foot .note--bad", "Only one pair can win the game")
    expect(tablet.page.locator(".foot__save")).to_be_disabled()


@pytest.mark.long
def test_stones_that_end_the_game_are_announced_before_they_are_saved(tablet):
    tablet.tap("Without cards: stones only")
    digits(tablet, 99, 3)
    tablet.says(".foot .note--warn", "Ends the game: A wins 99–3")
    tablet.tap("back", within=".keys--digits")
    tablet.tap("A took")
    tablet.tap("back", within=".keys--digits")
    tablet.tap("1", within=".keys--digits")
    tablet.tap("7", within=".keys--digits")
    expect(tablet.page.locator(".quick__side b")).to_have_text(["91", "–"])


@pytest.mark.long
def test_a_correction_without_a_reason_says_so_and_shows_where(tablet):
    tablet.quick(5, 3)
    tablet.tap("History")
    tablet.page.locator(".history button").first.click()
    tablet.tap("Correct")
    tablet.says(".foot", "Say why it is corrected")
    tablet.tap("Review")
    until(tablet.page, "document.activeElement.closest('.reason') !== null")
    assert tablet.held() == []
    tablet.tap("Typing error")
    expect(tablet.page.locator(".foot")).not_to_contain_text("Say why")


@pytest.mark.long
def test_a_call_without_words_goes_out_with_some_and_is_acknowledged(tablet, room):
    tablet.goes_offline()
    tablet.tap("Call the organizer")
    tablet.tap("Call")
    tablet.says(".note", "saved here")
    tablet.comes_back()
    note = tablet.page.locator(".note", has_text="Called")
    expect(note).to_have_text(re.compile(r"^Called \d\d:\d\d · received ✓$"))
    [(_, call)] = room.rulings("call")
    assert (call["about"], call["message"]) == ("help", "")
    tablet.page.reload()
    tablet.says(".note", "Called")


@pytest.mark.long
def test_an_undo_says_what_it_undoes(tablet):
    tablet.quick(5, 3)
    tablet.quick(2, 13)
    tablet.tap("Undo")
    panel = tablet.page.locator(".panel")
    expect(panel).to_contain_text("7–16 → 5–3")
    assert re.search(r"A\s+\+2\s+B\s+\+13", panel.inner_text())


@pytest.mark.long
def test_nothing_is_called_confirmed_where_nothing_is_sent(another, room):
    tablet = another(room).open()
    tablet.page.get_by_role("heading", name="Join a table").wait_for()
    expect(tablet.page.locator(".delivery")).to_have_count(0)
    tablet.tap("Rehearse on invented hands")
    tablet.says(".delivery", "Rehearsal")


@pytest.mark.long
def test_a_match_that_is_not_there_has_a_way_back(another, room):
    tablet = another(room).join()
    tablet.page.goto(f"{tablet.app}#/start/999999")
    tablet.tap("‹ Back to the table")
    tablet.page.get_by_role("button", name="Seat the pairs").wait_for()


FOCUSED = """(text) => {
  const { activeElement: here, body } = document;
  return here !== body && here.innerText.includes(text);
}"""
TITLE = "(text) => document.title.startsWith(`${text} · `)"
IN_THE_INFRACTION = "() => document.activeElement.closest('.infraction') !== null"


@pytest.mark.long
def test_the_focus_goes_on_with_the_hand_and_the_title_tells_the_screen(another, room):
    """By keyboard alone: what has the focus is pressed, and never is there none."""
    tablet = another(room).join()
    page = tablet.page

    def focused(text: str) -> None:
        page.wait_for_function(FOCUSED, arg=text)

    def press(name: str, within: str = "main") -> None:
        key = page.locator(within).get_by_role("button", name=name, exact=True).first
        key.focus()
        page.keyboard.press("Enter")

    focused("Table 1")
    press("Seat the pairs")
    focused("Who sits where")
    page.wait_for_function(TITLE, arg="Who sits where")
    page.locator(".round__seat--0").click()
    press("Begin the match")
    focused("Table 1")
    press("Enter hand 1")
    page.wait_for_function(TITLE, arg="Hand 1.1")
    for four in ("R R R R", *CARDS[:2], "C C 4 5"):
        for rank in four.split():
            press_rank = page.locator(f".key--rank:has(b:text-is('{rank}'))")
            press_rank.focus()
            page.keyboard.press("Enter")
            if four != "C C 4 5":
                focused(rank)
    press("Bets ›")
    focused("bets")
    press("A bets on grande")
    focused("Accept")
    page.keyboard.press("Enter")
    focused("Change")
    press("Infraction: false claim or cards not shown")
    page.wait_for_function(IN_THE_INFRACTION)
    press("Review", "footer")
    focused("Is this what was played?")
    press("Save", "footer")
    focused("Table 1")


LOCKS = """window.locks = 0;
Object.defineProperty(navigator, "wakeLock", {
  value: { request: async () => ({ released: false, of: (window.locks += 1) }) },
});"""


def test_the_screen_stays_awake_once_the_match_has_begun(another, room):
    tablet = another(room)
    tablet.context.add_init_script(LOCKS)
    tablet.join()
    assert tablet.page.evaluate("locks") == 0
    tablet.begin()
    tablet.tap("Enter hand 1")
    until(tablet.page, "locks === 1")


def test_a_browser_too_old_for_the_program_is_told_what_to_do(another, room):
    """Its script does not run; what the page says of itself appears when it should have."""
    tablet = another(room)
    tablet.page.route("**/app.js", lambda route: route.fulfill(body="const old = ;"))
    tablet.page.goto(tablet.app)
    said = tablet.page.locator(".too-old")
    expect(said).not_to_be_visible()
    tablet.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(said).to_be_visible()
    expect(said.get_by_role("link")).to_have_attribute("href", "/referee/")
    tablet.faults.clear()  # the syntax error that was made
