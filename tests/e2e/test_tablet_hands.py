"""A referee at a table: joining, beginning, entering hands, in few taps, online and off."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.e2e.room import CARDS, Tablet
from tests.services import expect, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Open = Callable[..., Tablet]


FIRST_VISIT_BYTES = 60_000


def test_a_scanned_code_leads_to_the_app_in_60_kb_and_binds_it_to_its_table(another, room):
    tablet = another(room)
    session = tablet.context.new_cdp_session(tablet.page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    tablet.page.goto(f"{room.server.url}/referee/join/{room.tokens[1]}/")
    expect(tablet.page.locator("main a:visible")).to_have_count(1)  # one choice
    tablet.page.get_by_role("link", name="Open the tablet app").click()
    tablet.page.get_by_role("button", name="Join the table").wait_for()
    tablet.ready_offline()
    assert 30_000 < sum(sizes) <= FIRST_VISIT_BYTES
    tablet.page.get_by_role("button", name="Join the table").click()
    tablet.page.get_by_role("button", name="Seat the pairs").wait_for()
    expect(tablet.page).not_to_have_url(re.compile(re.escape(room.tokens[1])))


@pytest.mark.long
def test_a_link_that_opens_nothing_says_so_and_keeps_asking(another, room):
    tablet = another(room)
    tablet.page.goto(f"{tablet.app}#join=1.notatokenatall")
    tablet.page.get_by_role("button", name="Join the table").click()
    tablet.page.get_by_role("alert").wait_for()
    expect(tablet.page.get_by_role("button", name="Join the table")).to_be_visible()


@pytest.mark.long
def test_a_hand_without_cards_takes_at_most_9_taps_and_is_marked_unverified(tablet, room):
    tablet.taps = 0
    tablet.quick(12, 6)
    assert tablet.taps <= 9
    tablet.until_confirmed()
    tablet.says(".last", "without cards")
    assert room.stones == [(12, 6)]


def test_a_false_no_is_one_tap_and_is_explained_with_its_clause(tablet, room):
    """The second from the mano denies his 31. Then his partner's 36 is worth nothing against the 31
    of the third: A takes 1 for the chica, 3 + 1 for its pares and 3 for that juego; B keeps 1 for
    the grande. With true words B has 3 + 2 for its two juegos, and it is 5–6."""
    tablet.tap("Enter hand 1")
    tablet.type_cards()
    juego = tablet.page.get_by_role("group", name="Who said yes: juego")
    juego.get_by_role("button").nth(1).click()
    tablet.says(".foot__note", "J7")
    tablet.save()
    tablet.until_confirmed()
    assert room.stones == [(8, 1)]
    assert room.records[0]["declared"]["juego"] == [False, False, True, True]


@pytest.mark.long
def test_a_claim_that_differs_is_highlighted_with_the_line_that_explains_it(tablet):
    tablet.tap("Enter hand 1")
    tablet.type_cards()
    tablet.tap("Agrees")
    tablet.tap("A one less")
    tablet.tap("Review")
    tablet.says(".review .note--warn", "1")
    expect(tablet.page.locator(".review .note--warn b")).to_have_count(1)  # the line


# A finger quicker than the screen: each key is answered, what the hand comes to is not there yet.
AT_ONCE = """
async (keys) => {
  for (const key of keys) {
    document.querySelector(key).click();
    for (let turn = 0; turn < 10; turn += 1) await null;
  }
}
"""
AGREES, REVIEW = ".claim > .key", ".foot__save"


@pytest.mark.long
def test_what_is_agreed_and_saved_at_once_holds_the_last_tap(tablet):
    tablet.until_confirmed()
    tablet.context.set_offline(True)
    tablet.tap("Enter hand 1")
    tablet.type_cards()
    tablet.page.locator(AGREES).wait_for()
    truthful = tablet.page.locator(".totals small").all_inner_texts()
    false_no = ".said[aria-label*=juego] .key:nth-child(2)"
    tablet.page.evaluate(AT_ONCE, [false_no, AGREES, REVIEW])
    tablet.tap("Save")
    tablet.page.locator(".board").wait_for()
    [item] = tablet.held()
    after = tablet.page.locator(".stones__number").all_inner_texts()
    assert [str(stones) for stones in item["action"]["record"]["claim"]] == after
    assert item["action"]["record"]["declared"]["juego"].count(False) == 2
    assert [f"→ {stones}" for stones in after] != truthful


@pytest.mark.long
def test_a_bet_that_waits_for_its_answer_is_never_saved(tablet, room):
    tablet.until_confirmed()
    tablet.tap("Enter hand 1")
    tablet.type_cards()
    tablet.page.locator(REVIEW + ":enabled").wait_for()
    tablet.page.evaluate(AT_ONCE, [".lance .bets .key", REVIEW])
    tablet.page.locator(REVIEW + ":disabled").wait_for()
    tablet.until_confirmed()
    assert tablet.held() == []
    assert room.hands == []


@pytest.mark.long
def test_an_infraction_takes_three_taps(tablet):
    tablet.tap("Enter hand 1")
    tablet.type_cards()
    tablet.taps = 0
    tablet.tap("Infraction: false claim or cards not shown")
    tablet.tap("Getaria 2", exact=False, within=".infraction")
    tablet.tap("Claimed cards not held")
    assert tablet.taps == 3
    tablet.says(".infraction", "G0")
    tablet.save()
    tablet.until_confirmed()


DRAFTED = """(cards) => new Promise((resolve) => {
  indexedDB.open("mus-tablet").onsuccess = ({ target: { result: db } }) => {
    const asked = db.transaction("values").objectStore("values").get("draft");
    asked.onsuccess = () => { db.close(); resolve(asked.result?.cards.flat().length === cards); };
  };
})"""
"""Whether the browser's own store holds a draft with so many cards."""


