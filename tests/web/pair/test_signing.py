"""Signing up on the page for pairs, and the pair's own page behind its link."""

import pytest
from django.urls import reverse

from tests.tournament.play import PROGRAM, tournament
from tournament.entries.models import Pair
from tournament.signup.models import SignUp
from tournament.signup.queries import link_of
from tournament.signup.services import desk as sign_up_desk
from web.pair.signing import BY_ONE_PAIR

pytestmark = pytest.mark.django_db
TWO = {"player_1": "Deba", "player_2": "Mutriku", "club": "", "phone": "600", "website": ""}


@pytest.fixture
def cup(in_english):
    made = tournament(entered=1)
    sign_up_desk.set_terms(
        tournament_id=made.pk, is_open=True, cap=2, fee="20 €", note="Bring cards", actor=PROGRAM
    )
    return made


@pytest.fixture
def page(cup):
    return reverse("pair:sign_up", args=[cup.slug])


def test_a_pair_signs_up_and_comes_to_its_own_page(client, page):
    html = client.get(page).text
    for said in ("Fee: 20 €", "1 place is left.", "Bring cards"):
        assert said in html
    response = client.post(page, TWO)
    made = SignUp.objects.get()
    assert response.url == reverse("pair:own", args=[link_of(made)])
    html = client.get(response.url).text
    assert "You are in, with number 2." in html
    assert 'value="600"' in html


def test_when_all_places_are_taken_it_says_that_one_will_wait(client, page):
    client.post(page, TWO)
    assert "you will be on the waiting list" in client.get(page).text
    response = client.post(page, {**TWO, "player_1": "Eibar", "player_2": "Ermua"})
    assert "You are the first on the waiting list" in client.get(response.url).text


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(client, page):
    response = client.post(page, {**TWO, "phone": "", "player_2": ""})
    assert response.status_code == 400
    assert 'value="Deba"' in response.text
    assert not SignUp.objects.exists()


def test_a_program_that_fills_in_everything_is_not_entered(client, page):
    assert client.post(page, {**TWO, "website": "http://spam"}).status_code == 400
    assert not SignUp.objects.exists()


def test_closed_it_offers_no_form(client, cup, page):
    sign_up_desk.set_terms(
        tournament_id=cup.pk, is_open=False, cap=None, fee="", note="", actor=PROGRAM
    )
    html = client.get(page).text
    assert "Sign-up is closed" in html
    assert "player_1" not in html
    assert client.post(page, TWO).status_code == 400


def test_the_public_page_leads_there_while_it_is_open(client, cup, page):
    pairs = reverse("public:pairs", args=[cup.slug])
    assert page in client.get(pairs).text
    sign_up_desk.set_terms(
        tournament_id=cup.pk, is_open=False, cap=None, fee="", note="", actor=PROGRAM
    )
    assert page not in client.get(pairs).text


def test_a_pair_changes_and_withdraws_by_itself(client, page):
    own = client.post(page, TWO).url
    client.post(own, {**TWO, "player_1": "Deba I"})
    assert Pair.objects.get(number=2).player_1 == "Deba I"
    leave = own + "withdraw/"
    assert "will not play" in client.get(leave).text
    client.post(leave)
    assert Pair.objects.get(number=2).status == "withdrawn"
    assert "You have withdrawn." in client.get(own).text


def test_a_link_that_was_never_given_is_a_404(client, cup):
    for name in ("pair:own", "pair:withdraw"):
        assert client.get(reverse(name, args=["1.1:x"])).status_code == 404


def test_a_pair_changes_itself_so_often_in_an_hour(client, page):
    """Each change of its names is a line of the log."""
    own = client.post(page, TWO).url
    answers = [
        client.post(own, {**TWO, "club": f"Kaia {n}"}).status_code
        for n in range(BY_ONE_PAIR.most + 1)
    ]
    assert answers == [302] * BY_ONE_PAIR.most + [429]


@pytest.mark.long
def test_a_room_of_pairs_signs_up_behind_one_address_and_a_flood_is_stopped(client, page):
    names = [{**TWO, "player_1": f"Orio {n}", "player_2": f"Elgoibar {n}"} for n in range(500, 601)]
    answers = [client.post(page, pair).status_code for pair in names]
    assert answers == [302] * 100 + [429]
