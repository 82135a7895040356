"""The docs page in a real browser: it shows the API under our content policy, from here alone."""

from urllib.parse import urlsplit

import pytest

from tests.servers import Server
from tests.services import expect

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_the_docs_are_shown_and_a_hand_is_settled_in_them(chromium, tmp_path):
    with Server(tmp_path) as server, chromium.new_page() as page:
        complaints: list[str] = []
        asked: set[str] = set()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))

        page.goto(f"{server.url}/api/v1/docs/")
        page.locator(".opblock-tag", has_text="settle").first.click()
        settle = page.locator(".opblock", has_text="/api/v1/settle/").first
        settle.locator(".opblock-summary").click()
        settle.locator("button.try-out__btn").click()
        settle.locator("textarea").first.fill('{"mano": 9}')
        settle.locator("button.execute").click()
        answer = settle.locator(".live-responses-table .response-col_status").nth(1)
        expect(answer).to_contain_text("422")

        assert asked == {urlsplit(server.url).netloc}
        # The browser itself notes an answer of 422; nothing else may be said.
        assert [text for text in complaints if "422" not in text] == []
