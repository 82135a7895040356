"""The list of those who look for a partner, and a player's own page behind its link."""

import pytest
from django.urls import reverse

from tests.tournament.play import PROGRAM, tournament
from tournament.signup.models import SignUp, Single
from tournament.signup.services import desk as sign_up_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(in_english):
    made = tournament(entered=1)
    sign_up_desk.set_terms(
        tournament_id=made.pk, is_open=True, cap=None, fee="", note="", actor=PROGRAM
    )
    return made


@pytest.fixture
def page(cup):
    return reverse("pair:partner", args=[cup.slug])


def comes(client, page, player, **fields):
    """Puts a player on the list; returns the address of the player's own page."""
    return client.post(page, {"player": player, "phone": "600", "website": "", **fields}).url


def test_two_players_find_each_other_by_their_pages(client, cup, page):
    assert page in client.get(reverse("pair:sign_up", args=[cup.slug])).text
    deba = comes(client, page, "Deba", note="Plays slowly")
    html = client.get(page).text
    assert "Plays slowly" in html
    assert "600" not in html
    orio = comes(client, page, "Orio")
    whom = Single.objects.get(player="Deba").pk
    client.post(f"{orio}ask/", {"whom": whom})
    assert "You have asked Deba." in client.get(orio).text
    assert "<strong>Orio</strong> would like to play with you." in client.get(deba).text
    client.post(f"{deba}ask/", {"whom": Single.objects.get(player="Orio").pk, "yes": "1"})
    made = SignUp.objects.get()
    assert made.name == "Deba – Orio"
    assert "You are signed up: Deba – Orio." in client.get(orio).text


def test_what_is_wrong_is_said_and_nothing_is_lost(client, page):
    response = client.post(page, {"player": "Deba", "note": "Plays slowly", "website": ""})
    assert response.status_code == 400
    html = response.text
    assert "Leave a phone number or an e-mail address" in html
    assert "Plays slowly" in html
    assert client.post(page, {"player": "Deba", "website": "x"}).status_code == 400
    assert not Single.objects.exists()


@pytest.mark.parametrize("whom", ["", "x", "0", "9" * 30, "-1"])
def test_nonsense_asks_nobody(client, page, whom):
    own = comes(client, page, "Deba")
    response = client.post(f"{own}ask/", {"whom": whom}, follow=True)
    assert response.status_code == 200
    assert "Choose somebody else." in response.text


def test_a_wrong_link_opens_nothing(client, page):
    own = comes(client, page, "Deba")
    for link in (f"{own[:-2]}x/", "/partner/1:x/", "/partner/x/"):
        assert client.get(link).status_code == 404


def test_a_player_leaves_the_list(client, page):
    own = comes(client, page, "Deba")
    client.post(f"{own}leave/")
    assert "You are no longer looking for a partner." in client.get(own).text
    assert "Deba" not in client.get(page).text


def test_closed_it_offers_no_form(client, cup, page):
    sign_up_desk.set_terms(
        tournament_id=cup.pk, is_open=False, cap=None, fee="", note="", actor=PROGRAM
    )
    html = client.get(page).text
    assert "Sign-up is closed" in html
    assert 'name="player"' not in html
