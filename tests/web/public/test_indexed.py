"""What search engines and shared links are told of the public pages."""

import json
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from tests.scoring import table
from tests.tournament import play

pytestmark = pytest.mark.django_db
DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>')


def page_of(client, name, tournament, *more):
    return client.get(reverse(f"public:{name}", args=[tournament.slug, *more])).text


def described(page):
    return unescape(re.search(r'<meta name="description" content="([^"]*)"', page)[1])


def event_in(page):
    return json.loads(DATA.search(page)[1])


def test_the_sitemap_has_every_tournament_but_rehearsals(client, settings):
    settings.PUBLIC_URL = "https://mus.example"
    shown = play.tournament(name="Shown")
    hidden = play.tournament(name="Tried out", is_rehearsal=True)
    answer = client.get("/sitemap.xml")
    assert answer["Content-Type"] == "application/xml"
    text = answer.text
    assert f"<loc>https://mus.example/t/{shown.slug}/</loc>" in text
    assert hidden.slug not in text


def test_every_address_of_the_sitemap_answers(client):
    play.tournament(entered=4, drawn=True)
    found = re.findall("<loc>([^<]+)</loc>", client.get("/sitemap.xml").text)
    assert len(found) == 6
    assert all(client.get(address).status_code == 200 for address in found)


def test_robots_are_sent_to_the_sitemap_and_kept_from_the_desk(client, settings):
    settings.PUBLIC_URL = "https://mus.example"
    lines = client.get("/robots.txt").text.splitlines()
    assert "Disallow: /organizer/" in lines
    assert "Disallow: /eu/organizer/" in lines
    assert "Sitemap: https://mus.example/sitemap.xml" in lines


def test_a_rehearsal_asks_not_to_be_indexed(client):
    asks = '<meta name="robots" content="noindex">'
    assert asks in page_of(client, "bracket", play.tournament(is_rehearsal=True))
    assert asks not in page_of(client, "bracket", play.tournament(name="Another"))


def test_pages_describe_what_they_are_of(client):
    tournament = play.play_out(play.tournament(entered=4, drawn=True, place="Zarautz"))
    final = play.match(tournament, 2, 0)
    winner = final.pair_a if final.winner == "A" else final.pair_b
    texts = [
        described(page_of(client, name, tournament, *more))
        for name, more in (
            ("bracket", ()),
            ("match", (final.pk,)),
            ("pair", (winner.number,)),
        )
    ]
    assert all("Zarautz" in text for text in texts)
    assert all(str(winner.player_1) in text for text in texts)
    assert len(set(texts)) == 3
    assert not any("<" in text for text in texts)


def test_the_bracket_is_a_sports_event(client, settings):
    settings.PUBLIC_URL = "https://mus.example"
    tournament = play.tournament(name="Rock </script> & Roll", place="Zarautz")
    page = page_of(client, "bracket", tournament)
    assert "Rock </script>" not in page
    event = event_in(page)
    assert event["@type"] == "SportsEvent"
    assert event["name"] == "Rock </script> & Roll"
    assert event["url"] == f"https://mus.example/t/{tournament.slug}/"
    assert event["location"]["name"] == "Zarautz"


def test_a_match_is_an_event_of_its_tournament(client):
    match = table.a_match()
    event = event_in(page_of(client, "match", match.tournament, match.pk))
    assert event["superEvent"]["name"] == match.tournament.name
    assert len(event["competitor"]) == 2


def shared(page):
    """The address that the page's share button shares, and where it leads without script."""
    link = unescape(re.search(r'<a[^>]* data-share="[^"]*"[^>]*>', page)[0])
    address = re.search(r'data-share="([^"]*)"', link)[1]
    return address, parse_qs(urlsplit(re.search(r'href="([^"]*)"', link)[1]).query)["text"][0]


def test_bracket_match_hand_and_pair_have_a_share_button(client, settings):
    settings.PUBLIC_URL = "https://mus.example"
    match = table.a_match()
    table.record(match, table.plain())
    number = match.pair_a.number
    for name, more in (
        ("bracket", ()),
        ("match", (match.pk,)),
        ("hand", (match.pk, 1, 1)),
        ("pair", (number,)),
    ):
        path = reverse(f"public:{name}", args=[match.tournament.slug, *more])
        address, text = shared(client.get(path).text)
        assert address == f"https://mus.example{path}"
        assert text.endswith(f" {address}")


def test_a_finished_bracket_shares_its_champion(client):
    tournament = play.play_out(play.tournament(entered=4, drawn=True))
    final = play.match(tournament, 2, 0)
    winner = final.pair_a if final.winner == "A" else final.pair_b
    _address, text = shared(page_of(client, "bracket", tournament))
    assert text.startswith(str(winner.player_1))
