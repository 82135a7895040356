"""Names are erased from the desk: looked for, shown, and gone when that is confirmed."""

from __future__ import annotations

from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.log.rules.events import ERASED


def test_what_would_go_is_shown_first_and_goes_when_it_is_confirmed(desk, at, entered):
    page = at("erase_names", entered.slug)
    pair = Pair.objects.get(number=1)
    name = pair.player_2
    assert "Erase names" in desk.get(at("log", entered.slug)).text
    found = desk.get(page, {"words": name}).text
    assert "is found:" in found or "are found:" in found
    given = {"words": name, "asked_by": "person", "reason": "asked at the desk"}
    assert desk.post(page, given).status_code == 400
    told = Event.objects.latest("pk")
    assert told.kind != "texts.erased"
    desk.post(page, {**given, "sure": "on"})
    told = Event.objects.latest("pk")
    assert (told.kind, told.data["asked_by"]) == ("texts.erased", "person")
    assert Pair.objects.get(number=1).player_2 == ERASED
    public = desk.get(f"/t/{entered.slug}/log/{told.data['events'][0]}/").text
    assert "erased on request" in public
    assert name not in public
    line = desk.get(f"/t/{entered.slug}/log/{told.number}/").text
    assert "asked for by: the person named" in line


def test_a_name_that_nobody_has_is_said_and_erases_nothing(desk, at, entered):
    page = at("erase_names", entered.slug)
    given = {"words": "Nobody Here", "asked_by": "person", "reason": "asked", "sure": "on"}
    answer = desk.post(page, given)
    assert answer.status_code == 400
    assert "Check the spelling" in answer.text
    assert not Event.objects.filter(kind="texts.erased").exists()


def test_nothing_is_erased_before_it_was_looked_for(desk, at, entered):
    page = at("erase_names", entered.slug)
    asks = desk.get(page).text
    assert 'name="words"' in asks
    assert "Erase for good" not in asks
    found = desk.get(page, {"words": Pair.objects.get(number=1).player_2}).text
    assert "Erase for good" in found
    assert "csrfmiddlewaretoken" not in asks.split('method="get"')[1].split("</form>")[0]
