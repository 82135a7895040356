"""What leaves the site: pictures, frames, calendars, feeds, tables."""

import csv
import json
import re
from html import unescape
from io import StringIO
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from django.utils.translation import override
from icalendar import Calendar

from tests.scoring import table
from tests.tournament import play
from tournament.championship.queries.tournaments import get_public
from tournament.entries.models import Pair
from tournament.log.models import Event
from web.files import harmless
from web.public.pictures import drawing_of_whole, lines

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n"


def played(**fields):
    return play.play_out(play.tournament(entered=4, drawn=True, place="Zarautz", **fields))


@pytest.fixture
def tournament():
    return played()


def got(client, name, tournament, *more):
    response = client.get(reverse(f"public:{name}", args=[tournament.slug, *more]))
    assert response.status_code == 200
    return response


@pytest.mark.parametrize("entered", [0, 4])
def test_a_tournament_has_a_picture_for_its_links(client, entered):
    tournament = play.tournament(entered=entered)
    response = got(client, "picture", tournament)
    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(PNG)


def test_a_champion_and_a_match_have_theirs(tournament, client):
    final = play.match(tournament, 2, 0)
    pictures = {
        got(client, "picture", tournament).content,
        got(client, "match-picture", tournament, final.pk).content,
        got(client, "match-picture", tournament, play.match(tournament, 1, 0).pk).content,
    }
    assert len(pictures) == 3
    assert all(one.startswith(PNG) for one in pictures)


def test_a_name_with_signs_of_xml_makes_a_picture_too(client):
    tournament = play.tournament(name="Rock & <Roll>")
    assert got(client, "picture", tournament).content.startswith(PNG)


def test_the_lines_of_a_picture_begin_with_players():
    assert lines("Bera Iparra – Bera Hegoa", 22) == ["Bera Iparra –", "Bera Hegoa"]
    assert lines("Getaria 2026", 24) == ["Getaria 2026"]
    assert len(lines("word " * 60, 20)) == 3


def test_pages_name_the_picture_and_the_feed_by_the_public_address(tournament, client, settings):
    settings.PUBLIC_URL = "https://mus.example"
    page = got(client, "bracket", tournament).text
    assert f'content="https://mus.example/t/{tournament.slug}/picture.png"' in page
    assert "results.atom" in page


