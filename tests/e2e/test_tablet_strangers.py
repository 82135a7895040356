"""Five evenings of somebody who has never held this tablet, at 360 × 740: no wrong stone.

The scripts say what a table plays and what it then must have; every hand is read back on the way.
"""

import pytest

from tests.e2e.room import Tablet
from tests.services import expect

pytestmark = pytest.mark.browser
RANKS = {
    "R": "king", "C": "knight", "S": "jack", "7": "seven", "6": "six",
    "5": "five", "4": "four", "3": "three", "2": "two", "A": "ace",
}  # fmt: skip
# Seat by seat from the mano, whose pair has the best grande, chica and pares, and the only juegos:
# it takes 1, 1, 2 + 1 and 3 + 2 stones of every hand.
DEAL = ("R R R A", "C C 5 4", "S S 6 7", "7 6 5 4")


def typed(tablet: Tablet, deal: tuple[str, ...] = DEAL) -> None:
    for four in deal:
        for rank in four.split():
            tablet.tap(f"{rank} {RANKS[rank]}", within=".keys--ranks", at_once=True)
    tablet.tap("Bets ›", at_once=True)
    tablet.page.locator(".lances").wait_for()


def read(tablet: Tablet) -> str:
    """What the tablet reads back."""
    tablet.tap("Review", at_once=True)
    tablet.page.locator(".review .read").wait_for()
    return " ".join(tablet.page.locator(".review").inner_text().split())


def saved(tablet: Tablet) -> None:
    tablet.tap("Save", at_once=True)
    tablet.page.locator(".next, .confirm").first.wait_for()


def test_five_scripts_of_strangers_run_with_no_wrong_stone(another, room):
    tablet = another(room).join().begin()
    tablet.until_confirmed()
    tablet.ready_offline()

    # A quiet hand: A bets on grande and B refuses, the rest is passed.
    tablet.tap("Enter hand 1", at_once=True)
    typed(tablet)
    tablet.tap("A bets on grande: B refuses", at_once=True)
    said = read(tablet)
    assert "A bets 2 · B refuses A +1 Pair B refused." in said
    assert "Only pair A: no bets" in said
    saved(tablet)
    tablet.stands(10, 0)

    # An undo: it was another table's hand.
    tablet.tap("Undo", at_once=True)
    tablet.tap("Typing error", at_once=True)
    tablet.tap("Take it back", at_once=True)
    tablet.page.locator(".next").wait_for()
    tablet.stands(0, 0)

    # A false word, put right before saving: it costs nothing and is not read back.
    tablet.tap("Enter hand 1", at_once=True)
    typed(tablet)
    pares = tablet.page.get_by_role("group", name="Who said yes: pares").get_by_role("button")
    pares.nth(3).click()
    read(tablet)
    expect(tablet.page.locator(".review .note--bad")).to_have_count(1)
    tablet.tap("Change", at_once=True)
    tablet.page.locator(".lances").wait_for()
    pares.nth(3).click()
    tablet.tap("A bets on grande: B refuses", at_once=True)
    read(tablet)
    expect(tablet.page.locator(".review .note--bad")).to_have_count(0)
    saved(tablet)
    tablet.stands(10, 0)

    # An evening without network, and on its last hand an órdago that is seen.
    tablet.goes_offline()
    for number in (2, 3):
        tablet.tap(f"Enter hand {number}", at_once=True)
        typed(tablet)
        assert "All passed" in read(tablet)
        saved(tablet)
    tablet.says(".banner", "No network: 2 hands saved here")
    tablet.tap("Enter hand 4", at_once=True)
    typed(tablet)
    tablet.tap("B bets on grande", at_once=True)
    tablet.tap("Órdago", within=".bets__keys", at_once=True)
    tablet.tap("A accepts", at_once=True)
    said = read(tablet)
    assert "B órdago · A accepts" in said
    assert said.count("Not played") == 3
    tablet.tap("A agrees", within=".foot", exact=False, at_once=True)
    tablet.tap("B agrees", within=".foot", exact=False, at_once=True)
    saved(tablet)
    tablet.page.reload()
    tablet.page.locator(".confirm").wait_for()
    tablet.comes_back()
    standing = {hand.number: hand.stones for hand in room.hands if hand.game == 1}
    assert standing == {1: (10, 0), 2: (0, 10), 3: (10, 0), 4: (0, 30)}
    won = room.records[-1]
    assert won["bets"]["grande"][-1] == {"by": "A", "call": "quiero"}
    assert won["claim"] == [0, 30]
