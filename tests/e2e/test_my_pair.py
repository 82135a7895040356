"""The reader's own pair on a phone: marked and found on every page, said in a strip that can be
closed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_pair_results import PHONE
from tests.servers import Server
from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FILL = """
from tests.tournament import play
cup = play.tournament(entered=32, drawn=True, name="Mutriku", slug="mutriku")
play.start(play.match(cup, 1, 15), table_number=2)
print(play.match(cup, 1, 15).pair_b.number)
"""
SEEN = """one => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.fixture(scope="module")
def mine(server: Server) -> int:
    server.must_run()
    return int(server.shell(FILL).splitlines()[-1])


@pytest.fixture
def page(chromium: "Browser", server: Server, mine: int) -> Iterator["Page"]:
    with chromium.new_context(locale="en", base_url=server.url, **PHONE) as context:
        page = context.new_page()
        page.goto(f"/t/mutriku/pairs/{mine}/")
        page.get_by_role("button", name="This is my pair").tap()
        yield page


@pytest.mark.parametrize("path", ["", "now/", "standings/", "pairs/"])
def test_my_pair_is_marked_and_scrolled_to_and_no_other_is(page, mine, path):
    page.goto(f"/t/mutriku/{path}")
    marked = page.locator("main .is-mine")
    marked.first.wait_for()
    numbers = marked.evaluate_all("all => all.map((one) => one.dataset.pair)")
    assert set(numbers) == {str(mine)}
    assert page.locator(f"main [data-pair='{mine}']").count() == len(numbers)
    assert any(one.evaluate(SEEN) for one in marked.all())
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_the_row_of_my_pair_stays_in_sight_while_the_table_is_scrolled(page):
    page.goto("/t/mutriku/pairs/")
    row = page.locator("tr.is-mine")
    row.wait_for()
    page.evaluate("document.querySelector('main table').scrollIntoView({ block: 'start' })")
    assert row.evaluate(SEEN)
    page.evaluate("document.querySelector('main table').scrollIntoView({ block: 'end' })")
    assert row.evaluate(SEEN)


def test_the_strip_is_not_on_the_page_of_the_pair_and_stays_closed_once_it_was_closed(page, mine):
    strip = page.locator("#mine")
    expect(strip).to_be_hidden()
    page.goto("/t/mutriku/standings/")
    strip.get_by_role("link").wait_for()
    page.get_by_role("button", name="Hide this line").tap()
    expect(strip).to_be_hidden()
    page.goto("/t/mutriku/pairs/")
    page.locator("tr.is-mine").wait_for()
    expect(strip).to_be_hidden()
    page.evaluate("sessionStorage.clear()")
    page.goto("/t/mutriku/pairs/")
    expect(strip).to_be_visible()
