"""Nothing that organizers or referees type is lost: drafts stay in the browser, in a browser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

FILL = """
from django.contrib.auth.models import User
from tests.tournament import play
for name in ("typist", "other-typist"):
    user = User.objects.create_user(name, password="types-all-day")
    play.tournament(name=f"List of {name}", entered=2, owner=user)
cup = play.tournament(name="Drafts", entered=2, drawn=True, tables=1)
play.start(play.match(cup, 1, 0), table_number=1)
"""
TABLE = """
from tournament.matches.models import Match
from tournament.tables.queries import join_tokens
match = Match.objects.get(tournament__slug="drafts")
print(match.pk, dict(join_tokens(tournament_id=match.tournament_id))[1])
"""
LIST = "Ondarroa - Lekeitio\nBermeo - Mundaka\n"
PAIRS = "/organizer/t/list-of-typist/pairs/"
PASTE = f"{PAIRS}import/"
TOLD = "What you had typed here is back."


@pytest.fixture
def context(chromium, site: Server) -> "Iterator[BrowserContext]":
    with chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB") as context:
        yield context


@pytest.fixture
def page(context, site) -> "Page":
    """The page of the organizer, where a list is typed and not sent."""
    page = context.new_page()
    sign_in(page, site, PASTE)
    page.fill("[name=text]", LIST)
    return page


def sign_in(page: "Page", site: Server, to: str) -> None:
    page.goto(site.url + to)
    fill_in_name(page, "typist")
    page.wait_for_url(site.url + to)


def fill_in_name(page: "Page", name: str) -> None:
    page.fill("[name=username]", name)
    page.fill("[name=password]", "types-all-day")
    page.click("main form button")


def is_back(page: "Page") -> None:
    expect(page.locator("[name=text]")).to_have_value(LIST)
    expect(page.locator("[data-draft]:visible")).to_contain_text(TOLD)


def test_what_is_typed_survives_a_reload_and_says_so(page):
    page.reload()
    is_back(page)


def test_what_is_typed_survives_another_page_and_the_way_back(page, site):
    page.goto(site.url + PAIRS)
    page.go_back()
    is_back(page)


def test_what_is_typed_survives_a_dead_phone(page, context, site):
    page.close()
    again = context.new_page()
    again.goto(site.url + PASTE)
    is_back(again)


def test_after_signing_in_again_one_is_at_the_form_with_its_text(page, context, site):
    """The session ended meanwhile."""
    context.clear_cookies(name="sessionid")
    page.click("main form .form__actions button")
    fill_in_name(page, "typist")
    page.wait_for_url(site.url + PASTE)
    is_back(page)


def test_a_form_that_is_refused_without_cookies_loses_nothing(page, context, site):
    context.clear_cookies()
    with page.expect_response(lambda answer: answer.status == 403):
        page.click("main form .form__actions button")
    expect(page.locator("main")).to_contain_text("What you typed is kept in this browser")
    page.get_by_role("link", name="Open the form again").click()
    fill_in_name(page, "typist")
    page.wait_for_url(site.url + PASTE)
    is_back(page)


def test_what_was_looked_at_is_no_draft_and_each_line_keeps_its_own_answer(page, site):
    """A draft of the first look would put the lines back as they were before the answers."""
    page.fill("[name=text]", LIST + "Mundaka\nGernika\n")
    look = page.get_by_role("button", name="Look at it first")
    look.click()
    page.fill("[name=line-3]", "Mutriku / Deba")
    page.get_by_role("button", name="Correct line 1").click()
    expect(page.locator("[name=corrected-1-player_1]")).to_be_focused()
    page.fill("[name=corrected-1-club]", "Kaia")
    page.keyboard.press("Enter")
    expect(page.locator("[name=line-4]")).to_have_value("Gernika")
    expect(page.locator("[data-draft]")).to_be_hidden()
    page.reload()
    expect(page.locator("[name=text]")).to_have_value(LIST + "Mutriku / Deba\nGernika\n")
    expect(page.locator("[name=corrected-1-club]")).to_have_value("Kaia")
    page.get_by_role("button", name="Enter these 3 pairs").click()
    expect(page.locator("main")).to_contain_text("3 pairs are in.")
    page.get_by_role("button", name="Empty the box").click()


def test_nobody_else_sees_it_on_the_same_device(page, context, site):
    context.clear_cookies()
    page.goto(site.url + PASTE.replace("typist", "other-typist"))
    fill_in_name(page, "other-typist")
    expect(page.locator("[name=text]")).to_have_value("")
    keys = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))")
    assert len(keys) == 1, "of the first organizer"


def test_a_discarded_draft_is_gone(page):
    page.reload()
    page.get_by_role("button", name="Discard it").click()
    expect(page.locator("[name=text]")).to_have_value("")
    page.reload()
    expect(page.locator("[name=text]")).to_have_value("")
    expect(page.locator("[data-draft]")).to_be_hidden()


def test_what_was_accepted_is_no_draft_any_more_and_what_was_refused_is(page, site):
    late = page.context.new_page()
    late.goto(site.url + PAIRS)
    late.fill("#enter [name=player_1]", "Gernika")
    late.locator("#enter button").last.click()
    late.wait_for_load_state()
    late.goto(site.url + PAIRS)
    expect(late.locator("#enter [name=player_1]")).to_have_value("Gernika")  # one name was missing
    late.fill("#enter [name=player_2]", "Busturia")
    with late.expect_navigation():
        late.locator("#enter button").last.click()
    expect(late.locator("main")).to_contain_text("Gernika – Busturia")
    late.goto(site.url + PAIRS)
    expect(late.locator("#enter [name=player_1]")).to_have_value("")
    page.reload()
    is_back(page)  # of another form


def test_a_draft_whose_answer_was_lost_is_carried_out_once(page, context, site):
    """The server accepted it, and the telephone died before the answer came."""
    page.goto(site.url + PAIRS)
    page.fill("#enter [name=player_1]", "Elorrio")
    page.fill("#enter [name=player_2]", "Durango")
    page.route("**/*", lambda route: (route.fetch(max_redirects=0), route.abort()))
    page.locator("#enter button").last.click(no_wait_after=True)
    page.wait_for_event("requestfailed")
    page.close()
    for cookie in ("accepted", "messages"):  # the answer that did not come would have set them
        context.clear_cookies(name=cookie)

    again = context.new_page()
    again.goto(site.url + PAIRS)
    expect(again.locator("#enter [name=player_1]")).to_have_value("Elorrio")
    with again.expect_navigation():
        again.locator("#enter button").last.click()
    assert again.locator("main", has_text="Elorrio – Durango").count() == 1
    assert again.locator(".notice--bad").count() == 0
    expect(again.locator("#enter [name=player_1]")).to_have_value("")


@pytest.fixture
def hand(context, site) -> "tuple[Page, str, str]":
    """The page of the next hand at its table, the address, and that of the table's code."""
    match, token = site.shell(TABLE).split()
    page, code = context.new_page(), f"{site.url}/referee/join/{token}/"
    join(page, code)
    where = f"{site.url}/referee/match/{match}/hand/"
    page.goto(where)
    page.fill("[name=cards_0]", "RR74")
    return page, where, code


