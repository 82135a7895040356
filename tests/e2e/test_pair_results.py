"""Two pairs on two telephones close their match, in Chromium at 360 px; their taps are counted. A
pair enters its match hand by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


pytestmark = pytest.mark.browser

FILL = """
import json
from scoring.statements.services import set_terms
from scoring.statements.queries import link_of
from tests.tournament import play
cup = play.tournament(entered=4, drawn=True, name="Lezo", slug="lezo")
set_terms(tournament_id=cup.pk, entered_by="pairs", actor=play.PROGRAM)
match = play.start(play.match(cup, 1, 0), table_number=1)
print(json.dumps([link_of(pair_id=match.pair_a_id), link_of(pair_id=match.pair_b_id)]))
"""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TO_ENTER, TO_CONFIRM = 4, 2
"""The most taps."""


def taps(page: Page) -> int:
    """How many taps there were since the page was first opened."""
    return page.evaluate("Number(sessionStorage.getItem('taps'))")


COUNT = """
addEventListener("click", (event) => {
  if (!event.isTrusted) return;
  sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps")) + 1);
}, true);
"""


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_pairs_close_their_match_with_two_taps_and_one(chromium, tmp_path):
    with Server(tmp_path) as server:
        links = json.loads(server.shell(FILL).splitlines()[-1])
        base = f"http://localhost:{server.port}"
        with (
            chromium.new_context(locale="en", base_url=base, **PHONE) as ours,
            chromium.new_context(locale="en", base_url=base, **PHONE) as theirs,
        ):
            a, b = ours.new_page(), theirs.new_page()
            for page, link in zip((a, b), links, strict=True):
                page.add_init_script(COUNT)
                page.goto(f"/our-result/{link}/")
                page.get_by_role("heading", name="How did it end?").wait_for()
                assert fits(page)
            key = a.get_by_role("group", name="We won").locator("label").first
            send = a.get_by_role("button", name="Send the result")
            assert send.bounding_box()["y"] < 740, "seen without scrolling"
            key.tap()
            send.tap()
            a.get_by_text("The result is sent.").wait_for()
            assert taps(a) <= TO_ENTER
            # The other telephone hears of it by itself.
            yes = b.get_by_role("button", name="Yes, that is right")
            yes.wait_for()
            assert fits(b)
            assert yes.bounding_box()["y"] + yes.bounding_box()["height"] < 740
            yes.tap()
            b.get_by_text("Both pairs agree. The result is entered.").wait_for()
            assert taps(b) <= TO_CONFIRM
            assert taps(b) == 1
            a.get_by_text("entered by: both sides").wait_for()


HAND_BY_HAND = """
from scoring.statements.services import set_terms
from scoring.statements.queries import link_of
from tournament.models import Match
from tests.tournament.play import PROGRAM
match = Match.objects.get(pk={match})
set_terms(tournament_id=match.tournament_id, entered_by="pairs", actor=PROGRAM)
print(link_of(pair_id=match.pair_a_id), link_of(pair_id=match.pair_b_id))
"""


def test_a_pair_enters_a_hand_without_network_on_its_phone_and_it_arrives_once(another, room):
    link, theirs = room.server.shell(HAND_BY_HAND.format(match=room.matches[1])).split()[-2:]
    phone = another(room)
    phone.page.goto(f"{room.server.url}/our-result/{link}/")
    send = phone.page.get_by_role("button", name="Send the result")
    way = phone.page.get_by_role("link", name="Enter it hand by hand")
    assert send.bounding_box()["y"] < way.bounding_box()["y"], "what most pairs do comes first"
    assert fits(phone.page)
    way.click()
    phone.bind().begin()
    phone.ready_offline()
    phone.until_confirmed()
    phone.context.set_offline(True)
    phone.quick(40, 3)
    phone.says(".delivery", "1")
    phone.says(".last", "saved here")
    phone.page.reload()
    phone.page.locator(".board").wait_for()
    phone.comes_back()
    assert room.stones == [(40, 3)]
    agree = phone.page.locator(".confirm__keys button")
    expect(agree).to_have_text(["A agrees"])  # the other pair agrees on its own phone
    agree.click()
    phone.page.locator(".confirm").wait_for(state="detached")
    phone.until_confirmed()
    assert [told["by"] for told in room.agreements()] == [["A"]]
    while room.match()["games_a"] < 3:
        phone.quick(40, 3)
        phone.until_confirmed()
    assert room.match()["status"] == "playing", "one pair alone does not end its match"
    phone.says(".panel.note--warn", "Pair B has not agreed yet")
    expect(phone.page.locator(".confirm__keys button:visible")).to_have_count(0)
    page = phone.context.new_page()
    page.goto(f"{room.server.url}/our-result/{link}/")
    page.get_by_role("link", name="Correct a hand, or take it back").wait_for()
    page.goto(f"{room.server.url}/our-result/{theirs}/")
    page.get_by_text("you lost 0 – 3").wait_for()
    yes = page.get_by_role("button", name="Yes, that is right")
    assert fits(page)
    assert yes.bounding_box()["y"] + yes.bounding_box()["height"] < 740
    yes.click()
    page.get_by_text("Both pairs agree. The result is entered.").wait_for()
    page.close()
    phone.says(".panel", "For your next one, open your pair’s page again.")
    undo = phone.page.get_by_role("button", name="Undo", exact=True)
    assert undo.is_disabled(), "what has ended is the desk's to change"
