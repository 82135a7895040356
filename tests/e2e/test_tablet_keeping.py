"""Whatever happens to wifi, browser or server, each hand arrives exactly once."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.room import Room, Tablet, server_in
from tests.servers import ROOT
from tests.services import expect, until

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser
Open = Callable[..., Tablet]
ACTIONS = "**/api/v1/table/actions/"
# Requests pass by the service worker untouched, but Playwright only holds up those it never sees.
HELD_UP = {"service_workers": "block"}


def test_server_killed_after_it_saved_and_before_it_answered(another, room):
    tablet = another(room, **HELD_UP).join().begin()
    tablet.until_confirmed()
    killed: list[int] = []

    def answer_is_lost(route: Route) -> None:
        if not killed:
            killed.append(route.fetch().status)
            room.server.kill()
        route.abort()

    tablet.page.route(ACTIONS, answer_is_lost)
    with tablet.page.expect_event("requestfailed"):
        tablet.quick(5, 3)
    tablet.page.get_by_text("saved here").first.wait_for()
    assert killed == [200]
    assert room.stones == [(5, 3)]
    tablet.quick(2, 2)
    tablet.page.unroute(ACTIONS)
    room.server.start()
    tablet.until_confirmed()
    assert room.stones == [(5, 3), (2, 2)]


@pytest.mark.long
def test_two_tabs_of_one_tablet_send_once(tablet, room):
    tablet.until_confirmed()
    second = tablet.context.new_page()
    second.goto(tablet.app)
    second.locator(".board").wait_for()
    tablet.context.set_offline(True)
    tablet.quick(5, 3)
    second.get_by_text("A +5").or_(second.get_by_text("+5")).first.wait_for()
    tablet.comes_back()
    second.locator(".delivery--ok").wait_for()
    assert room.stones == [(5, 3)]


@pytest.mark.long
@pytest.mark.parametrize("day", ["2020-02-29T03:00:00Z", "2031-01-01T12:00:00Z"])
def test_a_clock_that_is_wrong_does_no_harm(another, room, day):
    tablet = another(room)
    tablet.page.clock.set_fixed_time(day)
    tablet.join().begin()
    tablet.goes_offline()
    tablet.quick(5, 3)
    tablet.page.clock.set_fixed_time("2026-05-24T10:00:00Z")
    tablet.quick(4, 4)
    tablet.comes_back()
    assert room.stones == [(5, 3), (4, 4)]


def test_a_full_store_says_so_and_the_hand_stays_and_can_be_sent(tablet, room):
    tablet.until_confirmed()
    tablet.ready_offline()
    _no_room(tablet)
    tablet.tap("Without cards: stones only")
    tablet.tap("5", within=".keys--digits")
    tablet.save()
    tablet.page.get_by_text("Not saved: this device is full").wait_for()
    tablet.tap("As text")
    assert '"stones"' in tablet.page.locator("textarea").input_value()
    tablet.tap("Try again")
    tablet.page.get_by_text("There is still no room").wait_for()
    assert room.stones == []
    tablet.tap("Send now")
    tablet.page.locator(".board").wait_for()
    assert room.stones == [(5, 0)]


def _no_room(tablet: Tablet, *, writes: int | None = None) -> None:
    """Writes to the outbox, or only so many, end as one does when the disk is full.

    Chromium's quota cannot be set here.
    """
    tablet.page.evaluate(
        """(writes) => {
          const put = IDBObjectStore.prototype.put;
          let left = writes ?? Infinity;
          IDBObjectStore.prototype.put = function (...given) {
            const request = put.apply(this, given);
            if (writes !== null && this.name !== "outbox") return request;
            if (left > 0) this.transaction.abort();
            left -= 1;
            return request;
          };
        }""",
        writes,
    )


def test_an_update_waits_for_the_referee_and_loses_nothing(another, tmp_path):
    dist = Path(shutil.copytree(ROOT / "tablet/dist", tmp_path / "dist"))
    env = {
        "DJANGO_SETTINGS_MODULE": "tests.e2e.other_tablet",
        "OTHER_TABLET": str(dist),
        "PYTHONPATH": str(ROOT),
    }
    with server_in(tmp_path / "var", env=env) as server:
        [room] = Room.several(server, 1)
        tablet = another(room).join().begin()
        tablet.until_confirmed()
        tablet.ready_offline()
        old = _version(tablet)
        tablet.context.set_offline(True)
        tablet.quick(5, 3)
        tablet.tap("Enter hand 2")
        tablet.type_cards(("7 7 2 A", "3"))
        words = dist / "words-en.js"
        words.write_text(words.read_text().replace('"Undo"', '"Undo!"'))
        tablet.page.route(ACTIONS, lambda route: route.abort())
        tablet.context.set_offline(False)
        tablet.page.evaluate("navigator.serviceWorker.ready.then((r) => r.update())")
        tablet.page.go_back()
        tablet.page.get_by_text("A new version is ready").wait_for()
        assert _version(tablet) == old
        tablet.tap("Update now")
        tablet.page.get_by_role("button", name="Undo!").wait_for()
        assert _version(tablet) != old
        assert len(tablet.held()) == 1
        tablet.tap("Go on with hand 2")
        tablet.says(".cards__now", "5 of 16")
        tablet.page.unroute(ACTIONS)
        tablet.until_confirmed()
        assert room.stones == [(5, 3)]


def _version(tablet: Tablet) -> str:
    content = tablet.page.locator("meta[name=app-version]").get_attribute("content")
    assert content
    return content


def test_two_tablets_enter_the_same_hand_and_one_is_kept(another, room):
    first = _too_late(another, room)
    assert room.stones == [(4, 4)]
    first.page.locator(".delivery").click()
    first.says("article", "5–3", "4–4")
    article = first.page.locator("article")
    expect(article).to_contain_text(re.compile(r"by another device of table 1 at \d\d:\d\d"))
    first.says("article", "Which one counts?")
    first.tap("The one there: 4–4")
    first.until_confirmed()
    assert first.held() == []
    assert room.stones == [(4, 4)]
    [(status, kept)] = room.rulings("attention")
    assert (status, kept["action"]["record"]["quick"]["stones"]) == ("dismissed", [5, 3])
    assert room.became == ["discarded"]


LOGIN = {"body": "<h1>Welcome to the bar</h1>", "content_type": "text/html"}
CACHED = """
async () => {
  const answers = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) answers.push(await cache.match(request));
  }
  return Promise.all(answers.map((answer) => answer.text()));
}
"""
INSTALL_AGAIN = 15_000


def test_the_app_starts_without_network_though_its_icon_failed(another, room):
    tablet = another(room)
    failed: list[str] = []

    def fails(route: Route) -> None:
        failed.append(route.request.url)
        route.fulfill(status=503)

    tablet.context.route("**/icons/**", fails)
    tablet.join().ready_offline().has_all()
    assert any("favicon" in url for url in failed)
    tablet.context.set_offline(True)
    tablet.page.reload()
    tablet.tap("Settings")
    tablet.says(".facts", "It starts and works without network.")


KEPT = """async () => {
  const spanish = document.querySelector("meta[name=words]").content;
  const files = ["later.js", "later-en.js", "words-eu.js", "later-fr.js"];
  const found = files.map((file) => caches.match(spanish.replace("words-es.js", file)));
  return (await Promise.all(found)).every(Boolean);
}"""
"""Whether the browser keeps what is loaded after the first hand, in other languages too."""


def test_a_tablet_that_loses_its_wifi_after_the_first_screen_enters_a_hand(another, room):
    """What it needs later it gets later, and only that has to wait."""
    tablet = another(room).join().begin()
    tablet.until_confirmed()
    tablet.ready_offline()
    assert not tablet.page.evaluate(KEPT)
    tablet.context.set_offline(True)
    tablet.page.reload()
    tablet.tap("Enter hand 1")
    tablet.type_cards()
    tablet.tap("A bets on grande: B refuses")
    tablet.save()
    tablet.says(".last", "saved here")
    tablet.tap("Undo")
    tablet.says(".panel", "This part has not been loaded yet.")
    assert len(tablet.held()) == 1
    tablet.context.set_offline(False)
    tablet.page.get_by_role("heading", name="Take hand 1.1 back").wait_for()
    tablet.until_confirmed()
    assert room.stones == [(6, 5)]
    until(tablet.page, KEPT)


def test_a_login_page_is_never_taken_for_the_app_and_its_install_is_tried_again(another, room):
    tablet = another(room)
    tablet.page.clock.install()
    # The network wants a login by the time the app is there and its worker is installed.
    tablet.context.route(
        "**/*",
        lambda route: (
            route.fulfill(**LOGIN)
            if route.request.service_worker and "sw.js" not in route.request.url
            else route.continue_()
        ),
    )
    tablet.join().begin()
    tablet.until_confirmed()
    tablet.says(".banner", "This device cannot start without network yet.")
    assert tablet.page.evaluate(CACHED) == []
    tablet.context.unroute("**/*")
    tablet.page.clock.fast_forward(INSTALL_AGAIN)
    tablet.page.locator(".banner").wait_for(state="detached")
    tablet.ready_offline()

    tablet.context.route("**/*", lambda route: route.fulfill(**LOGIN))
    tablet.page.reload()
    tablet.says(".banner", "This network wants you to sign in")
    tablet.quick(5, 3)
    assert len(tablet.held()) == 1
    cached = tablet.page.evaluate(CACHED)
    assert cached
    assert not any(LOGIN["body"] in text for text in cached)
    tablet.context.unroute("**/*")
    tablet.until_confirmed()
    assert room.stones == [(5, 3)]


@pytest.mark.long
def test_what_is_discarded_without_network_reaches_the_desk_later(another, room):
    first = _too_late(another, room)
    first.context.set_offline(True)
    first.page.locator(".delivery").click()
    first.page.locator("details.others summary").click()
    first.tap("Discard mine")
    first.tap("Yes, discard it")
    first.page.get_by_text("Discarded: Hand 1.1").wait_for()
    first.page.reload()
    first.page.get_by_text("Discarded: Hand 1.1").wait_for()
    assert room.became == ["open"]
    first.context.set_offline(False)
    first.page.get_by_text("Nothing waits").wait_for()
    assert first.held() == []
    assert room.became == ["discarded"]


@pytest.mark.long
def test_a_hand_that_is_opened_and_entered_again_closes_the_first_at_the_desk(tablet, room):
    tablet.goes_offline()
    tablet.quick(5, 3)
    _rewrite(tablet, "outbox", None, "value.action.record = {'quick': {'stones': [-5, 3]}}")
    tablet.page.reload()
    tablet.context.set_offline(False)
    tablet.page.locator(".delivery--bad").wait_for()
    assert room.became == ["open"]
    tablet.page.locator(".delivery").click()
    tablet.tap("Open it and enter it again")
    tablet.page.locator(".quick__side").first.click()
    tablet.tap("back", within=".keys--digits")
    tablet.tap("7", within=".keys--digits")
    tablet.save()
    tablet.until_confirmed()
    assert room.stones == [(7, 3)]
    assert room.became == ["replaced"]


@pytest.mark.long
def test_what_the_desk_has_entered_leaves_the_tablet_and_the_hands_after_it_go_on(another, room):
    tablet, first = _first_of_two_refused(another, room)
    assert [item["status"] for item in tablet.held()] == ["attention", "waiting"]
    room.run(
        "from scoring.models import Ruling\n"
        "from scoring.desk import services as sent\n"
        "from tests.tournament import play\n"
        f"ruling = Ruling.objects.get(proposed__key='{first}')\n"
        "record = {'mano': 0, 'quick': {'stones': [5, 3]}}\n"
        "sent.enter(ruling_id=ruling.pk, record=record, actor=play.PROGRAM)"
    )
    tablet.says(".banner", "The organizer has entered what this table sent: Hand 1.1")
    tablet.until_confirmed()
    assert room.stones == [(5, 3), (2, 1)]
    assert tablet.held() == []
    tablet.tap("Understood")
    tablet.page.locator(".banner").wait_for(state="detached")


@pytest.mark.long
def test_mine_can_be_put_in_the_place_of_the_other_as_a_correction(another, room):
    first = _too_late(another, room)
    first.page.locator(".delivery").click()
    first.taps = 0
    first.tap("Mine: 5–3")
    assert first.taps == 1
    first.until_confirmed()
    assert room.stones == [(4, 4), (5, 3)]
    assert room.became == ["replaced"]


def _first_of_two_refused(another: Open, room: Room) -> tuple[Tablet, str]:
    """A tablet whose 5–3 was tampered with, before a 2–1 that waits for it; and the key of the
    first."""
    tablet = another(room).join().begin()
    tablet.goes_offline()
    tablet.quick(5, 3)
    tablet.quick(2, 1)
    first: str = tablet.held()[0]["key"]
    _rewrite(tablet, "outbox", first, "value.action.record = {'quick': {'stones': [-5, 3]}}")
    tablet.page.reload()
    tablet.context.set_offline(False)
    tablet.page.locator(".delivery--bad").wait_for()
    return tablet, first


def _too_late(another: Open, room: Room) -> Tablet:
    """A tablet whose 5–3, entered without network, came after the 4–4 of another."""
    first, second = _two(another, room)
    first.context.set_offline(True)
    first.quick(5, 3)
    second.quick(4, 4)
    second.until_confirmed()
    first.context.set_offline(False)
    first.page.locator(".delivery--bad").wait_for()
    return first.has_all()


def _two(another: Open, room: Room) -> tuple[Tablet, Tablet]:
    first = another(room).join().begin()
    first.until_confirmed()
    first.ready_offline()
    second = another(room).join()
    second.page.locator(".next").wait_for()
    return first, second


@pytest.mark.long
def test_an_unreadable_entry_is_shown_and_taken_out_and_stops_nothing(tablet, room):
    tablet.until_confirmed()
    tablet.page.evaluate(
        """() => new Promise((done) => {
          indexedDB.open("mus-tablet").onsuccess = ({ target: { result: db } }) => {
            const tx = db.transaction("outbox", "readwrite");
            tx.objectStore("outbox").put({ key: "torn", seq: 1, action: "half a ha" });
            tx.oncomplete = () => { db.close(); done(); };
          };
        })"""
    )
    tablet.page.reload()
    with tablet.page.expect_response(ACTIONS):
        tablet.quick(5, 3)
    tablet.page.get_by_role("button", name="1 cannot be read").click()
    tablet.says(".holds", "half a ha", "1 cannot be read")
    with tablet.page.expect_download() as download:
        tablet.tap("As a file")
    assert "half a ha" in Path(download.value.path()).read_text()
    tablet.page.get_by_role("button", name="Back").click()
    tablet.page.get_by_text("Enter hand 2").wait_for()
    assert [item["key"] for item in tablet.held()] == ["torn"]
    assert room.stones == [(5, 3)]


@pytest.mark.long
def test_a_hand_that_the_other_tablet_saved_appears_by_itself(another, room):
    first, second = _two(another, room)
    second.quick(4, 4)
    first.page.get_by_text("Enter hand 2").wait_for()


@pytest.mark.long
def test_a_revoked_device_keeps_everything_and_joins_again(tablet, room):
    tablet.goes_offline()
    tablet.quick(5, 3)
    room.revoke_all()
    tablet.context.set_offline(False)
    tablet.page.get_by_text("The organizer has revoked this device").wait_for()
    assert len(tablet.held()) == 1
    assert room.stones == []
    tablet.says(".delivery", "revoked")  # nothing is on its way from a device that is shut out
    tablet.page.goto(f"{tablet.app}#join={room.tokens[1]}")
    tablet.tap("Join the table")
    tablet.says(".note--bad", "The organizer has revoked this device")
    room.new_code(1)
    tablet.join()
    tablet.until_confirmed()
    assert room.stones == [(5, 3)]


@pytest.mark.long
def test_scanning_again_is_the_same_device_with_the_name_a_person_gave(another, room):
    tablet = another(room).join()
    for name in ("By the window", "By the window"):
        tablet.scan().page.get_by_label("Name of this device").fill(name)
        tablet.bind().until_confirmed()
    assert room.devices == ["By the window"]


def _rewrite(tablet: Tablet, store: str, key: str | None, change: str) -> None:
    """Tampers with the browser's own store: `change` is a statement about `value`."""
    tablet.page.evaluate(
        """([store, key, change]) => new Promise((resolve, reject) => {
          const opening = indexedDB.open("mus-tablet");
          opening.onsuccess = () => {
            const db = opening.result;
            const tx = db.transaction(store, "readwrite");
            const walk = tx.objectStore(store).openCursor();
            walk.onsuccess = () => {
              const cursor = walk.result;
              if (!cursor) return;
              if (key === null || cursor.key === key) {
                const value = cursor.value;
                const [, path, text] = /^value\\.(\\S+) = (.*)$/.exec(change);
                const steps = path.split(".");
                const last = steps.pop();
                steps.reduce((at, step) => at[step], value)[last] = JSON.parse(
                  text.replaceAll("'", '"'),
                );
                cursor.update(value);
              }
              cursor.continue();
            };
            tx.oncomplete = () => { db.close(); resolve(); };
            tx.onabort = () => reject(tx.error);
          };
        })""",
        [store, key, change],
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("value.action.record = {'quick': {'stones': [-5, 3]}}", "stones"),
        ("value.action.kind = 'hand.explode'", "unknown"),
        ("value.action.match = 999999", "no such match"),
        ("value.action.record = {'cards': 'all mine'}", "cards"),
    ],
)
def test_a_tampered_queue_is_kept_readable_and_what_follows_still_waits(tablet, room, change, said):
    tablet.goes_offline()
    tablet.quick(5, 3)
    _rewrite(tablet, "outbox", None, change)
    tablet.page.reload()
    tablet.context.set_offline(False)
    tablet.page.locator(".delivery--bad").wait_for()
    tablet.page.locator(".delivery").click()
    tablet.says("article", said)
    assert room.stones == []
    tablet.tap("Discard mine")
    tablet.tap("Yes, discard it")
    tablet.page.get_by_text("Nothing waits").wait_for()
    assert set(room.became) <= {"discarded"}  # none where the match was nobody's


