"""A 4-pair championship from the entry list to the trophy, through the pages alone.

An organizer at the desk, a referee with a browser at each table, a spectator who never reloads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

PAIRS = """Getaria, Zarautz, Kaia
Hondarribia / Pasaia
Tolosa y Ordizia
Azpeitia, Azkoitia"""
TABLES = 2
# Grande is B's, chica A's, whoever is mano: an órdago that is seen wins the game there.
CARDS = ["AA44", "RRR7", "CS74", "S654"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("championship")) as server:
        yield server


@pytest.fixture
def people(chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Browsers that know nothing of each other: the desk, the spectator, one a table."""
    opened = [chromium.new_context(locale="en") for _ in range(2 + TABLES)]
    yield opened
    for context in opened:
        context.close()


def test_a_championship_is_run_from_the_entry_list_to_the_trophy(site, people):
    desk, spectator, *referees = [context.new_page() for context in people]
    register(site, desk)
    slug = create_and_draw(site, desk)

    spectator.goto(f"{site.url}/t/{slug}/")
    for referee, address in zip(referees, table_links(site, desk, slug), strict=True):
        referee.goto(address)
        with referee.expect_navigation():
            referee.get_by_text("If the app does not open").click()
            referee.get_by_role("button", name="Use the plain pages").click()

    for _round in range(2):
        desk.goto(f"{site.url}/organizer/t/{slug}/")
        with desk.expect_navigation():
            desk.get_by_role("button", name="Give out the free tables").click()
        for referee in referees:
            play_what_is_there(site, referee)

    # The spectator's page has followed by itself: nobody reloaded it.
    spectator.locator(".champion__name").wait_for()
    champion = spectator.locator(".champion__name").inner_text().replace("\xa0", " ")
    expect(spectator.locator(".tie--final .tie__side--won")).to_contain_text(champion)
    assert spectator.evaluate("performance.getEntriesByType('navigation').length") == 1

    spectator.goto(f"{site.url}/t/{slug}/standings/")
    first = spectator.locator("tbody tr").first.inner_text()
    assert champion in first
    assert "champion" in first

    spectator.goto(f"{site.url}/t/{slug}/log/")
    expect(spectator.get_by_text("The log is intact")).to_be_visible()
    assert spectator.get_by_text("A hand was entered").count() > 0


def register(site: Server, page: Page, name: str = "the-club") -> None:
    page.goto(f"{site.url}/accounts/register/")
    page.locator("input[name=username]").fill(name)
    for name in ("password1", "password2"):
        page.locator(f"input[name={name}]").fill("eight-pairs-and-a-trophy")
    with page.expect_navigation():
        page.get_by_role("button", name="Make the account").click()


LIST = """Inscritos:
Agirre,Getaria,Olano,Zarautz,si
Goia,Deba,Etxeberria,Orio,no
Lezo,Bera"""


@pytest.mark.long
def test_a_list_is_mended_by_keyboard_without_scripts_on_a_phone(site, chromium):
    phone = chromium.new_context(
        locale="en", viewport={"width": 360, "height": 740}, java_script_enabled=False
    )
    page = phone.new_page()
    register(site, page, "the-other-club")
    slug = create(site, page, "Getaria 2026")
    here = f"{site.url}/organizer/t/{slug}/pairs/import/"

    def press(button: str) -> None:
        with page.expect_navigation():
            page.get_by_role("button", name=button).press("Enter")

    page.goto(here)
    page.locator("textarea[name=text]").fill(LIST)
    press("Look at it first")
    for number, initial in enumerate(["Last name of player 1", "First name of player 1"], start=1):
        page.get_by_label(f"Column {number}").select_option(label=initial)
    for number, initial in enumerate(["Last name of player 2", "First name of player 2"], start=3):
        page.get_by_label(f"Column {number}").select_option(label=initial)
    page.get_by_label("Column 5").select_option(label="Paid")
    page.get_by_label("Leave out line 1").press("Space")
    press("Look at it again")
    assert page.get_by_role("heading", name="2 lines understood").is_visible()
    marked = page.locator("mark").all_inner_texts()
    assert marked == ["Getaria Agirre", "Zarautz Olano", "Deba Goia", "Orio Etxeberria"]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    press("Enter these 2 pairs and let the rest wait")

    page.goto(f"{site.url}/organizer/t/{slug}/pairs/")
    assert page.get_by_text("Getaria Agirre").first.is_visible()
    page.goto(here)
    assert page.locator("textarea[name=text]").input_value() == "Lezo,Bera"
    press("Empty the box")
    assert page.locator("textarea[name=text]").input_value() == ""
    phone.close()


def create(site: Server, page: Page, name: str) -> str:
    """Creates a tournament; its slug."""
    page.goto(f"{site.url}/organizer/new/")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=tables]").fill(str(TABLES))
    with page.expect_navigation():
        page.get_by_role("button", name="Create the tournament").click()
    found = re.search(r"/organizer/t/([^/]+)/", page.url)
    assert found, page.url
    return found[1]


def create_and_draw(site: Server, page: Page) -> str:
    """Creates the tournament, pastes the entry list, draws; the tournament's slug."""
    slug = create(site, page, "Brisbane 2024")
    page.goto(f"{site.url}/organizer/t/{slug}/pairs/import/")
    page.locator("textarea[name=text]").fill(PAIRS)
    page.get_by_role("button", name="Look at it first").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Enter these 4 pairs").click()

    page.goto(f"{site.url}/organizer/t/{slug}/draw/")
    with page.expect_navigation():
        page.get_by_role("button", name="Draw", exact=True).click()
    return slug


def table_links(site: Server, page: Page, slug: str) -> list[str]:
    """The join link of every table, as the organizer copies them."""
    links = []
    for number in range(1, TABLES + 1):
        page.goto(f"{site.url}/organizer/t/{slug}/tables/{number}/")
        found = re.search(r"/referee/join/[\w.]+/", page.content())
        assert found, page.url
        links.append(site.url + found[0])
    return links


def play_what_is_there(site: Server, page: Page) -> None:
    """Begins the match at this referee's table, if there is one, and plays it to its end."""
    page.goto(f"{site.url}/referee/")
    there = page.locator("#table-matches a")
    if not there.count():
        return
    there.first.click()
    page.locator("input[name=mano]").first.check(force=True)
    page.get_by_role("button", name="Begin the match").click()
    for _hand in range(3):
        enter_an_ordago(page)
        if page.get_by_text("Won by").count():
            return
        page.get_by_role("link", name=re.compile("Enter hand")).click()
    raise AssertionError("three games won do not end a match that is the best of five")


def enter_an_ordago(page: Page) -> None:
    """One hand, checked and saved: chica, órdago, seen."""
    for seat, cards in enumerate(CARDS):
        page.locator(f"input[name=cards_{seat}]").fill(cards)
    page.locator("select[name=bet_chica]").select_option("ordago_seen")
    page.locator("select[name=by_chica]").select_option("A")
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("The game goes to ").first.wait_for()
    with page.expect_navigation():  # all of what comes: who has won stands below the message
        page.get_by_role("button", name="Save the hand").click()
    page.get_by_text("The hand is saved").wait_for()
