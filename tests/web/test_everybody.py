"""Who is an official sees a tournament with a delay as it is now; everybody else as it stood."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.services import tokens
from tests.publication.test_behind import clock
from tests.publication.test_copies import enter
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import organizers, tournaments
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices
from web import everybody

__all__ = ["clock"]
pytestmark = [
    pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clock", "in_english"),
]  # fmt: skip


def account(name: str) -> Any:
    return get_user_model().objects.create_user(name, password="unused")


@pytest.fixture
def owner() -> Any:
    return account("ane")


@pytest.fixture
def cup(owner: Any) -> Tournament:
    """A tournament with a delay of three minutes, and a pair that nobody has seen yet."""
    made = play.tournament(owner=owner, delay_minutes=3)
    enter(made, "Getaria")
    return made


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def pairs_seen(client: Client, cup: Tournament, **headers: str) -> int:
    got = client.get(f"/api/v1/tournaments/{cup.slug}/pairs/", headers=headers)
    assert got.status_code == 200, got.content
    return len(got.json())


def test_an_organizer_sees_it_as_it_is_and_is_told_that_others_do_not(
    cup: Tournament, owner: Any
) -> None:
    client = signed_in(owner)
    assert pairs_seen(client, cup) == 1
    text = client.get(f"/t/{cup.slug}/pairs/").content.decode()
    assert "Getaria" in text
    assert "Everybody else sees it 3 minutes later." in text
    assert "Getaria" in client.get(reverse("organizer:entries", args=[cup.slug])).content.decode()


def test_nobody_and_an_organizer_of_another_one_see_it_as_it_stood(cup: Tournament) -> None:
    for client in (Client(), signed_in(account("miren"))):
        assert pairs_seen(client, cup) == 0
        text = client.get(f"/t/{cup.slug}/pairs/").content.decode()
        assert "Getaria" not in text
        assert "Shown with a delay of 3 minutes." in text


def test_tokens_of_the_api_are_officials_as_their_accounts_are(cup: Tournament, owner: Any) -> None:
    for user, pairs in ((owner, 1), (account("miren"), 0)):
        raw = tokens.make(user=user, name="mine")[1]
        assert pairs_seen(Client(), cup, authorization=f"Token {raw}") == pairs
    stranger = tokens.make(user=account("jon"), name="mine")[1]
    asked = {"authorization": f"Token {stranger}"}
    assert Client().get(f"/api/v1/tournaments/{cup.slug}/desk/", headers=asked).status_code == 403


def test_an_official_of_one_does_not_see_another_one_of_the_same_organizer_before_its_time(
    cup: Tournament, owner: Any
) -> None:
    """Whoever makes a tournament can add any account to its organizers, and enter any names."""
    mine = account("miren")
    bait = play.tournament(entered=4, drawn=True, owner=mine)
    watched = play.tournament(entered=4, drawn=True, owner=owner)
    for one in (bait, watched):
        tournaments.change(tournament_id=one.pk, actor=play.PROGRAM, delay_minutes=3)
    organizers.add(tournament_id=bait.pk, username="ane", actor=play.PROGRAM)
    play.win(play.match(watched, 1, 0))
    namesake = play.match(bait, 1, 0).pair_a
    met = f"/api/v1/tournaments/{bait.slug}/pairs/{namesake.pk}/meetings/"
    assert signed_in(mine).get(met).json()["rivals"] == []


def test_a_tables_tablet_sees_it_as_it_is(cup: Tournament) -> None:
    at = Table.objects.get(tournament=cup, number=1)
    raw = devices.join(token=join_token(at))[1]
    assert pairs_seen(Client(), cup, authorization=f"Device {raw}") == 1
    table = Client().get("/api/v1/table/", headers={"authorization": f"Device {raw}"})
    assert table.status_code == 200
    browser = Client()
    browser.post(f"/referee/join/{join_token(at)}/")
    assert pairs_seen(browser, cup) == 1


def test_the_big_screen_is_everybodys_whoever_opened_it(cup: Tournament, owner: Any) -> None:
    text = signed_in(owner).get(f"/t/{cup.slug}/tv/").content.decode()
    assert "Shown with a delay of 3 minutes." in text


def test_a_wrong_page_of_it_is_not_found_and_a_signed_in_reader_stays_signed_in(
    cup: Tournament,
) -> None:
    client = signed_in(account("miren"))
    assert client.get(f"/t/{cup.slug}/match/1/").status_code == 404
    assert "miren" in client.get(f"/t/{cup.slug}/").content.decode()


def test_every_exception_has_a_reason_and_an_address() -> None:
    from tests.publication.addresses import patterns

    names = {pattern.name for _route, pattern in patterns()}
    for among in (everybody.AS_NOW, everybody.FOR_OFFICIALS_TOO, everybody.OF_SEVERAL):
        for name, reason in among.items():
            assert name.partition(":")[2] in names
            assert reason


def test_without_a_delay_a_page_is_asked_once(owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = play.tournament(owner=owner)
    monkeypatch.setattr(everybody, "_told", None)  # it would be called for the second time
    assert Client().get(f"/t/{plain.slug}/").status_code == 200
    assert Client().get("/").status_code == 200
