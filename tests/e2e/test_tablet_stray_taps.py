"""No tap that nobody meant saves a hand, makes a bet or turns a declaration.

The screens come from their sources, without a server; time is virtual, so that two taps are exactly
as far apart as the test says, however busy the machine is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.services import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
GAPS = [60, 120, 250, 400]
SIZES = [(390, 844), (412, 915), (768, 1024), (1024, 768)]
FEWEST_KEYS = 340


@pytest.fixture
def page(chromium: Browser, screens: str) -> Iterator[Page]:
    page = chromium.new_page(locale="en")
    page.goto(f"{screens}?time=virtual")
    until(page, "Boolean(window.put)")
    page.add_script_tag(url="double_taps.js")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("width", "height"),
    [(360, 740), *(pytest.param(*size, marks=pytest.mark.long) for size in SIZES)],
)
def test_a_key_tapped_twice_does_what_it_does_once(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    told = page.evaluate("gaps => doubled(gaps)", GAPS)
    assert told["faults"] == []
    assert told["keys"] >= FEWEST_KEYS


@pytest.mark.parametrize("gap", GAPS)
def test_a_card_too_many_leads_to_no_bet_and_saves_nothing(page, gap):
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("gap => bounced(gap)", gap) == []
