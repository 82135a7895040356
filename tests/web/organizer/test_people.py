"""Organizers adding and taking away organizers."""

import pytest
from django.contrib.auth.models import User

from tournament.championship.models import Role
from tournament.championship.services import organizers
from tournament.log.models import Event


@pytest.fixture
def leitza(db):
    return User.objects.create_user("leitza")


def test_an_account_is_added_in_the_role_that_is_chosen(desk, at, drawn, leitza):
    assert '<select name="role"' in desk.get(at("people", drawn.slug)).text
    desk.post(at("add_person", drawn.slug), {"username": "leitza", "role": "desk"})
    assert Role.objects.get(user=leitza).role == "desk"
    told = Event.objects.filter(tournament_id=drawn.id).latest("number")
    assert told.data == {"organizer": "leitza", "role": "desk"}


def test_the_last_organizer_stays(desk, at, drawn, arizkun):
    html = desk.get(at("people", drawn.slug)).text
    assert at("remove_person", drawn.slug, arizkun.pk) not in html
    response = desk.post(at("remove_person", drawn.slug, arizkun.pk))
    assert response.status_code == 400
    assert "needs an organizer" in response.text


def test_who_takes_themselves_away_is_warned_and_led_out(desk, at, drawn, arizkun, leitza):
    desk.post(at("add_person", drawn.slug), {"username": "leitza", "role": "owner"})
    where = at("remove_person", drawn.slug, arizkun.pk)
    assert "This is you" in desk.get(where).text
    assert desk.post(where).url == at("mine")
    assert desk.get(at("desk", drawn.slug)).status_code == 404


def test_a_role_is_chosen_beside_the_name(desk, at, empty, arizkun, actor, leitza):
    organizers.add(tournament_id=empty.id, username="leitza", actor=actor)
    page = at("people", empty.slug)
    assert desk.post(at("set_role", empty.slug, leitza.pk), {"role": "referee"}).url == page
    assert '<option value="referee" selected>' in desk.get(page).text
    desk.post(at("set_role", empty.slug, arizkun.pk), {"role": "desk"})
    assert "A tournament needs an owner" in desk.get(page).text
    assert desk.post(at("set_role", empty.slug, 999), {"role": "desk"}).status_code == 404
