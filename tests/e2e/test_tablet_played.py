"""A hand entered in the order in which it is played: bets as they fall, cards at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.room import CARDS, Tablet
from tests.services import expect, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
ORDER = "Bets first, as they are spoken"
LANGUAGES = ["es", "eu", "en", "fr"]
MOST_WITHOUT_CARDS = 8
MOST_WITH_CARDS = 20
SPOKEN = """(most) => new Promise((resolve) => {
  indexedDB.open("mus-tablet").onsuccess = ({ target: { result: db } }) => {
    const asked = db.transaction("values").objectStore("values").get("draft");
    asked.onsuccess = () => {
      db.close();
      const { bets, said } = asked.result ?? { bets: {}, said: { pares: [] } };
      resolve(Object.keys(bets).length === most && said.pares.includes(true));
    };
  };
})"""
"""Whether the browser's store holds a draft with bets on so many lances, and a yes to pares."""


@pytest.fixture
def tablet(tablet: Tablet) -> Tablet:
    """With its one switch of the order turned on."""
    tablet.tap("Settings")
    tablet.tap(ORDER)
    tablet.page.get_by_role("button", name=f"✓ {ORDER}").wait_for()
    tablet.page.go_back()
    tablet.tap("Enter hand 1")
    tablet.page.locator(".lances").wait_for()
    return tablet


def bets(tablet: Tablet, lance: str, side: str, answer: str) -> None:
    other = "B" if side == "A" else "A"
    tablet.tap(f"{side} bets on {lance}: {other} {answer}")


def says(tablet: Tablet, lance: str, *places: int, others: str | None = "The others: no") -> None:
    """The seats at these places, from the mano, say yes; `others` is the key for all the rest."""
    words = tablet.page.get_by_role("group", name=f"Who said yes: {lance}")
    for place in places:
        tablet.taps += 1
        words.get_by_role("button").nth(place).click()
    if others:
        tablet.taps += 1
        words.get_by_role("button", name=others).click()


def types(tablet: Tablet) -> None:
    names = {
        "R": "king", "C": "knight", "S": "jack", "7": "seven", "6": "six", "3": "three",
        "2": "two", "A": "ace",
    }  # fmt: skip
    for rank in " ".join(CARDS).split():
        tablet.tap(f"{rank} {names[rank]}", within=".keys--ranks")


def test_a_hand_whose_bets_were_all_refused_takes_two_taps_after_the_last_word(tablet, room):
    for lance, side in [("grande", "A"), ("chica", "B")]:
        bets(tablet, lance, side, "refuses")
    says(tablet, "pares", others="Nobody")
    says(tablet, "juego", others="Nobody")
    bets(tablet, "juego", "A", "refuses")
    tablet.taps = 0
    tablet.save()
    assert tablet.taps <= MOST_WITHOUT_CARDS
    tablet.until_confirmed()
    assert room.stones == [(3, 1)]  # 1 and 1, and the punto's 1 (S5); 1
    assert "cards" not in room.records[0]


def test_sixteen_cards_after_bets_on_four_lances_take_at_most_20_taps(tablet, room):
    for lance, side in [("grande", "A"), ("chica", "B")]:
        bets(tablet, lance, side, "accepts")
    says(tablet, "pares", 0, 1, 2, 3, others=None)
    bets(tablet, "pares", "A", "refuses")
    says(tablet, "juego", 1, 2, 3)
    bets(tablet, "juego", "B", "accepts")
    paid = tablet.page.locator(".lance", has_text="Pares").locator(".lance__paid")
    expect(paid).to_have_text("A +1")  # the deje, before any card
    tablet.taps = 0
    tablet.tap("Cards ›")
    types(tablet)
    tablet.save()
    assert tablet.taps <= MOST_WITH_CARDS
    tablet.until_confirmed()
    [record] = room.records
    assert len(record["cards"]) == 4
    assert record["declared"]["pares"] == [True] * 4
    assert [len(record["bets"][lance]) for lance in ("grande", "chica", "pares", "juego")] == [
        2
    ] * 4


