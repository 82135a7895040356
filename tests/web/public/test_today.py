"""What is on now, next and past; the front page, its search, and the pages of places and clubs."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


def text(client, address, **data):
    response = client.get(address, data, headers={"accept-language": "en"})
    assert response.status_code == 200
    return " ".join(response.text.split())


def test_the_day_has_what_is_on_called_next_and_over_each_in_its_place(client):
    tournament = play.tournament(entered=8, drawn=True)
    for slot, number in ((0, 4), (1, 2)):
        play.start(play.match(tournament, 1, slot), table_number=number)
    matches.assign_table(
        match_id=play.match(tournament, 1, 2).pk, table_number=1, actor=play.PROGRAM
    )
    play.win(play.match(tournament, 1, 1))
    page = text(client, reverse("public:now", args=[tournament.slug]))
    order = ["Now at the tables", "Called to their tables", "> Next", "The last results"]
    places = [page.index(words.replace("> ", "<h2>")) for words in order]
    assert places == sorted(places)


def test_a_day_without_matches_says_so(client):
    page = text(client, reverse("public:now", args=[play.tournament(entered=3).slug]))
    assert "Nothing is being played" in page


def test_the_day_asks_the_database_as_often_for_one_table_as_for_four(
    client, django_assert_num_queries
):
    for tables in (1, 4):
        tournament = play.tournament(entered=8, drawn=True, name=f"Cup {tables}")
        for slot in range(tables):
            play.start(play.match(tournament, 1, slot), table_number=slot + 1)
        with django_assert_num_queries(8):
            text(client, reverse("public:now", args=[tournament.slug]))


def test_the_front_page_has_the_scores_of_what_is_being_played(client, django_assert_num_queries):
    match = table.a_match()
    table.record(match, table.plain())
    with django_assert_num_queries(5):  # one asks whether there are circuits
        page = text(client, "/")
    assert match.pair_a.name.split(" – ")[0] in page
    assert page.count('class="tie__stones"') == 2


def test_a_drawn_tournament_runs_once_a_match_has_begun(client):
    cup = play.tournament(entered=3, drawn=True, name="Zumaia")
    bracket = reverse("public:bracket", args=[cup.slug])
    assert "Drawn, not begun yet" in text(client, "/")
    assert '<span class="badge">drawn</span>' in text(client, bracket)
    play.start(Match.objects.get(tournament=cup, status="ready"))
    assert "Live now" in text(client, "/")
    assert "Drawn, not begun yet" not in text(client, "/")
    assert '<span class="badge badge--live">running</span>' in text(client, bracket)


def test_a_result_without_hands_begins_the_tournament_too(client):
    cup = play.tournament(entered=5, drawn=True, name="Zumaia")
    play.win(Match.objects.filter(tournament=cup, status="ready").first())
    assert "Drawn, not begun yet" not in text(client, "/")


def test_the_front_page_keeps_a_place_for_the_readers_pair_of_what_is_not_over(client):
    play.play_out(play.tournament(entered=2, drawn=True, name="Over"))
    soon = timezone.now() + timedelta(days=7)
    open_cup = play.tournament(entered=2, name="Open", starts_at=soon)
    running = play.tournament(entered=2, drawn=True, name="Running")
    page = text(client, "/")
    places = re.findall(r'data-mine-in="([^"]+)"', page)
    assert places == [running.slug, open_cup.slug]
    assert page.index('id="my-pairs"') < page.index('role="search"')
    assert "my-pairs" not in text(client, "/", q="Running")


@pytest.mark.parametrize("looked_for", ["zarautz", "PLAZA", "Ane Mu", "Kaia"])
def test_a_tournament_is_found_by_name_place_player_and_club(client, looked_for):
    tournament = play.tournament(entered=2, place="Plaza Berria")
    play.tournament(entered=2, name="Another")
    Pair.objects.filter(tournament=tournament, number=1).update(player_1="Ane Muro", club="Kaia")
    page = text(client, "/", q=looked_for)
    assert "Zarautz Cup" in page
    assert "Another" not in page


@pytest.mark.parametrize("looked_for", ["peña", "PEÑA", "pena", "ruiz PEN", "Peña – Ruiz"])
def test_a_pair_is_found_whatever_the_case_and_the_accents(client, looked_for):
    tournament = play.tournament(entered=4)
    pair = Pair.objects.filter(tournament=tournament, number=1)
    pair.update(player_1="Peña", player_2="Ruiz")
    page = text(client, "/", q=looked_for)
    assert reverse("public:pair", args=[tournament.slug, 1]) in page
    assert reverse("public:pair", args=[tournament.slug, 2]) not in page


def test_a_found_pair_says_its_table_score_and_history_before_the_tournaments(client):
    match = table.a_match(pairs=4)
    table.record(match, table.plain())
    found = text(client, "/", q=match.pair_a.player_1)
    assert "playing against" in found
    assert match.pair_b.name in found
    assert found.index("<h2>Pairs</h2>") < found.index("<h2>Live now</h2>")
    of_pair = found[found.index("<h2>Pairs</h2>") : found.index("<h2>Live now</h2>")]
    assert of_pair.count('class="tie__stones"') == 2


def test_a_pair_found_after_the_end_waits_for_no_match(client):
    cup = play.tournament(entered=4, drawn=True)
    play.play_out(cup)
    page = text(client, "/", q=play.match(cup, 1, 0).pair_b.name)
    assert "the tournament has ended" in page
    assert "no match for now" not in page


def test_a_found_pair_has_its_results_from_its_own_side(client):
    tournament = play.tournament(entered=4, drawn=True)
    won = play.match(tournament, 1, 0)
    play.start(won, table_number=1)
    play.win(won, "B")
    won.refresh_from_db()
    for pair, result in ((won.pair_b, "won 2–0"), (won.pair_a, "lost 0–2")):
        found = text(client, "/", q=pair.name)
        assert result.replace("2", str(won.games_b)) in found


@pytest.mark.parametrize("pairs", [7, 20])
def test_a_search_takes_as_many_queries_for_many_pairs_as_for_eight(
    client, django_assert_max_num_queries, pairs
):
    play.tournament(entered=pairs, name="Cup")
    with django_assert_max_num_queries(2 + 8):
        found = text(client, "/", q="getaria")
    assert ("There are more pairs" in found) == (pairs > 8)


@pytest.mark.parametrize("looked_for", ["nothing like this", "%", "x" * 500, "   "])
def test_whatever_is_searched_for_is_answered(client, looked_for):
    play.tournament()
    text(client, "/", q=looked_for)


def test_a_place_has_its_editions_the_latest_first_and_no_rehearsals(client):
    for year in (2024, 2026, 2025):
        made = play.tournament(name=f"Cup {year}", place="Oñati")
        Tournament.objects.filter(pk=made.pk).update(starts_at=play.NOON.replace(year=year))
    play.tournament(name="Rehearsal", place="Oñati", is_rehearsal=True)
    page = text(client, "/places/onati/")
    assert page.index("Cup 2026") < page.index("Cup 2025") < page.index("Cup 2024")
    assert "Rehearsal" not in page


def test_a_club_has_its_pairs_in_every_tournament(client):
    play.tournament(entered=2, name="First")
    play.tournament(entered=2, name="Second")
    page = text(client, "/clubs/club-2/")
    assert page.count("Getaria 2 – Orio 2") == 2
    assert "Getaria 1" not in page
