"""A passkey made and shown by Chromium, with an authenticator that is Chromium's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

NAME, PASSWORD = "arizkun", "amarraco-y-piedra"
FILL = (
    "from django.contrib.auth.models import User; "
    f"User.objects.create_user({NAME!r}, password={PASSWORD!r})"
)
DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture
def page(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with Server(tmp_path_factory.mktemp("site")) as server:
        server.shell(FILL)
        context = chromium.new_context(locale="en", base_url=f"http://localhost:{server.port}")
        with context:
            page = context.new_page()
            devices = context.new_cdp_session(page)
            devices.send("WebAuthn.enable")
            devices.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
            yield page


def sign_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=username]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    with page.expect_navigation():
        page.get_by_role("main").get_by_role("button", name="Sign in").click()


def test_a_passkey_is_made_asked_for_and_removed_with_the_second_step(page):
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    sign_in(page)
    page.goto("/accounts/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name of the passkey").fill("the telephone of Arizkun")
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_selector(".account-codes li")
    code = page.locator(".account-codes li").first.inner_text()
    page.goto("/accounts/passkeys/")
    page.get_by_label("Name of the passkey").fill("again")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("This device has a passkey for this account already.").wait_for()

    page.context.clear_cookies()
    sign_in(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/organizer/")
    page.goto("/accounts/")
    assert "Signed in with a passkey" in page.content()
    assert "the telephone of Arizkun" in page.content()
    page.get_by_role("button", name="Remove the telephone of Arizkun").click()
    page.get_by_text("This is your only passkey.").wait_for()
    page.locator("summary", has_text="Turn the second step off").click()
    page.locator("#off_code").fill(code)
    page.get_by_role("button", name="Turn off").click()
    page.get_by_text("The second step is off: the password alone opens the account.").wait_for()
    assert faults == []
