"""What everybody sees of circuits, at every stage."""

from __future__ import annotations

import csv
import re
from datetime import timedelta
from io import StringIO
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from django.db.models import F
from django.urls import reverse

from season.models import CircuitTournament
from season.queries.ranking import ranking, ratings
from season.services import circuits
from tests.season import seasons
from tests.tournament import play
from tournament.championship.services import life
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db
PAGES = ("ranking", "ratings", "ranking_csv", "feed")
ATOM = "{http://www.w3.org/2005/Atom}"


def at(name, *args):
    return reverse(f"circuits:{name}", args=args)


def read(client, name, *args):
    answer = client.get(at(name, *args))
    assert answer.status_code == 200
    return whole(answer)


def whole(answer):
    return b"".join(answer.streaming_content if answer.streaming else [answer.content]).decode()


def test_there_is_nothing_yet(client, arizkun):
    assert "No circuit yet" in read(client, "list")
    assert "/circuits/" not in client.get("/").text
    made = seasons.circuit(arizkun)
    assert "Coast Circuit" in read(client, "list")
    assert 'href="/circuits/"' in client.get("/").text
    assert "No ranking yet" in read(client, "ranking", made.slug)
    assert "No ratings yet" in read(client, "ratings", made.slug)
    assert read(client, "ranking_csv", made.slug).count("\n") == 1


def test_a_ranking_leads_to_each_result(client, coast, cup):
    html = read(client, "ranking", coast.slug)
    for line in ranking(circuit=seasons.view(coast)).lines:
        address = at("person", coast.slug, line.person.key)
        assert f'href="{address}"' in html
        page = read(client, "person", coast.slug, line.person.key)
        assert f"Rank {line.rank}: {line.points} points" in page
        assert "Zarautz Cup" in page
        assert "counts" in page
        assert page.count("against ") == sum(line.person.name in one for one in _sides(cup))


def _sides(cup):
    matches = cup.matches.filter(ended_by="games").select_related("pair_a", "pair_b")
    return [(one.pair_a.name, one.pair_b.name) for one in matches]


def test_what_does_not_count_yet_and_what_was_corrected_is_said(client, coast, cup):
    seasons.take_in(coast, seasons.cup("Deba Cup", day=7, played=False))
    html = read(client, "ranking", coast.slug)
    assert html.count("not finished: counts later") == 1
    assert "Corrected after it had finished" not in html
    final = play.match(cup, 2, 0)
    results.replace_result(
        match_id=final.pk, games=(0, final.wins_needed), reason="misread", actor=play.PROGRAM
    )
    html = read(client, "ranking", coast.slug)
    assert "Corrected after it had finished" in html
    assert "A result was replaced: misread" in html


def test_the_ranking_of_an_earlier_day_is_shown_with_what_was_corrected_since(client, coast, cup):
    final = play.match(cup, 2, 0)
    wins = final.wins_needed
    results.replace_result(match_id=final.pk, games=(0, wins), reason="misread", actor=play.PROGRAM)
    alone = ranking(circuit=seasons.view(coast))
    seasons.take_in(coast, seasons.cup("Deba Cup", day=7, seed="t"))
    assert ranking(circuit=seasons.view(coast)).lines != alone.lines
    assert f"?after={cup.slug}" in read(client, "ranking", coast.slug)
    assert ranking(circuit=seasons.view(coast), after=cup.slug) == alone
    page = client.get(at("ranking", coast.slug), {"after": cup.slug})
    assert "The ranking after Zarautz Cup" in page.text
    assert page.context["ranking"] == alone
    assert client.get(at("ranking", coast.slug), {"after": "deba"}).status_code == 404


def test_a_player_has_charts_of_places_form_and_rating_said_in_words_too(client, coast):
    seasons.take_in(coast, seasons.cup("Deba Cup", day=7, seed="t"))
    line = ranking(circuit=seasons.view(coast)).lines[0]
    page = read(client, "person", coast.slug, line.person.key)
    places = ", ".join(str(one.place) for one in line.results)
    assert f'aria-label="Place in each tournament, the oldest first: {places}"' in page
    assert 'aria-label="Rating after each day of play, the oldest first: 1500' in page
    rated = next(one for one in ratings(circuit=seasons.view(coast)).lines
                 if one.person == line.person)  # fmt: skip
    assert f"Form: {rated.won} of the last {rated.matches} matches won" in page
    last = re.search('aria-label="The last matches, the oldest first: (.*)"', page)
    assert last
    assert last[1].count("won") == rated.won
    assert last[1].count("lost") == rated.matches - rated.won