@pytest.mark.long
def test_a_hand_out_of_order_waits_until_the_one_before_it_is_there(another, room):
    tablet, _first = _first_of_two_refused(another, room)
    tablet.page.locator(".delivery").click()
    tablet.says("article", "waits for: Hand 1.1")
    expect(tablet.page.locator("article")).to_have_count(2)
    tablet.page.go_back()
    tablet.quick(5, 3)
    expect(tablet.page.locator(".stones__number").first).to_have_text("7")
    tablet.page.locator(".delivery").click()
    tablet.tap("Discard mine")
    tablet.tap("Yes, discard it")
    tablet.page.get_by_text("Nothing waits").wait_for()
    assert room.stones == [(5, 3), (2, 1)]


@pytest.mark.long
def test_a_hand_for_a_match_that_was_closed_is_kept_on_both_sides(tablet, room):
    tablet.goes_offline()
    tablet.quick(5, 3)
    room.run(
        "from tests.tournament import play\n"
        "from tournament.matches.services import results\n"
        f"results.walkover(match_id={room.matches[1]}, winner='B', reason='late', "
        "actor=play.PROGRAM)"
    )
    tablet.context.set_offline(False)
    tablet.page.locator(".delivery--bad").wait_for()
    tablet.page.locator(".delivery").click()
    tablet.says("article", "has ended")
    assert len(tablet.held()) == 1
    [(status, kept)] = room.rulings("attention")
    assert (status, kept["action"]["kind"]) == ("open", "hand.record")


@pytest.mark.long
def test_over_plain_http_it_queues_and_sends_and_says_what_it_cannot_do(another, room):
    tablet = another(room)
    # What a browser takes away from pages that are neither https nor localhost.
    tablet.page.add_init_script(
        "delete Navigator.prototype.serviceWorker; delete Navigator.prototype.locks;"
        "delete Crypto.prototype.randomUUID;"
        "Object.defineProperty(self, 'isSecureContext', {value: false});"
    )
    tablet.join().begin()
    tablet.until_confirmed()
    tablet.has_all()
    tablet.context.set_offline(True)
    tablet.quick(5, 3)
    tablet.tap("Settings")
    tablet.says(".facts", "not https")
    tablet.page.go_back()
    tablet.comes_back()
    assert room.stones == [(5, 3)]