def test_nobody_bets_on_pares_before_all_four_have_said_who_has_them(tablet):
    key = tablet.page.get_by_role("button", name="A bets on pares", exact=True)
    expect(tablet.page.get_by_role("button", name="A bets on grande", exact=True)).to_be_visible()
    says(tablet, "pares", 0, 1, others=None)
    expect(key).to_have_count(0)
    says(tablet, "pares")
    expect(key).to_be_visible()


def test_a_hand_half_spoken_survives_a_reload_and_keeps_its_order(tablet):
    bets(tablet, "grande", "A", "accepts")
    says(tablet, "pares", 2, others=None)
    until(tablet.page, SPOKEN, 1)
    tablet.page.reload()
    tablet.says(".bets--closed", "A bets 2")
    words = tablet.page.get_by_role("group", name="Who said yes: pares")
    expect(words.get_by_role("button").locator("b")).to_have_text(["?", "?", "yes", "?"])
    tablet.tap("Change", within=".bets--closed")
    expect(tablet.page.locator(".bets--open")).to_be_visible()  # only the answer was taken back
    tablet.page.go_back()
    tablet.tap("Settings")
    expect(tablet.page.get_by_role("button", name=f"✓ {ORDER}")).to_be_visible()


def test_a_false_no_is_found_when_the_cards_are_there_and_mended_in_one_tap(tablet, room):
    """The mano's partner denies his juego: 31 from the third seat, J7 as his partner's counts."""
    says(tablet, "juego", 2, 3)
    tablet.tap("Cards ›")
    types(tablet)
    tablet.tap("Review")
    tablet.says(".review", "J7")
    tablet.tap("Change")
    says(tablet, "juego", 1, others=None)
    expect(tablet.page.locator(".said .is-false")).to_have_count(0)
    tablet.save()
    tablet.until_confirmed()
    assert room.records[0]["declared"]["juego"] == [False, True, True, True]


DRAFT = """() => put({ where: "hand", hands: 0, draw: (drafts, match) => {
  const calls = drafts.answer(drafts.bet([], "A"), "no_quiero");
  const empty = drafts.newDraft(match, { order: "played" });
  return drafts.toggleSaid(drafts.withCalls(empty, "grande", calls), "pares", 1, match.ruleset);
}})"""
FAULTS = """() => {
  const parts = [...document.querySelectorAll("#app button, #app h2, #app .note")];
  const cut = parts.filter((each) => each.scrollWidth > each.clientWidth + 1);
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    cut: cut.map((each) => each.innerText),
    raw: document.querySelector("#app").innerText.match(/[a-z]+_[a-z_]+/g) ?? [],
    below: document.querySelector(".foot__save").getBoundingClientRect().bottom > innerHeight,
  };
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bets_before_the_cards_fit_in_every_language(page: Page, screens: str, language: str):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{screens}?language={language}")
    until(page, "Boolean(window.put)")
    page.evaluate(DRAFT)
    page.locator(".lance__paid").first.wait_for()
    assert page.evaluate(FAULTS) == {"wide": 0, "cut": [], "raw": [], "below": False}


# The organizer changes the pack while a hand with a two is open.
OTHER_PACK = """() => put({
  where: "hand", hands: 0, rules: { without_twos: true },
  draw: (drafts, match) => [..."RRS7CC52SSC733R7"].reduce(drafts.addCard, drafts.newDraft(match)),
})"""


def test_C1_cards_that_cannot_be_are_refused_at_the_seat_where_they_begin(page: Page, screens: str):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{screens}?language=en")
    until(page, "Boolean(window.put)")
    page.evaluate(OTHER_PACK)
    page.locator(".foot [role=alert]", has_text="Hondarribia").wait_for()
    expect(page.locator(".seat.is-wrong")).to_contain_text("Hondarribia")
    expect(page.locator(".foot__save")).to_be_disabled()
    page.locator(".seat.is-wrong").click()  # a full seat is typed again
    expect(page.locator(".seat.is-wrong")).to_have_count(0)
