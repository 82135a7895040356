"""Two desks mend the same pair: neither takes back in silence what the other has just done."""

import html
import re

import pytest

from tests.tournament import play
from tournament.entries.models import Pair
from tournament.entries.services import pairs
from tournament.errors import Conflict
from tournament.log.models import Event

pytestmark = pytest.mark.django_db


def shown(page):
    """Every field of the form, as a browser would send it back."""
    given = dict(
        re.findall(r'<input type="(?:text|hidden)" name="(\w+)"(?: value="([^"]*)")?', page)
    )
    return {
        name: html.unescape(value)
        for name, value in given.items()
        if name in pairs.FIELDS or name.startswith("seen_")
    }


@pytest.fixture
def address(at, entered):
    return at("change_pair", entered.slug, 1)


def test_a_field_that_was_left_as_it_was_takes_nothing_from_the_other_desk(desk, address):
    one, other = shown(desk.get(address).text), shown(desk.get(address).text)
    assert set(one) == {*pairs.FIELDS, *(f"seen_{name}" for name in pairs.FIELDS)}
    assert desk.post(address, {**one, "player_1": "Lezo"}).status_code == 302
    assert desk.post(address, {**other, "club": "Aia"}).status_code == 302
    pair = Pair.objects.get(number=1)
    assert (pair.player_1, pair.club) == ("Lezo", "Aia")


def test_who_mends_the_same_name_is_told_what_it_is_now_and_loses_nothing_typed(desk, address):
    one, other = shown(desk.get(address).text), shown(desk.get(address).text)
    desk.post(address, {**one, "player_1": "Lezo", "contact": "Lezo 1"})
    events = Event.objects.count()
    late = desk.post(address, {**other, "player_1": "Deba"})
    assert late.status_code == 409
    assert "Lezo and" in late.text
    assert Event.objects.count() == events

    again = shown(late.text)
    assert (again["player_1"], again["seen_player_1"]) == ("Deba", "Lezo")
    assert again["contact"] == "Lezo 1", "what was not typed is shown as it is now"
    assert desk.post(address, again).status_code == 302
    pair = Pair.objects.get(number=1)
    assert (pair.player_1, pair.contact) == ("Deba", "Lezo 1")


def test_who_mends_a_name_as_the_other_desk_has_is_refused_nothing(desk, address):
    one, other = shown(desk.get(address).text), shown(desk.get(address).text)
    desk.post(address, {**one, "player_1": "Lezo"})
    assert desk.post(address, {**other, "player_1": "Lezo"}).status_code == 302


def test_a_service_that_is_told_what_was_seen_says_who_is_in_the_pair_now(entered):
    pair = Pair.objects.get(number=1)
    with pytest.raises(Conflict) as refused:
        pairs.change(
            pair_id=pair.pk, actor=play.PROGRAM, seen={"player_2": "Orio"}, player_2="Deba"
        )
    assert [(one.field, one.code) for one in refused.value.problems] == [
        ("player_2", "changed_meanwhile")
    ]
    assert refused.value.current["player_2"] == pair.player_2
