"""The acts on the whole room, and their ways back at the desk."""

import re

import pytest

from tournament.log.models import Event
from tournament.matches.models import Match
from web.organizer import moved


@pytest.fixture
def given(desk, at, drawn):
    """The number by which the tables given out are taken back."""
    desk.post(at("assign_free", drawn.slug))
    return Event.objects.get(kind="tables.assigned").number


def test_the_desk_takes_the_tables_back_by_one_press(desk, at, drawn, given):
    where = at("undo_act", drawn.slug, given)
    assert f'href="{where}"' in desk.get(at("desk", drawn.slug)).text
    said = desk.post(where, follow=True).text
    assert "Undone." in said
    assert where not in said
    assert not Match.objects.filter(table__isnull=False).exists()


def test_the_desk_says_what_begins_anew_and_takes_it_back(desk, at, drawn, given):
    desk.post(at("start_called", drawn.slug))
    first = Event.objects.filter(kind="match.started").earliest("number").number
    last = Event.objects.filter(kind="match.started").latest("number").number
    where = at("undo_act", drawn.slug, last)
    page = desk.get(at("desk", drawn.slug)).text
    assert f'href="{where}"' in page
    begun = Match.objects.filter(status="playing").count()
    assert begun == 1 or f"{begun} matches begun together" in page
    assert first <= last
    assert desk.post(where).url == at("desk", drawn.slug)
    assert not Match.objects.filter(status="playing").exists()
    assert desk.get(at("undo_act", drawn.slug, 1)).status_code == 404


@pytest.mark.parametrize("address", moved.ADDRESSES)
def test_a_page_of_before_that_took_one_kind_of_act_back_leads_to_done_last(
    desk, at, drawn, given, address
):
    old = at("desk", drawn.slug) + re.sub("<[^>]*>", "1", address)
    told = Event.objects.count()
    for answer in (desk.get(old), desk.post(old)):
        assert answer.url == at("desk", drawn.slug) + "#latest"
    assert 'id="latest"' in desk.get(at("desk", drawn.slug)).text
    assert Event.objects.count() == told
