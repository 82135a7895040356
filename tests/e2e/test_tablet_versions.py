"""What one tablet changes is what it saw: another's hand is never changed unseen, nothing comes
back that was taken away, and nothing that was typed is thrown away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.e2e.room import Room, Tablet
from tests.services import becomes, expect, until

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser
Open = Callable[..., Tablet]
ACTIONS = "**/api/v1/table/actions/"
TABLE = "**/api/v1/table/"
HELD_UP = {"service_workers": "block"}


@pytest.fixture
def both(another: Open, room: Room) -> tuple[Tablet, Tablet]:
    """Two tablets at one table, at the beginning of a match."""
    first = another(room, **HELD_UP).join().begin()
    first.until_confirmed()
    second = another(room, **HELD_UP).join()
    second.page.locator(".next").wait_for()
    return first, second


def undo(tablet: Tablet) -> None:
    tablet.tap("Undo")
    tablet.tap("Typing error")
    tablet.tap("Take it back")
    tablet.page.locator(".board").wait_for()


def open_correction(tablet: Tablet, a: int, b: int) -> None:
    """Of hand 1.1, entered without cards: the new stones typed, nothing saved."""
    tablet.page.evaluate("location.hash = '#/correct/1/1'")
    for side, stones in enumerate((a, b)):
        tablet.page.locator(".quick__side").nth(side).click()
        for _digit in range(2):
            tablet.page.locator(".keys--digits .key", has_text="⌫").click()
        for digit in str(stones):
            tablet.tap(digit, within=".keys--digits")
    tablet.tap("Typing error")


def save_correction(tablet: Tablet) -> None:
    tablet.tap("Review")
    tablet.tap("Save correction")
    tablet.page.locator(".board").wait_for()


def correct(tablet: Tablet, a: int, b: int) -> None:
    open_correction(tablet, a, b)
    save_correction(tablet)


def offline(tablet: Tablet) -> None:
    tablet.page.route("**/api/**", lambda route: route.abort())


def online(tablet: Tablet) -> None:
    tablet.page.unroute("**/api/**")


def answers_are_lost(tablet: Tablet) -> None:
    """The first request arrives, and no answer to any comes back."""
    arrived: list[int] = []

    def lose(route: Route) -> None:
        if not arrived:
            arrived.append(route.fetch().status)
        route.abort()

    tablet.page.route(ACTIONS, lose)
    tablet.page.route(TABLE, lambda route: route.abort())


def answers_come(tablet: Tablet) -> None:
    tablet.page.unroute(ACTIONS)
    tablet.page.unroute(TABLE)


def standing(room: Room) -> list[tuple[int, int]]:
    """The stones of the hands that count."""
    last = {(hand.game, hand.number): hand for hand in room.hands}
    return [hand.stones for hand in last.values() if not hand.is_void]


def needs_you(tablet: Tablet) -> None:
    tablet.page.locator(".delivery--bad").wait_for()


class TestChangesOfAHandThatIsAnotherByNow:
    @pytest.mark.parametrize(
        "stones", [(4, 4), pytest.param((7, 2), marks=pytest.mark.long)], ids=["anew", "corrected"]
    )
    def test_an_undo_does_not_hit_what_stands_in_its_place(self, both, room, stones):
        first, second = both
        first.quick(5, 3)
        first.until_confirmed()
        second.page.get_by_text("Enter hand 2").wait_for()
        offline(first)
        undo(first)
        if stones == (7, 2):
            correct(second, *stones)
        else:
            undo(second)
            second.until_confirmed()
            second.quick(*stones)
        second.until_confirmed()
        online(first)
        needs_you(first)
        assert standing(room) == [stones]

    @pytest.mark.long
    def test_a_correction_opened_before_its_hand_arrived_hits_nothing_else(self, both, room):
        first, second = both
        offline(first)
        first.quick(5, 3)
        open_correction(first, 6, 3)
        online(first)
        first.until_confirmed()
        second.page.get_by_text("Enter hand 2").wait_for()
        correct(second, 9, 1)
        second.until_confirmed()
        save_correction(first)
        needs_you(first)
        assert standing(room) == [(9, 1)]

    @pytest.mark.long
    @pytest.mark.parametrize("change", ["undo", "correct"])
    def test_a_hand_whose_answer_was_lost_is_not_taken_for_another(self, both, room, change):
        first, second = both
        answers_are_lost(first)
        first.quick(5, 3)
        first.page.get_by_text("saved here").first.wait_for()
        second.page.get_by_text("Enter hand 2").wait_for()
        if change == "undo":
            undo(first)
        else:
            correct(first, 6, 3)
        correct(second, 9, 1)
        second.until_confirmed()
        answers_come(first)
        needs_you(first)
        assert standing(room) == [(9, 1)]

    @pytest.mark.long
    def test_sent_again_behind_a_refused_hand_it_shows_what_stands_there(self, both, room):
        first, second = both
        offline(first)
        first.quick(5, 3)
        correct(first, 6, 3)
        second.quick(4, 4)
        second.until_confirmed()
        online(first)
        needs_you(first)
        first.page.evaluate("location.hash = '#/waiting'")
        first.page.locator(".panel--bad").nth(1).get_by_role("button", name="Send it again").click()
        first.page.locator(".panel--bad", has_text="There now:").nth(1).wait_for()
        assert standing(room) == [(4, 4)]

    @pytest.mark.long
    def test_many_changes_offline_arrive_as_they_were_made(self, both, room):
        first, _second = both
        offline(first)
        first.quick(5, 3)
        first.quick(2, 2)
        correct(first, 6, 3)
        undo(first)
        first.quick(1, 7)
        correct(first, 8, 3)
        online(first)
        first.until_confirmed()
        assert standing(room) == [(8, 3), (1, 7)]


STORED = """(step) => new Promise((resolve) => {
  indexedDB.open("mus-tablet").onsuccess = ({ target: { result: db } }) => {
    const asked = db.transaction("values").objectStore("values").get("draft");
    asked.onsuccess = () => { db.close(); resolve(asked.result?.step === step); };
  };
})"""
"""Whether the browser's own store holds a draft at this step."""