def test_a_hand_half_entered_survives_a_reload(tablet):
    tablet.tap("Enter hand 1")
    tablet.type_cards(("7 7 2 A", "3 3"))
    until(tablet.page, DRAFTED, 6)
    tablet.page.reload()
    tablet.page.locator(".keys--ranks").wait_for()
    tablet.says(".cards__now", "6 of 16")


@pytest.mark.long
def test_a_whole_match_begins_and_ends_without_network(another, room):
    tablet = another(room).join()
    tablet.goes_offline()
    tablet.begin(mano=1)
    for _game in range(3):
        for _hand in range(2):
            tablet.quick(20, 5)
        tablet.tap("A agrees")
        tablet.tap("B agrees")
    won = tablet.page.locator(".confirm", has_text="won the match")
    won.or_(tablet.page.get_by_text("The match is over")).first.wait_for()
    tablet.comes_back()
    assert len(room.hands) == 6
    assert room.match() == {
        "status": "finished", "winner": "A", "first_mano": 1, "four_kings": 0,
        "games_a": 3, "games_b": 0,
    }  # fmt: skip


def test_a_correction_says_what_it_changes_and_works_without_network(tablet, room):
    tablet.quick(5, 3)
    tablet.quick(4, 1)
    tablet.goes_offline()
    tablet.tap("History")
    tablet.page.get_by_role("button", name=re.compile("Hand 1.1")).click()
    tablet.tap("Correct")
    tablet.page.locator(".quick").wait_for()
    tablet.tap("back", within=".keys--digits")
    tablet.tap("7", within=".keys--digits")
    tablet.says(".changes", "1.1: 5–3 becomes 7–3", "1.2: 9–4 becomes 11–4")
    tablet.tap("Typing error")
    tablet.tap("Review")
    tablet.tap("Save correction")
    tablet.page.locator(".board").wait_for()
    tablet.stands(11, 4)
    tablet.comes_back()
    assert [hand.stones for hand in room.hands if hand.number == 1] == [(5, 3), (7, 3)]


@pytest.mark.long
def test_a_rehearsal_is_marked_and_sends_nothing(another, room):
    tablet = another(room).open()
    tablet.tap("Rehearse on invented hands")
    tablet.begin()
    tablet.says(".banners", "nothing is sent")
    tablet.tap("Enter hand 1")
    hands = tablet.page.locator(".dealt span")
    hands.nth(3).wait_for()
    dealt = hands.all_inner_texts()
    tablet.type_cards(tuple(" ".join(each.split()[-4:]) for each in dealt))
    tablet.save()
    tablet.page.locator(".board").wait_for()
    tablet.quick(3, 2)
    assert tablet.held() == []
    assert room.hands == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "word"),
    [("Español", "Ajustes"), ("Euskara", "Ezarpenak"), ("Français", "Réglages")],
)
def test_the_language_changes_at_once_and_stays(another, room, language, word):
    tablet = another(room).open()
    tablet.tap(language)
    tablet.page.get_by_role("button", name=word).wait_for()
    tablet.page.reload()
    tablet.page.get_by_role("button", name=word).wait_for()


