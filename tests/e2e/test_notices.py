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


# A push service that takes everybody, and a server that is asked for its key.
TAKES = """
Notification.requestPermission = async () => "granted";
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  window.keyed = applicationServerKey.length;
  const named = { name: "ECDH", namedCurve: "P-256" };
  const { publicKey } = await crypto.subtle.generateKey(named, true, ["deriveBits"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  const text = (bytes) => btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const keys = { p256dh: text(raw), auth: text(new Uint8Array(16)) };
  return { toJSON: () => ({ endpoint: "https://fcm.googleapis.com/fcm/send/two", keys }) };
};
"""


def test_one_tap_on_the_pairs_page_is_enough_and_a_live_update_keeps_its_answer(chromium, site):
    with chromium.new_context(locale="en", base_url=site.url) as context:
        page = context.new_page()
        page.add_init_script(TAKES)
        page.goto("/t/lekeitio/pairs/1/")
        with page.expect_response(lambda answer: answer.url.endswith(WATCH)) as told:
            page.get_by_role("button", name="Notify me when this pair is called").click()
        assert told.value.request.post_data_json["endpoint"].endswith("/two")
        assert page.evaluate("window.keyed") == 65
        off = page.get_by_role("button", name="Turn off notifications")
        assert told.value.ok
        off.wait_for()
        page.locator("#live-state[data-state=live]").wait_for(state="attached")
        site.shell(CALLED)
        page.get_by_text("Table 3").first.wait_for()
        off.wait_for()


CALLED = """
from django.db.models import Q
from tests.tournament import play
from tournament.matches.models import Match
from tournament.matches.services import matches
its = Q(pair_a__number=1) | Q(pair_b__number=1)
match = Match.objects.filter(its, tournament__slug="lekeitio", status="ready").get()
matches.assign_table(match_id=match.pk, table_number=3, actor=play.PROGRAM)
"""
