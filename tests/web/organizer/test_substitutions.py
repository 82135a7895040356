"""Another person in a player's seat, and a name mended once the champion stands."""

from tournament.entries.models import Pair


def test_champion_a_player_is_substituted_on_a_page_of_its_own(desk, at, drawn):
    pair = Pair.objects.get(number=1)
    address = at("substitute_player", drawn.slug, 1)
    assert address in desk.get(at("change_pair", drawn.slug, 1)).content.decode()
    assert pair.player_2 in desk.get(address).content.decode()

    blank = desk.post(address, {"out": "2", "player": "Lezo", "reason": ""})
    assert blank.status_code == 400
    desk.post(address, {"out": "2", "player": "Lezo", "reason": "ill"})

    pair.refresh_from_db()
    assert pair.player_2 == "Lezo"


def test_champion_a_name_asks_for_a_reason_once_it_stands(desk, at, finished):
    address = at("change_pair", finished.slug, 1)
    names = {"player_1": "Ane", "player_2": "Miren"}
    assert 'name="reason"' in desk.get(address).content.decode()
    assert desk.post(address, names).status_code == 400

    assert desk.post(address, {**names, "reason": "misspelt"}).status_code == 302
    assert Pair.objects.get(number=1).player_1 == "Ane"