@pytest.mark.long
def test_four_kings_need_both_pairs(another, room):
    tablet = another(room, table=2).join()
    tablet.tap("Seat the pairs")
    tablet.page.locator(".round__seat--3").click()
    tablet.tap("A wants")
    tablet.tap("B wants")
    tablet.tap("Begin the match")
    tablet.until_confirmed()
    began = room.match(table=2)
    assert (began["four_kings"], began["first_mano"]) == (1, 3)


@pytest.mark.long
def test_the_plain_pages_save_nothing_by_a_second_tap_and_read_back_who_said_what(another, room):
    page = another(room).page
    page.goto(f"{room.server.url}/referee/join/{room.tokens[1]}/")
    page.get_by_text("If the app does not open").click()
    page.get_by_role("button", name="Use the plain pages").click()
    page.locator("a.card-link").click()
    page.locator("[name=mano]").first.check()
    page.get_by_role("button", name="Begin the match").click()

    page.goto(f"{room.server.url}/referee/match/{room.matches[1]}/quick/")
    page.fill("[name=stones_a]", "5")
    page.fill("[name=stones_b]", "2")
    _twice(page, "form.panel button[type=submit]")
    page.get_by_text("Not saved yet").wait_for()
    assert room.hands == []
    page.locator("form.panel button[type=submit]").click()
    page.get_by_text("The hand is saved").wait_for()
    assert room.stones == [(5, 2)]

    page.get_by_role("link", name="With cards").click()
    for seat, cards in enumerate(CARDS):
        page.fill(f"[name=cards_{seat}]", cards)
    page.select_option("[name=bet_grande]", label="bet, the other pair refuses")
    page.select_option("[name=by_grande]", "A")
    _twice(page, "button[value=check]")
    told = re.search(r"(.+) bets 2\. (.+) refuses\.", page.locator("#checked").inner_text())
    assert told is not None
    assert told[1] != told[2]
    assert len(room.hands) == 1
    page.get_by_role("button", name="Save the hand").click()
    page.get_by_text("The hand is saved").wait_for()
    assert len(room.hands) == 2


OWNER = """
from django.contrib.auth.models import User
from django.test import Client
from tests.tournament.play import PROGRAM
from tournament.championship.services import organizers
owner, _new = User.objects.get_or_create(username="secretary")
organizers.add(tournament_id={id}, username=owner.username, actor=PROGRAM)
client = Client()
client.force_login(owner)
print(client.cookies["sessionid"].value)
"""


def test_hands_from_paper_are_read_back_and_a_second_tap_saves_nothing(another, room):
    tablet = another(room)
    session = room.server.shell(OWNER.format(id=room.id)).strip().splitlines()[-1]
    cookie = {"name": "sessionid", "value": session, "url": room.server.url}
    tablet.context.add_cookies([cookie])  # type: ignore[list-item]
    page = tablet.page
    page.goto(f"{room.server.url}/organizer/t/{room.slug}/matches/{room.matches[1]}/paper/")
    page.fill("[name=text]", "7 1\n2 0 B")
    _twice(page, "form[data-asks] .form__actions button")
    page.get_by_text("Not saved yet").wait_for()
    assert room.hands == []
    told = " ".join(page.locator("#checked").inner_text().split())
    pair = page.locator("form[data-asks] li").first.inner_text().split("B is ")[1].rstrip(".")
    assert "1.1 +7 +1 7–1 1.2 +2 +39 9–40" in told
    assert f"The game goes to {pair}." in told
    page.get_by_role("button", name="Enter the hands").click()
    page.get_by_text("The hands are in").wait_for()
    assert len(room.hands) == 2


def _twice(page: Page, key: str) -> None:
    """Two taps in the same place, the second on whatever has come there by then."""
    page.locator(key).scroll_into_view_if_needed()
    box = page.locator(key).bounding_box()
    assert box is not None
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_navigation():
        page.mouse.click(*place)
    page.mouse.click(*place)
