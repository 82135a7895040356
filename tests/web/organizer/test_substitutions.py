"""Another person in a player's seat, and a name mended once the champion stands."""

import re

import pytest

from tournament.championship.models import Tournament
from tournament.entries.models import Pair


def test_champion_a_player_is_substituted_on_a_page_of_its_own(desk, at, drawn):
    pair = Pair.objects.get(number=1)
    address = at("substitute_player", drawn.slug, 1)
    assert address in desk.get(at("change_pair", drawn.slug, 1)).text
    assert pair.player_2 in desk.get(address).text

    blank = desk.post(address, {"out": "2", "player": "Lezo", "reason": ""})
    assert blank.status_code == 400
    desk.post(address, {"out": "2", "player": "Lezo", "reason": "ill"})

    pair.refresh_from_db()
    assert pair.player_2 == "Lezo"


def test_champion_a_name_asks_for_a_reason_once_it_stands(desk, at, finished):
    address = at("change_pair", finished.slug, 1)
    names = {"player_1": "Ane", "player_2": "Miren"}
    assert 'name="reason"' in desk.get(address).text
    assert desk.post(address, names).status_code == 400

    assert desk.post(address, {**names, "reason": "misspelt"}).status_code == 302
    assert Pair.objects.get(number=1).player_1 == "Ane"


def test_the_page_says_what_the_rules_allow_and_lets_the_organization_allow_more(desk, at, drawn):
    address = at("substitute_player", drawn.slug, 1)
    Tournament.objects.update(settings={"substitutes": 1, "substitutes_until": 2})
    desk.post(address, {"out": "2", "player": "Lezo", "reason": "ill"})
    page = desk.get(address).text
    assert "The rules allow 1 substitute in a pair; this one has had 1." in page
    assert "The rules allow none after round 2." in page

    more = {"out": "1", "player": "Ataun", "reason": "ill, too"}
    refused = desk.post(address, more)
    assert refused.status_code == 400
    assert "this pair has had one" in refused.text
    desk.post(address, {**more, "beyond_rule": "on"})
    assert Pair.objects.get(number=1).player_1 == "Ataun"


def test_how_many_may_come_is_set_with_the_rules_of_the_tournament(desk, at, entered):
    address = at("change", entered.slug)
    shown = desk.get(address).context["form"].initial
    given = {name: value for name, value in shown.items() if value is not None}
    given |= {"starts_at": "2026-11-28T12:00", "substitutes": "2", "substitutes_until": "0"}
    assert desk.post(address, given).status_code == 302
    assert Tournament.objects.get().settings == {"substitutes": 2, "substitutes_until": 0}
    assert 'name="substitutes" value="2"' in desk.get(address).text


def hidden(page):
    """What a page of substitution carries of who was seen."""
    return dict(re.findall(r'<input type="hidden" name="(seen_\d)" value="([^"]*)"', page.text))


def test_T6_two_desks_at_once_the_second_is_told_who_sits_there_now(desk, at, drawn):
    address = at("substitute_player", drawn.slug, 1)
    one, other = hidden(desk.get(address)), hidden(desk.get(address))
    pair = Pair.objects.get(number=1)
    assert one == {"seen_1": pair.player_1, "seen_2": pair.player_2}
    mine = {"out": "2", "player": "Ataun", "reason": "ill"}
    assert desk.post(address, {**one, **mine, "player": "Lezo"}).status_code == 302
    late = desk.post(address, {**other, **mine})
    assert late.status_code == 409
    assert f"{pair.player_1} and Lezo are in it now" in late.text
    assert 'value="Ataun"' in late.text, "nothing typed is lost"
    assert Pair.objects.get(number=1).player_2 == "Lezo"

    told = hidden(late)
    assert told == {"seen_1": pair.player_1, "seen_2": "Lezo"}
    assert desk.post(address, {**told, **mine}).status_code == 302
    assert Pair.objects.get(number=1).player_2 == "Ataun"


@pytest.mark.rows_by_hand
def test_T6_a_form_that_was_refused_still_says_who_was_seen(desk, at, drawn):
    address = at("substitute_player", drawn.slug, 1)
    seen = hidden(desk.get(address))
    Pair.objects.filter(number=1).update(player_2="Lezo")
    mine = {**seen, "out": "2", "player": "Ataun", "reason": ""}
    refused = desk.post(address, mine)
    assert (refused.status_code, hidden(refused)) == (400, seen)
    assert desk.post(address, {**mine, "reason": "ill"}).status_code == 409
