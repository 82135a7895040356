"""Prizes and timetable written at the desk and read everywhere."""

import json
import re

import pytest
from django.urls import reverse

from tests.tournament import play
from tests.web.pages import read, words
from tournament.championship.queries.tournaments import get_public
from tournament.championship.rules import Prize, TimetableLine
from tournament.log.models import Event
from web.public.pictures import drawing_of_whole

pytestmark = pytest.mark.django_db

WRITTEN = {
    "places": "1: 600 € and <b>two</b> txapelas\n\n2º) 300 €\n3-4. a ham",
    "consolation": "1: a cheese",
    "text": "Dinner for everybody",
    "timetable": "16:00 Draw\n9:30 Breakfast\n2. 10:00 Final",
}


@pytest.fixture
def cup(arizkun):
    return play.tournament(entered=4, owner=arizkun)


def page_of(cup):
    return reverse("organizer:prizes", args=[cup.slug])


def test_they_are_written_as_on_a_poster_and_written_back_so(desk, cup):
    assert desk.post(page_of(cup), WRITTEN).status_code == 302
    prizes = get_public(slug=cup.slug).prizes
    assert prizes.places == (
        Prize(1, 1, "600 € and <b>two</b> txapelas"),
        Prize(2, 2, "300 €"),
        Prize(3, 4, "a ham"),
    )
    assert prizes.timetable == (
        TimetableLine(1, "09:30", "Breakfast"),
        TimetableLine(1, "16:00", "Draw"),
        TimetableLine(2, "10:00", "Final"),
    )
    page = desk.get(page_of(cup)).text
    assert "3–4: a ham" in page
    assert "2. 10:00 Final" in page
    shown = re.findall(r"<textarea[^>]*name=\"places\"[^>]*>([^<]*)</textarea>", page)[0]
    again = shown.strip().replace("&lt;", "<").replace("&gt;", ">")
    desk.post(page_of(cup), {**WRITTEN, "places": again})
    assert get_public(slug=cup.slug).prizes == prizes


def test_everybody_reads_them_with_what_was_written_as_text(desk, client, cup):
    desk.post(page_of(cup), WRITTEN)
    for name in ("prizes", "bracket", "tv"):
        page = read(client, name, cup.slug)
        assert "600 € and &lt;b&gt;two&lt;/b&gt; txapelas" in page, name
        assert "<b>two</b>" not in page, name
        assert "3–4 a ham" in words(page), name
        assert "16:00 Draw" in words(page), name
    assert reverse("public:prizes", args=[cup.slug]) in read(client, "rules", cup.slug)
    picture = drawing_of_whole(get_public(slug=cup.slug))
    assert "1: 600 € and &lt;b&gt;two&lt;/b&gt; txapelas" in picture


def test_search_engines_read_the_prizes_and_the_parts_of_the_day(desk, client, cup):
    desk.post(page_of(cup), WRITTEN)
    page = read(client, "prizes", cup.slug)
    told = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)[0]
    assert "<b>" not in told
    event = json.loads(told)
    assert event["description"].startswith("1: 600 € and <b>two</b> txapelas · 2: 300 €")
    assert [part["name"] for part in event["subEvent"]] == ["Breakfast", "Draw", "Final"]
    start = get_public(slug=cup.slug).starts_at
    assert event["subEvent"][0]["startDate"][:10] == start.isoformat()[:10]


def test_a_line_that_cannot_be_read_is_named_and_nothing_changes(desk, cup):
    answer = desk.post(page_of(cup), {**WRITTEN, "places": "1: 600 €\n600 €", "timetable": "late"})
    assert answer.status_code == 400
    assert "Line 2 cannot be read" in answer.text
    assert "Line 1 cannot be read" in answer.text
    assert get_public(slug=cup.slug).prizes.is_empty


def test_what_the_service_refuses_stands_at_its_field(desk, cup):
    answer = desk.post(page_of(cup), {**WRITTEN, "places": "2: 300 €\n1: 600 €"})
    assert answer.status_code == 400
    assert "goes as far as place 2" in answer.text


def test_an_announcement_is_undone_from_the_desk(desk, cup):
    desk.post(page_of(cup), WRITTEN)
    event = Event.objects.get(tournament=cup, kind="prizes.set").number
    undone = desk.post(reverse("organizer:undo_act", args=[cup.slug, event]), {"event": event})
    assert undone.status_code == 302
    assert get_public(slug=cup.slug).prizes.is_empty


def test_before_anything_is_announced_the_page_says_so_and_no_page_links_to_it(client, cup):
    assert "Nothing announced yet" in read(client, "prizes", cup.slug)
    assert reverse("public:prizes", args=[cup.slug]) not in read(client, "rules", cup.slug)
