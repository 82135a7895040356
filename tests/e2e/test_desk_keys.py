"""The desk by keyboard, in a browser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FILL = """
from django.contrib.auth.models import User
from tests.tournament import play
user = User.objects.create_user("walker", password="walks-everywhere")
play.tournament(name="Big", entered=32, drawn=True, tables=16, owner=user)
"""
DESK = "/organizer/t/big/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site")) as server:
        server.manage("shell", "-c", FILL)
        yield server


@pytest.fixture
def page(site: Server, chromium: "Browser") -> Iterator["Page"]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.goto(f"{site.url}/accounts/login/")
    page.fill("[name=username]", "walker")
    page.fill("[name=password]", "walks-everywhere")
    page.click("main form button")
    page.goto(site.url + DESK)
    yield page
    context.close()


def test_a_whole_round_is_called_and_begun_with_two_keys(site: Server, page: "Page") -> None:
    with page.expect_navigation():
        page.keyboard.press("c")
    assert page.locator(".wall__table--called").count() == 16
    with page.expect_navigation():
        page.keyboard.press("s")
    assert page.locator(".wall__table--playing").count() == 16

    assert not page.locator("#keys").is_visible()
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")

    with page.expect_navigation():
        page.keyboard.press("1")
        page.keyboard.press("2")
    assert "Table 12" in page.locator("#match-head").inner_text()
    with page.expect_navigation():
        page.keyboard.press("d")
    assert page.url == site.url + DESK

    page.locator('[data-table="3"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.table") not in ("3", "4")

    with page.expect_navigation():
        page.keyboard.press("u")
    assert "/matches/started/" in page.url
    assert page.locator("form [name=reason]").count() == 1


def test_keys_are_letters_where_somebody_writes(site: Server, page: "Page") -> None:
    page.goto(f"{site.url}/organizer/t/big/pairs/late/")
    page.goto(f"{site.url}/organizer/t/big/settings/")
    page.locator("[name=name]").focus()
    page.keyboard.press("d")
    assert page.url.endswith("/settings/")
