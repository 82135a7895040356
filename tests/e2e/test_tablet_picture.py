"""One picture of the table from the seating to the review, on screens made from the sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.services import expect, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}
SEATING = "put({begun: false, hands: 0, where: 'start/1'})"
EVERYWHERE = ["", "hand", "history", "undo", "call", "waiting", "settings"]


@pytest.fixture
def page(chromium: Browser, screens: str) -> Iterator[Page]:
    page = chromium.new_page(locale="en", viewport=PHONE)
    page.goto(screens)
    until(page, "Boolean(window.put)")
    yield page
    page.close()


def test_T4_one_pair_alone_is_no_agreement_on_four_kings(page):
    page.evaluate(SEATING)
    page.locator(".round__seat--3").click()
    page.get_by_role("button", name="B wants").click()
    expect(page.get_by_role("button", name="Four kings: A has not agreed")).to_be_disabled()
    expect(page.get_by_text("B alone is not enough")).to_be_visible()
    page.get_by_role("button", name="B wants").click()
    page.get_by_role("button", name="Begin the match").click()
    until(page, "app.local.match?.ruleset.kings === 8")
    expect(page.locator(".bar")).not_to_contain_text("kings")


def test_T4_four_kings_are_in_sight_on_every_screen_once_both_pairs_agreed(page):
    page.evaluate(SEATING)
    page.locator(".round__seat--3").click()
    page.get_by_role("button", name="A wants").click()
    page.get_by_role("button", name="B wants").click()
    expect(page.get_by_text("Agreed: four kings")).to_be_visible()
    page.get_by_role("button", name="Begin the match").click()
    for where in EVERYWHERE:
        page.evaluate("where => { location.hash = `#/${where}` }", where)
        expect(page.locator(".bar")).to_contain_text("4 kings")
