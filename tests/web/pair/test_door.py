"""Check-in: a pair marks itself as arrived."""

import pytest
from django.urls import reverse

from tests.tournament.play import PROGRAM, tournament
from tournament.arrivals.models import Arrival
from tournament.arrivals.queries import door_code
from tournament.entries.services import pairs

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return tournament(entered=3)


@pytest.fixture
def door(cup, in_english):
    return reverse("pair:here", args=[cup.slug, door_code(tournament_id=cup.pk)])


def test_a_pair_taps_its_name_and_is_here(client, door):
    assert "Getaria 2 – Orio 2" in client.get(door).text
    assert client.post(door, {"number": 2}).url == door
    html = client.get(door).text
    assert "You are here" in html
    assert "Getaria 2 – Orio 2" not in html
    assert Arrival.objects.get().pair.number == 2


def test_another_code_opens_nothing(client, cup, door):
    wrong = reverse("pair:here", args=[cup.slug, "0" * 16])
    assert client.get(wrong).status_code == 404
    assert client.post(wrong, {"number": 1}).status_code == 404
    assert client.delete(door).status_code == 405


def test_a_number_nobody_has_is_refused_with_words(client, door):
    assert client.post(door, {"number": 99}).status_code in (302, 404)
    assert client.post(door, {"number": "x"}).status_code == 400


def test_no_contact_stands_on_the_door(client, door):
    assert "phone" not in client.get(door).text


def test_a_club_or_a_player_alone_taps_a_name(client, in_english):
    fields = {
        "clubs": {"settings": {"entrants": "clubs"}},
        "players": {"regulation": "short-rules"},
    }
    for entrants, more in fields.items():
        day = tournament(name=f"Cup of {entrants}", **more)
        pairs.enter_list(tournament_id=day.pk, text="Kaia\nLezo", actor=PROGRAM)
        door = reverse("pair:here", args=[day.slug, door_code(tournament_id=day.pk)])
        client.post(door, {"number": 2})
        page = client.get(door).text
        assert "Tap your name" in page
        assert "1 is here already." in page
