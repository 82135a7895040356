"""The page where a browser asks to be told of a pair, as Chromium shows it."""

from __future__ import annotations

import json

import pytest

from tests.servers import Server

pytestmark = pytest.mark.browser

FILL = (
    "from tests.tournament import play; "
    "play.tournament(entered=4, drawn=True, name='Lekeitio', slug='lekeitio')"
)
WATCH = "/t/lekeitio/pairs/1/watch/"
# A browser that subscribed, and was told of the pair: no push service is asked here.
SUBSCRIBED = f"""
PushManager.prototype.getSubscription = async () => ({{
  toJSON: () => ({{ endpoint: "https://fcm.googleapis.com/fcm/send/one" }}),
}});
localStorage.setItem("watched", JSON.stringify([{json.dumps(WATCH)}]));
"""


@pytest.mark.long
def test_a_browser_that_gave_its_place_up_says_so_and_can_ask_again(chromium, tmp_path):
    with Server(tmp_path) as server:
        server.shell(FILL)
        base = f"http://localhost:{server.port}"
        with chromium.new_context(locale="en", base_url=base) as context:
            page = context.new_page()
            page.add_init_script(SUBSCRIBED)
            page.goto("/t/lekeitio/pairs/1/notices/")
            page.get_by_text("Notifications are off on this browser.").wait_for()
            assert page.get_by_role("button", name="Notify me on this phone").is_visible()
            assert page.get_by_role("button", name="Turn off notifications").is_hidden()
            assert page.evaluate("localStorage.getItem('watched')") == "[]"


# What Chromium throws where its push service cannot be reached.
UNREACHABLE = """
Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async () => {
  throw new DOMException("Registration failed - push service error", "AbortError");
};
"""


def test_a_failure_of_the_browser_is_told_in_the_readers_words(chromium, site):
    with chromium.new_context(locale="es", base_url=site.url) as context:
        page = context.new_page()
        page.add_init_script(UNREACHABLE)
        page.goto("/t/lekeitio/pairs/1/notices/")
        page.get_by_role("button", name="Avisarme en este móvil").click()
        page.get_by_text("El servicio de avisos del navegador no responde.").wait_for()
        assert "Registration failed" not in page.locator("main").text_content()
