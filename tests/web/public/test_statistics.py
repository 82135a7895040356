"""The pages of statistics."""

import re

import pytest
from django.urls import reverse

from tests.scoring import table
from tests.web.pages import read, words
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def match() -> Match:
    return table.a_match()


def test_before_the_first_hand_the_pages_say_so(client, match):
    assert "No statistics yet" in read(client, "statistics", match.tournament.slug)
    assert "No record yet" in read(client, "records", match.tournament.slug)


def test_every_bar_stands_beside_its_number(client, match):
    table.record(match, table.plain())
    table.record(match, table.win_for_a())
    html = read(client, "statistics", match.tournament.slug)
    for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL):
        if 'class="bar"' in row:
            assert re.search(r'<td class="number[^>]*>\d', row), row
    assert "1 · 1 · 1" in words(html)


def test_what_stands_out_leads_to_its_hand(client, match):
    table.record(match, table.plain(bets=table.seen("grande", 6)))
    where = reverse("public:replay", args=[match.tournament.slug, match.pk, 1, 1])
    for name in ("statistics", "records"):
        html = read(client, name, match.tournament.slug)
        assert "6 stones on one lance." in html
        assert f'href="{where}"' in html


def test_the_score_of_a_game_is_drawn_and_said(client, match):
    table.record(match, table.plain())
    table.record(match, table.plain())
    html = client.get(reverse("public:match", args=[match.tournament.slug, match.pk])).text
    assert re.search(r'role="img" aria-label="Score after each hand, [^"]+: 7 – 1, 14 – 2"', html)