def test_only_the_pages_made_for_frames_may_be_framed(tournament, client):
    final = play.match(tournament, 2, 0)
    for name, more in (("embed", ()), ("match-embed", (final.pk,))):
        framed = got(client, name, tournament, *more)
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert "script-src 'self'" in framed["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed
    for name, more in (("bracket", ()), ("now", ()), ("share", ()), ("match", (final.pk,))):
        kept = got(client, name, tournament, *more)
        assert "frame-ancestors 'none'" in kept["Content-Security-Policy"]
        assert kept["X-Frame-Options"] == "DENY"


def test_a_frame_has_the_bracket_or_the_match_and_opens_its_links_outside(client):
    match = table.a_match()
    whole = got(client, "embed", match.tournament).text
    one = got(client, "match-embed", match.tournament, match.pk).text
    assert whole.count("bracket__round") > one.count("bracket__round") == 0
    for page in (whole, one):
        assert '<base target="_blank">' in page
        assert "<nav" not in page


def test_the_line_to_paste_is_whole(tournament, client):
    page = got(client, "share", tournament).text
    line = re.search(r"<iframe src=\"([^\"]+)\"", unescape(page))
    assert line[1] == f"http://testserver/t/{tournament.slug}/embed/"


def test_the_line_to_paste_has_a_script_that_every_site_may_load(tournament, client):
    page = unescape(got(client, "share", tournament).text)
    script = client.get(re.search(r'<script async src="http://testserver([^"]+)"', page)[1])
    assert script["Content-Type"].startswith("text/javascript")
    assert "Cross-Origin-Resource-Policy" not in script
    assert "Set-Cookie" not in script


@pytest.mark.parametrize("name", ["share", "match-share"])
def test_the_line_to_paste_has_the_appearance_and_language_that_are_chosen(
    tournament, client, name
):
    final = tournament.matches.latest("round")
    more = [final.pk] if name == "match-share" else []
    where = reverse(f"public:{name}", args=[tournament.slug, *more])
    page = client.get(where, {"theme": "dark", "language": "eu"}).text
    frame = re.search(r"<iframe src=\"http://testserver([^\"]+)\"", unescape(page))[1]
    shown = client.get(frame).text
    assert '<html lang="eu" data-theme="dark">' in shown
    assert '<option value="dark" selected>' in page


@pytest.mark.parametrize("theme", ["", "purple", "auto", "x" * 100])
def test_an_appearance_that_nobody_knows_is_the_readers_own(client, theme):
    frame = reverse("public:embed", args=[played().slug])
    assert 'data-theme="auto"' in client.get(frame, {"theme": theme}).text


def test_a_match_has_its_own_line_to_paste_and_its_page_leads_there(client):
    tournament = play.tournament(entered=4, drawn=True)
    match = play.match(tournament, 1, 0)
    Pair.objects.filter(pk=match.pair_a_id).update(player_1='Jon "Txo" Oria')
    where = reverse("public:match-share", args=[tournament.slug, match.pk])
    assert f'href="{where}"' in got(client, "match", tournament, match.pk).text
    page = got(client, "match-share", tournament, match.pk).text
    code = re.search(r"&lt;iframe.*&lt;/iframe&gt;", page)
    frame = re.search(r'<iframe src="([^"]*)" title="([^"]*)"', unescape(code[0]))
    assert frame[1] == f"http://testserver/t/{tournament.slug}/match/{match.pk}/embed/"
    assert 'Jon "Txo" Oria' in unescape(frame[2])
    assert client.get(frame[1]).status_code == 200


def test_results_are_a_table_for_spreadsheets_and_programs_alike(tournament, client):
    sheet = got(client, "results-csv", tournament)
    rows = list(csv.DictReader(StringIO(sheet.content.decode("utf-8-sig"))))
    told = json.loads(got(client, "results-json", tournament).content)["results"]
    assert [row["match"] for row in rows] == [row["match"] for row in told] == ["1.1", "1.2", "2.1"]
    assert [int(row["games_a"]) for row in rows] == [row["games_a"] for row in told]
    assert sheet["Content-Disposition"] == f'attachment; filename="{tournament.slug}-results.csv"'


def test_no_cell_of_a_spreadsheet_is_taken_for_a_formula(tournament, client):
    Pair.objects.filter(tournament=tournament, number=1).update(player_1="=1+1")
    assert harmless("=1+1") == "'=1+1"
    assert harmless("＝1+1") == "'＝1+1"
    assert harmless("Ane") == "Ane"
    assert harmless(-3) == -3
    assert b",=1+1" not in got(client, "results-csv", tournament).content


def test_the_feed_has_the_newest_result_first_with_whole_addresses(tournament, client):
    feed = ElementTree.fromstring(got(client, "feed", tournament).content)
    space = {"a": "http://www.w3.org/2005/Atom"}
    assert feed.findtext("a:author/a:name", namespaces=space) == tournament.name
    entries = feed.findall("a:entry", space)
    links = [entry.find("a:link", space).get("href") for entry in entries]
    assert len(entries) == 3
    assert (
        links[0]
        == f"http://testserver/t/{tournament.slug}/match/{play.match(tournament, 2, 0).pk}/"
    )
    assert len({entry.find("a:id", space).text for entry in entries}) == 3


def test_the_calendar_has_the_day_by_the_clock_of_its_place(client):
    tournament = played(time_zone="Australia/Brisbane")
    made = Calendar.from_ical(got(client, "calendar", tournament).content)
    (day,) = made.walk("VEVENT")
    assert str(day["SUMMARY"]) == tournament.name
    assert str(day["LOCATION"]) == "Zarautz"
    assert day["DTSTART"].dt == tournament.starts_at
    assert day["DTSTART"].params["TZID"] == "Australia/Brisbane"


def test_the_calendar_says_when_it_changed_and_as_which_revision(client):
    tournament = play.tournament(entered=4, drawn=True)
    play.start(play.match(tournament, 1, 0))
    tournament.refresh_from_db()
    made = Calendar.from_ical(got(client, "calendar", tournament).content)
    (day,) = made.walk("VEVENT")
    last = Event.objects.get(tournament=tournament, number=tournament.event_number)
    assert day["DTSTAMP"].dt == last.at.replace(microsecond=0)
    assert day["SEQUENCE"] == tournament.event_number
    assert str(day["STATUS"]) == "CONFIRMED"


def test_a_hand_has_a_picture_of_its_cards_and_the_score_after_it(client):
    match = table.a_match()
    table.record(match, table.plain())
    of_hand = (match.pk, 1, 1)
    response = got(client, "hand-picture", match.tournament, *of_hand)
    assert response.content.startswith(PNG)
    page = got(client, "hand", match.tournament, *of_hand).text
    path = reverse("public:hand-picture", args=[match.tournament.slug, *of_hand])
    assert re.search(rf'<a[^>]*href="{path}"[^>]*data-picture="http://testserver', page)


def test_the_picture_of_the_champion_has_the_score_of_the_final(tournament, client):
    final = play.match(tournament, 2, 0)
    view = get_public(slug=tournament.slug)
    with override("en"):
        drawn = drawing_of_whole(view)
    games = sorted((final.games_a, final.games_b), reverse=True)
    assert f"CHAMPION · {games[0]}–{games[1]}" in drawn.upper()


def test_the_calendar_of_a_pair_has_its_matches(tournament, client):
    final = play.match(tournament, 2, 0)
    made = Calendar.from_ical(got(client, "pair-calendar", tournament, final.pair_a.number).content)
    assert len(made.walk("VEVENT")) == 3


def test_T1_a_frame_of_groups_has_their_tables_and_brackets_and_no_tree_of_their_rounds(client):
    options = {"qualifiers": 1, "brackets": 2}
    cup = play.tournament(entered=8, drawn=True, format="groups", format_options=options)
    whole = client.get(reverse("public:embed", args=[cup.slug])).text
    assert 'data-key="part-group-2"' in whole
    assert 'data-key="part-bracket-2"' in whole
    assert "data-rounds" not in whole