def join(page: "Page", code: str) -> None:
    page.goto(code)
    page.click("main details > summary")
    page.click("main form button >> nth=0")
    page.wait_for_load_state()


def hand_is_back(page: "Page") -> None:
    expect(page.locator("[name=cards_0]")).to_have_value("RR74")
    expect(page.locator("[data-draft]:visible")).to_contain_text(TOLD)


def test_a_referees_hand_survives_a_dead_phone_and_the_loss_of_its_table(hand, context):
    page, where, code = hand
    page.close()
    again = context.new_page()
    again.goto(where)
    hand_is_back(again)
    context.clear_cookies()
    with again.expect_response(lambda answer: answer.status == 403):
        again.click("main form [value=check]")
    expect(again.locator("main")).to_contain_text("What you typed is kept in this browser")
    join(again, code)
    again.goto(where)
    hand_is_back(again)


def test_a_hand_that_was_saved_is_no_draft_of_the_next(hand):
    page, where, _code = hand
    for seat, cards in enumerate(("AA44", "RRR7", "CS74", "S654")):
        page.fill(f"[name=cards_{seat}]", cards)
    page.click("main form [value=check]")
    expect(page.locator("#checked")).to_have_count(1)
    with page.expect_navigation():
        page.click("main form [value=save]")
    page.goto(where)
    expect(page.locator("[name=cards_0]")).to_have_value("")
    expect(page.locator("[data-draft]")).to_be_hidden()
    assert not [key for key in page.evaluate("Object.keys(localStorage)") if "draft:" in key]