@pytest.mark.long
class TestComingBack:
    def test_a_hand_that_was_undone_stays_undone_when_the_table_is_joined_anew(self, both, room):
        first, second = both
        answers_are_lost(first)
        first.quick(5, 3)
        first.page.get_by_text("saved here").first.wait_for()
        second.page.get_by_text("Enter hand 2").wait_for()
        undo(second)
        second.until_confirmed()
        answers_come(first)
        first.join()
        first.until_confirmed()
        assert standing(room) == []
        assert room.became == []

    def test_what_was_saved_does_not_come_back_as_a_draft(self, both, room):
        first, _second = both
        first.tap("Without cards: stones only")
        first.tap("5", within=".keys--digits")
        first.tap("Review")
        first.page.get_by_role("button", name="Save").wait_for()
        until(first.page, STORED, "review")
        first.page.evaluate(
            "() => { [...document.querySelectorAll('button')].find((key) =>"
            " key.innerText.trim() === 'Save').click(); dispatchEvent(new Event('pagehide')); }"
        )
        first.until_confirmed()
        first.open()
        first.page.locator(".board").wait_for()
        undo(first)
        first.until_confirmed()
        first.quick(4, 1)
        first.until_confirmed()
        assert standing(room) == [(4, 1)]

    def test_an_agreement_to_another_score_is_asked_for_again(self, both, room):
        first, second = both
        first.quick(40, 0)
        first.until_confirmed()
        second.page.get_by_text("40–0").first.wait_for()
        offline(first)
        for side in "AB":
            first.page.locator(f".confirm [data-side={side}]").click()
            first.page.locator(f".confirm [data-side={side}][aria-pressed=true]").or_(
                first.page.locator(".screen:not(:has(.confirm))")
            ).first.wait_for()
        correct(second, 0, 40)
        second.until_confirmed()
        online(first)
        first.until_confirmed()
        first.says(".confirm", "0–40")
        assert room.became == []

    def test_a_store_that_is_emptied_under_the_app_loses_nothing(self, both, room):
        first, _second = both
        offline(first)
        first.quick(5, 3)
        session = first.context.new_cdp_session(first.page)
        session.send(
            "Storage.clearDataForOrigin",
            {"origin": room.server.url, "storageTypes": "indexeddb"},
        )
        first.quick(2, 2)
        becomes(lambda: [item["action"]["hand"] for item in first.held()], [1, 2])
        online(first)
        first.until_confirmed()
        assert standing(room) == [(5, 3), (2, 2)]


@pytest.mark.long
class TestWhatIsTyped:
    def test_a_correction_in_between_leaves_the_hand_as_it_was(self, both, room):
        first, _second = both
        first.quick(5, 3)
        first.until_confirmed()
        first.tap("Enter hand 2")
        first.type_cards(("7 7 2 A", "3 3 S 2"))
        correct(first, 6, 3)
        first.until_confirmed()
        first.tap("Go on with hand 2")
        expect(first.page.locator(".seat .is-there")).to_have_count(8)

    def test_a_mano_corrected_elsewhere_refuses_no_hand(self, both, room):
        first, _second = both
        first.quick(5, 3)
        first.until_confirmed()
        offline(first)
        first.quick(2, 2)
        first.quick(1, 0)
        room.run(
            "from scoring.hands.services import corrections\n"
            "from tests.tournament.play import PROGRAM\n"
            f"corrections.correct(match_id={room.matches[1]}, game=1, number=1, actor=PROGRAM,"
            " reason='mano', record={'mano': 2, 'quick': {'stones': [5, 3]}})"
        )
        online(first)
        first.until_confirmed()
        assert standing(room) == [(5, 3), (2, 2), (1, 0)]
