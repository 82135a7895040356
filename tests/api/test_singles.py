"""Players without a partner over the API: what the organizers do, and what they do themselves."""

import pytest

from tests.api.conftest import codes, paths
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.limits import Limit
from tournament.signup.models import Single
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import partners


def signs_up(tournament: Tournament, *, is_open: bool) -> None:
    terms = {"is_open": is_open, "cap": None, "fee": "", "note": "", "actor": PROGRAM}
    sign_up_desk.set_terms(tournament_id=tournament.pk, **terms)


@pytest.fixture
def looking(entry: Tournament) -> list[int]:
    """Three players who look for a partner."""
    signs_up(entry, is_open=True)
    return [
        partners.look(tournament_id=entry.pk, player=name, phone="600 123").pk
        for name in ("Deba", "Orio", "Aia")
    ]


def test_two_who_look_become_a_pair_and_one_is_taken_off(desk, entry, looking):
    at = f"/tournaments/{entry.slug}/singles/"
    rows = desk.get(at).json()
    assert [(row["player"], row["contact"]) for row in rows] == [
        ("Deba", "600 123"), ("Orio", "600 123"), ("Aia", "600 123"),
    ]  # fmt: skip
    first, second, third = looking
    both = {"first": first, "second": second}
    assert codes(desk.post(f"{at}pair-up/", {**both, "second": first})) == ["asks_oneself"]
    assert [row["player"] for row in desk.post(f"{at}pair-up/", both).json()] == ["Aia"]
    pairs = desk.get(f"/tournaments/{entry.slug}/pairs/").json()
    assert {pairs[-1]["player_1"], pairs[-1]["player_2"]} == {"Deba", "Orio"}
    assert codes(desk.post(f"{at}pair-up/", both)) == ["no_such_single"]
    assert desk.post(f"{at}{third}/remove/").json() == []
    assert codes(desk.post(f"{at}{third}/remove/")) == ["no_such_single"]


@pytest.fixture
def page(entry: Tournament) -> str:
    signs_up(entry, is_open=True)
    return f"/tournaments/{entry.slug}/partner/"


def test_two_players_find_each_other_by_their_links(anyone, page):
    made = {}
    for player in ("Deba", "Orio", "Aia"):
        answer = anyone.post(page, {"player": player, "phone": "600 123", "note": "slow"})
        assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
        made[player] = answer.json()
        assert made[player]["url"] == f"http://testserver/partner/{made[player]['link']}/"
        assert anyone.client.get(made[player]["url"]).status_code == 200
    listed = anyone.get(page).json()
    assert [(row["player"], row["note"], row["contact"]) for row in listed] == [
        (player, "slow", "") for player in made
    ]
    deba, orio, aia = (f"/partner/{one['link']}/" for one in made.values())
    ids = {player: one["id"] for player, one in made.items()}
    for own in (orio, aia):
        assert anyone.post(f"{own}ask/", {"whom": ids["Deba"]}).json()["asks"]["player"] == "Deba"
    assert [one["player"] for one in anyone.get(deba).json()["asking"]] == ["Orio", "Aia"]
    no = anyone.post(f"{deba}answer/", {"who": ids["Aia"], "yes": False}).json()
    assert [one["player"] for one in no["asking"]] == ["Orio"]
    assert codes(anyone.post(f"{deba}answer/", {"who": ids["Aia"], "yes": True})) == [
        "asks_no_more"
    ]
    yes = anyone.post(f"{deba}answer/", {"who": ids["Orio"], "yes": True}).json()
    assert (yes["state"], yes["pair"]) == ("found", "Deba – Orio")
    assert anyone.post(f"{aia}leave/").json()["state"] == "left"
    assert anyone.get(page).json() == []


def test_who_looks_is_checked_as_on_the_page(anyone, entry, page):
    deba = {"player": "Deba", "email": "deba@example.org"}
    assert codes(anyone.post(page, {"player": "Deba"})) == ["contact_missing"]
    assert codes(anyone.post(page, {**deba, "email": "deba"})) == ["bad_email"]
    assert paths(anyone.post(page, {"phone": "600"})) == ["player"]
    assert anyone.post(page, {**deba, "wants_mail": True}).status_code == 201
    assert not Single.objects.get().wants_mail, "nothing is sent here"
    assert codes(anyone.post(page, deba)) == ["looks_already"]
    taken = Pair.objects.filter(tournament=entry)[0].player_1
    assert codes(anyone.post(page, {**deba, "player": taken})) == ["player_twice"]
    signs_up(entry, is_open=False)
    assert codes(anyone.post(page, {**deba, "player": "Orio"})) == ["sign_up_closed"]
    assert Single.objects.count() == 1


def test_a_wrong_link_opens_nobodys_list(anyone, page):
    link = anyone.post(page, {"player": "Deba", "phone": "600"}).json()["link"]
    for wrong in (f"{link[:-1]}", "1:x", "x"):
        assert codes(anyone.get(f"/partner/{wrong}/")) == ["no_such_link"]
        assert codes(anyone.post(f"/partner/{wrong}/leave/")) == ["no_such_link"]
        assert codes(anyone.post(f"/partner/{wrong}/ask/", {"whom": 1})) == ["no_such_link"]


def test_a_player_asks_so_often_and_not_more(anyone, page, monkeypatch):
    monkeypatch.setattr(partners, "BY_ONE_PLAYER", Limit("few", most=1, seconds=3600))
    one = anyone.post(page, {"player": "Deba", "phone": "600"}).json()
    other = anyone.post(page, {"player": "Orio", "phone": "600"}).json()["id"]
    assert anyone.post(f"/partner/{one['link']}/ask/", {"whom": other}).status_code == 200
    assert anyone.post(f"/partner/{one['link']}/ask/", {"whom": other}).status_code == 429