@pytest.mark.rows_by_hand
def test_ratings_say_how_good_they_are(client, coast):
    later = seasons.cup("Deba Cup", day=7, seed="t")
    seasons.take_in(coast, later)
    week = F("finished_at") + timedelta(days=7)
    Match.objects.filter(tournament=later).update(finished_at=week)
    html = read(client, "ratings", coast.slug)
    assert html.count("±") >= 4
    assert "How good are these ratings?" in html
    lines = ratings(circuit=seasons.view(coast)).calibration
    assert lines
    for line in lines:
        assert f"{line.least}–{line.most}\N{NO-BREAK SPACE}%" in html


def test_the_csv_is_the_ranking(client, coast):
    answer = client.get(at("ranking_csv", coast.slug))
    assert answer["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))
    assert {row["name"]: int(row["points"]) for row in rows} == seasons.sums(coast)


@pytest.mark.parametrize("name", ["ranking", "ratings"])
def test_a_long_list_has_pages(client, coast, monkeypatch, name):
    monkeypatch.setattr("web.circuits.public.LINES", 3)
    whole = [one.person for one in PAGED[name](circuit=seasons.view(coast)).lines]
    assert len(whole) == 4
    for wanted, shown in (("", whole[:3]), ("?from=4", whole[3:]), ("?from=x", whole[:3])):
        html = client.get(at(name, coast.slug) + wanted).text
        links = [at("person", coast.slug, one.key) for one in whole]
        found = [link for link in links if f'href="{link}"' in html]
        assert found == [at("person", coast.slug, one.key) for one in shown], wanted
        other = "1" if wanted == "?from=4" else "4"
        assert f'href="?from={other}"' in html
        assert html.count('href="?from=') == 1


def test_a_page_in_the_middle_leads_to_its_neighbours_and_both_ends(client, arizkun, monkeypatch):
    monkeypatch.setattr("web.circuits.public.LINES", 1)
    made = seasons.circuit(arizkun, seasons.cup(), carried_by="player")
    html = client.get(at("ranking", made.slug) + "?from=4").text
    assert re.findall(r'href="\?from=(\d+)"', html) == ["1", "3", "5", "8"]


PAGED = {"ranking": ranking, "ratings": ratings}


def _entries(client, made):
    answer = client.get(at("feed", made.slug))
    assert answer["Content-Type"] == "application/atom+xml"
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")


def test_the_feed_has_the_results_of_all_tournaments_newest_first(client, coast, cup):
    deba = seasons.cup("Deba Cup", day=7, seed="t")
    seasons.take_in(coast, deba)
    entries = _entries(client, coast)
    assert len(entries) == sum(one.matches.filter(ended_by="games").count() for one in (cup, deba))
    times = [one.findtext(f"{ATOM}updated") for one in entries]
    assert times == sorted(times, reverse=True)
    assert {one.findtext(f"{ATOM}summary").split(" · ")[0] for one in entries} == {
        "Deba Cup", "Zarautz Cup",
    }  # fmt: skip
    assert len({one.findtext(f"{ATOM}id") for one in entries}) == len(entries)
    assert f'href="{at("feed", coast.slug)}"' in read(client, "ranking", coast.slug)


def test_the_feed_has_a_correction_and_the_corrected_result_as_new_entries(client, coast, cup):
    before = {one.findtext(f"{ATOM}id") for one in _entries(client, coast)}
    final = play.match(cup, 2, 0)
    results.replace_result(
        match_id=final.pk, games=(0, final.wins_needed), reason="misread", actor=play.PROGRAM
    )
    new = [one for one in _entries(client, coast) if one.findtext(f"{ATOM}id") not in before]
    assert {one.findtext(f"{ATOM}summary") for one in new} == {
        "A result was replaced · misread", "Zarautz Cup · Championship, match 2.1",
    }  # fmt: skip


def test_the_feed_of_a_circuit_without_results_is_empty(client, arizkun):
    made = seasons.circuit(arizkun, seasons.cup(played=False))
    assert not _entries(client, made)


def test_a_formula_in_a_name_stays_text_in_the_csv(client, arizkun):
    made = seasons.circuit(arizkun, seasons.cup(lines=('"=1+1 Orio";Lezo', *SEMICOLONS)))
    assert ",'=1+1 Orio" in client.get(at("ranking_csv", made.slug)).text


SEMICOLONS = ("Getaria;Deba", "Eibar;Bera", "Irun;Zumaia")


def test_every_page_asks_again_and_is_unchanged_for_nothing(client, coast, desk):
    for name in PAGES:
        answer = client.get(at(name, coast.slug))
        assert "no-cache" in answer["Cache-Control"], name
        again = client.get(at(name, coast.slug), headers={"if-none-match": answer["ETag"]})
        assert again.status_code == 304, name
        assert "private" in desk.get(at(name, coast.slug))["Cache-Control"]


def test_pages_only_show(client, coast):
    for name in PAGES:
        assert client.post(at(name, coast.slug)).status_code == 405
    assert client.post(at("list")).status_code == 405


@pytest.mark.parametrize(
    "address",
    [
        "/circuits/no-such/", "/circuits/no-such/ratings/", "/circuits/no-such/ranking.csv",
        "/circuits/coast-circuit/who/1-7/", "/circuits/coast-circuit/who/99999999999999999999-0/",
        "/circuits/coast-circuit/who/zarautz/", f"/circuits/{'x' * 200}/", "/circuits/a b/",
        "/circuits/coast-circuit/who/0-0/", "/circuits/coast-circuit/who/1_000-0/",
    ],
)  # fmt: skip
@pytest.mark.sampled(5)
def test_what_is_not_there_is_a_404(client, coast, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("language", ["es", "eu", "fr"])
def test_every_page_is_in_the_readers_language(client, coast, language):
    for name in ("ranking", "ratings"):
        html = client.get(at(name, coast.slug), headers={"accept-language": language})
        text = html.text
        assert f'lang="{language}"' in text
        for english in ("Ranking", "Ratings", "Points by place", "Everybody begins"):
            assert f">{english}" not in text


def test_whoever_runs_it_is_led_to_its_desk(client, desk, coast):
    link = f'href="{at("desk", coast.slug)}"'
    assert link in read(desk, "ranking", coast.slug)
    assert link not in read(client, "ranking", coast.slug)


def test_a_circuit_of_players_shows_players(client, arizkun, cup):
    made = seasons.circuit(arizkun, cup, carried_by="player")
    html = read(client, "ranking", made.slug)
    assert ">Getaria</a>" in html
    assert read(client, "person", made.slug, seasons.key_of(made, "Orio"))
    circuits.change(
        circuit_id=made.pk, actor=play.PROGRAM, name="X", carried_by="pair", points="",
        taking_part=1, best_of=None,
    )  # fmt: skip
    assert ">Getaria – Orio</a>" in read(client, "ranking", made.slug)


def test_the_log_is_for_everybody_and_its_accounts_for_those_who_run_it(client, desk, coast):
    html = read(client, "log", coast.slug)
    assert "The log is intact." in html
    assert html.index("Tournament admitted") < html.index("Circuit created")
    assert "arizkun" not in html
    assert "arizkun" in desk.get(at("desk", coast.slug)).text
    assert "arizkun" not in read(client, "log_export", coast.slug)
    nothing = client.get(at("log", coast.slug), {"before": 1}).text
    assert "There are no older events." in nothing
    coast.entries.all().delete()
    caches["here"].clear()
    html = read(client, "log", coast.slug)
    assert "What is stored of this circuit differs from its log." in html


def test_an_older_page_of_the_log_leads_back_to_the_newest(client, coast, arizkun):
    settings = {"carried_by": "pair", "points": "1: 9", "taking_part": 1, "best_of": None}
    for number in range(51):
        circuits.change(
            circuit_id=coast.pk, actor=seasons.actor_of(arizkun), name=f"Coast {number}", **settings
        )
    html = read(client, "log", coast.slug)
    (before,) = re.findall(r"\?before=(\d+)", html)
    older = client.get(at("log", coast.slug), {"before": before}).text
    assert "Circuit created" in older
    assert f'href="{at("log", coast.slug)}"' in older


def test_a_tournament_that_is_called_off_says_so_and_a_hidden_one_is_not_named(client, coast, cup):
    life.call_off(tournament_id=another(coast, "Getaria Cup").pk, actor=play.PROGRAM, reason="snow")
    life.hide(tournament_id=another(coast, "Trial").pk, actor=play.PROGRAM, reason="a trial")
    page = " ".join(read(client, "ranking", coast.slug).split())
    told = re.search(r"Getaria Cup</a>.*?</li>", page)[0]
    assert "called off" in told
    assert "counts later" not in told
    assert "Trial" not in page


def another(circuit, name):
    made = play.tournament(entered=4, name=name)
    CircuitTournament.objects.create(circuit_id=circuit.pk, tournament=made, status="in")
    return made
