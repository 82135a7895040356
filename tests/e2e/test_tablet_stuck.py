"""An action at which the server fails each time holds up no table for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser
ACTIONS = "**/api/v1/table/actions/"


def test_it_is_said_and_set_aside_the_rest_goes_on_and_it_can_be_sent_again(another, room):
    tablet = another(room, service_workers="block").join().begin()
    tablet.until_confirmed()

    def fails_at_the_hand(route: Route) -> None:
        actions = route.request.post_data_json["actions"]
        if any(action["kind"] == "hand.record" for action in actions):
            route.fulfill(status=500, json={"errors": []})
        else:
            route.continue_()

    tablet.page.route(ACTIONS, fails_at_the_hand)
    tablet.quick(5, 3)
    tablet.tap("Call the organizer")
    tablet.tap("A question about a rule")
    tablet.page.get_by_text("Hand 1.1: The server fails each time this is sent.").wait_for()
    assert room.rulings("call") == []
    tablet.tap("Look")
    tablet.tap("Set it aside: the organizer gets a copy, the rest goes on")
    tablet.page.locator(".waits").first.wait_for(state="detached")
    tablet.page.get_by_text("The server fails each time this is sent.").wait_for()
    [(status, call)] = room.rulings("call")
    assert (status, call["about"], call["message"]) == ("open", "rule", "")
    [(status, kept)] = room.rulings("attention")
    assert (status, kept["action"]["record"]["quick"]["stones"]) == ("open", [5, 3])
    assert (room.stones, len(tablet.held())) == ([], 1)
    tablet.page.unroute(ACTIONS)
    tablet.tap("Send it again as it is")
    tablet.page.get_by_text("Nothing waits").wait_for()
    assert (room.stones, room.became) == ([(5, 3)], ["applied"])
