"""Every step of a hand has an address, and can be followed by links alone."""

import re

import pytest
from django.urls import reverse

from scoring.explain.queries import hands
from tests.scoring import table
from tests.web.pages import words
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def match() -> Match:
    found = table.a_match()
    table.record(found, table.plain(bets=table.seen("grande", 4)))
    table.record(found, table.plain())
    return found


def address(match: Match, *step: int, number: int = 1) -> str:
    name = "replay-step" if step else "replay"
    return reverse(f"public:{name}", args=[match.tournament.slug, match.pk, 1, number, *step])


def test_a_match_tells_what_was_said_and_leads_to_its_replay(client, match):
    html = client.get(reverse("public:match", args=[match.tournament.slug, match.pk])).text
    assert f"{match.pair_a.name} bets 4." in words(html)
    assert f'href="{address(match)}"' in html
    assert '<h3 class="hand__number">Hand 2</h3>' in html


def test_links_lead_from_the_first_step_to_the_last_and_on_to_the_next_hand(client, match):
    path, seen = address(match), 0
    while True:
        html, seen = client.get(path).text, seen + 1
        found = re.search(r'data-go="on" href="([^"]+)"', html)
        if found is None:
            break
        path = found[1]
    assert seen == html.count("data-step=")
    assert f'href="{address(match, number=2)}"' in html


def test_a_step_says_what_happens_and_the_score_then(client, match):
    html = client.get(address(match, 2)).text
    assert f"{match.pair_a.name} bets 4." in words(html)
    assert 'aria-current="step"' in html
    assert "data-shown>" not in html.split("data-now")[0]


def test_a_replay_costs_as_much_as_its_match_and_one_statement_for_its_chances(
    client, match, django_assert_num_queries
):
    with django_assert_num_queries(6 + 2):  # two of what the events since the last page touched
        client.get(picture(match, 3))
    hands.page_cache.clear()
    with django_assert_num_queries(6 + 1 + 1):  # and one for the pauses
        assert client.get(address(match, 3)).status_code == 200


def picture(match: Match, step: int) -> str:
    return reverse("public:replay-picture", args=[match.tournament.slug, match.pk, 1, 1, step])


def test_each_step_brings_a_picture_along_where_it_is_shared(client, match):
    html = client.get(address(match, 2)).text
    assert f'property="og:image" content="{picture(match, 2)}"' in html.replace(
        "http://testserver", ""
    )
    first, last = (client.get(picture(match, step)) for step in (2, html.count("data-step=")))
    for answer in (first, last):
        assert answer["Content-Type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")
    assert first.content != last.content
