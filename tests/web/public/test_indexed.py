"""What search engines and shared links are told of the public pages."""

import json
import re
from datetime import datetime
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from tests.scoring import table
from tests.tournament import play
from tournament.log.models import Event
from tournament.signup.services import desk as sign_up_desk

pytestmark = pytest.mark.django_db
DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>')


def page_of(client, name, tournament, *more):
    return client.get(reverse(f"public:{name}", args=[tournament.slug, *more])).text


def described(page):
    return unescape(re.search(r'<meta name="description" content="([^"]*)"', page)[1])


def event_in(page):
    return json.loads(DATA.search(page)[1])


def addresses_in(client, address):
    """The addresses of a sitemap, or of an index of sitemaps, with their days of change."""
    text = client.get(address).text
    return re.findall(r"<loc>([^<]+)</loc>(?:<lastmod>([^<]+)</lastmod>)?", text)


def test_the_sitemap_has_every_tournament_but_rehearsals(client, settings):
    settings.PUBLIC_URL = "https://mus.example"
    shown = play.tournament(name="Shown")
    hidden = play.tournament(name="Tried out", is_rehearsal=True)
    answer = client.get("/sitemap.xml")
    assert answer["Content-Type"] == "application/xml"
    assert f"<loc>https://mus.example/t/{shown.slug}/sitemap.xml</loc>" in answer.text
    assert hidden.slug not in answer.text
    assert addresses_in(client, f"/t/{hidden.slug}/sitemap.xml") == []


def test_every_address_of_the_sitemaps_answers(client):
    play.tournament(entered=4, drawn=True)
    parts = [address for address, _at in addresses_in(client, "/sitemap.xml")]
    found = [address for part in parts for address, _at in addresses_in(client, part)]
    assert len(found) == len(set(found)) == 1 + 5 + 4 + 2  # home, pages, pairs, matches
    assert all(client.get(address).status_code == 200 for address in found)


def test_a_sitemap_says_when_a_match_changed_last(client):
    tournament = play.tournament(entered=4, drawn=True)
    first, second = (play.match(tournament, 1, slot) for slot in (0, 1))
    for match in (first, second):
        play.start(match)
    table.record(table.read(second), table.plain())
    last = dict(addresses_in(client, f"/t/{tournament.slug}/sitemap.xml"))
    at = {one.kind: one.at for one in Event.objects.filter(tournament=tournament)}
    page = f"http://testserver/t/{tournament.slug}"
    assert datetime.fromisoformat(last[f"{page}/match/{second.pk}/"]) == at["hand.recorded"]
    assert last[f"{page}/match/{first.pk}/"] < last[f"{page}/match/{second.pk}/"]
    assert last[f"{page}/standings/"] == last[f"{page}/match/{second.pk}/"]


PAGES = (
    "bracket", "standings", "now", "consolation", "pairs", "statistics", "rules", "log", "draw",
    "prizes", "match-days", "proof", "share",
)  # fmt: skip


def test_every_kind_of_page_has_its_own_title_description_address_and_picture(client, settings):
    settings.PUBLIC_URL = "https://mus.example"
    match = table.a_match()
    table.record(match, table.plain())
    tournament = match.tournament
    of_match = [match.pk, 1, 1]
    kinds = [(name, []) for name in PAGES]
    kinds += [("pair", [match.pair_a.number]), ("match", [match.pk]), ("hand", of_match)]
    kinds += [("replay-step", [*of_match, 2]), ("event", [1]), ("match-share", [match.pk])]
    seen = {"title": [], "og:title": [], "description": []}
    for name, of in kinds:
        page = page_of(client, name, tournament, *of)
        path = reverse(f"public:{name}", args=[tournament.slug, *of])
        assert f'<link rel="canonical" href="https://mus.example{path}">' in page
        assert f'<meta property="og:url" content="https://mus.example{path}">' in page
        title = re.search(r"<title[^>]*>(.*?)</title>", page, re.DOTALL)[1]
        seen["title"].append(title.split())
        seen["og:title"].append(re.search(r'og:title" content="([^"]+)"', page)[1])
        seen["description"].append(described(page).split())
        picture = re.search(r'og:image" content="https://mus.example([^"]+)"', page)[1]
        wanted = {
            "match": f"match/{match.pk}/picture.png",
            "pair": f"match/{match.pk}/picture.png",
            "hand": "hand/1/1/picture.png",
            "replay-step": "replay/2/picture.png",
        }
        assert picture.endswith(wanted.get(name, "picture.png")), name
    assert len({tuple(one) for one in seen["title"]}) == len(kinds)
    assert len({tuple(one) for one in seen["description"]}) == len(kinds)
    # A hand is shared by one name, replayed or not; so are a match and an event of the log.
    assert len(set(seen["og:title"])) == len(kinds) - 3


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


def test_an_entry_is_an_offer_and_a_champion_has_an_award(client):
    tournament = play.tournament(place="Zarautz")
    sign_up_desk.set_terms(
        tournament_id=tournament.pk, is_open=True, cap=None, fee="20 €", note="", actor=play.PROGRAM
    )
    said = event_in(page_of(client, "bracket", tournament))["offers"]
    assert (said["price"], said["priceCurrency"]) == ("20", "EUR")
    assert said["url"].endswith(f"/t/{tournament.slug}/sign-up/")
    over = play.play_out(play.tournament(name="Over", entered=4, drawn=True))
    event = event_in(page_of(client, "bracket", over))
    assert "offers" not in event
    (champion,) = event["competitor"]
    assert champion["award"] == "Campeones"
