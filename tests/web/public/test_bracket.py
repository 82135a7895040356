"""The bracket that everybody looks at: its two halves, where it opens, whose way it is."""

import re

import pytest
from django.urls import reverse

from scoring.course.models import Game
from tests.scoring import table
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tests.web.pages import read
from tournament.draw import services as draw
from tournament.entries.services import departures
from tournament.matches.queries.matches import bracket
from tournament.matches.services import matches, results
from web.templatetags.matchwords import name_size, players

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("pairs", "rounds"), [(2, 1), (3, 2), (12, 4), (33, 6), (128, 7)])
def test_the_halves_of_every_round_meet_in_one_final(pairs, rounds):
    view = bracket(tournament_id=play.tournament(entered=pairs, drawn=True).pk)
    assert len(view.rounds) == rounds
    assert [len(round_.halves) for round_ in view.rounds] == [2] * (rounds - 1) + [1]
    for round_ in view.rounds:
        assert sum(round_.halves, ()) == round_.matches
        assert len({len(half) for half in round_.halves}) == 1


def test_it_opens_where_something_is_played_else_may_begin_else_at_the_end():
    tournament = play.tournament(entered=8, drawn=True)
    now = lambda: bracket(tournament_id=tournament.pk).now  # noqa: E731
    assert now() == 1
    play.win(play.match(tournament, 1, 0))
    play.win(play.match(tournament, 1, 1))
    play.start(play.match(tournament, 2, 0))
    assert now() == 2
    play.win(play.match(tournament, 2, 0))
    play.play_out(tournament)
    assert now() == 3


def test_a_tournament_not_drawn_has_no_round_to_open_at():
    assert bracket(tournament_id=play.tournament(entered=3).pk).now == 0


def test_a_match_says_the_stones_of_each_game_that_has_ended(client):
    match = table.a_match()
    table.record(match, table.quick(12, 7))
    table.record(match, table.win_for_a())
    table.record(match, table.win_for_b())
    stones = list(Game.objects.order_by("number").values_list("score_a", "score_b"))
    assert re.findall(
        r"<span>(\d+)–(\d+)</span>", read(client, "bracket", match.tournament.slug)
    ) == [(str(a), str(b)) for a, b in stones]


def test_a_result_without_hands_says_no_stones(client):
    tournament = play.tournament(entered=2, drawn=True)
    play.win(play.match(tournament, 1, 0))
    assert "tie__past" not in re.sub(
        r"<style.*?</style>", "", read(client, "bracket", tournament.slug), flags=re.S
    )


def test_the_score_of_an_open_game_stands_in_the_rows_of_its_match(client):
    match = table.a_match()
    table.record(match, table.plain())
    page = read(client, "bracket", match.tournament.slug)
    assert page.count('class="tie__stones"') == 2
    assert 'bracket__round--now" id="round-1"' in page


def test_the_rounds_are_links_that_need_no_script(client):
    page = read(client, "bracket", play.tournament(entered=8, drawn=True).slug)
    for number in (1, 2, 3):
        assert f'href="#round-{number}"' in page
        assert f'id="round-{number}"' in page


def test_the_champion_stands_beside_the_final(client):
    tournament = play.play_out(play.tournament(entered=4, drawn=True))
    page = read(client, "bracket", tournament.slug)
    champion = page.index('class="champion"')
    assert page.index('id="round-2"') < champion < page.index("tie--final")


def test_a_name_breaks_between_its_players_and_never_within_a_part():
    assert players("Ane Ruiz – Jon Gil") == (
        '<span class="who">Ane Ruiz\u00a0–</span> <span class="who">Jon Gil</span>'
    )
    assert players("The <b> pair") == "The &lt;b&gt; pair"
    assert [name_size(name) for name in ("Ane Ruiz – Jon Gil", "Goikoetxeagaray – Gil")] == [
        "", " is-long",
    ]  # fmt: skip
    assert name_size("Featherstonehaugh-Cholmondeley") == " is-long"
    assert name_size("Goikoetxeagorrotxategibeitia") == " is-longest"


def test_every_state_of_a_match_is_said_in_words(client, db):
    """Whoever cannot tell the colours of the borders reads the same (and prints it)."""
    cup = play.tournament(entered=8, drawn=True)
    played, gone, called, going = (play.match(cup, 1, slot) for slot in range(4))
    play.win(played)
    matches.assign_table(match_id=called.pk, table_number=2, actor=play.PROGRAM)
    play.start(going, table_number=1)
    results.walkover(match_id=gone.pk, winner="A", reason="late", actor=play.PROGRAM)
    html = client.get(
        reverse("public:bracket", args=[cup.slug]), headers={"accept-language": "en"}
    ).text

    def said(match):
        tie = re.search(rf'data-key="m{match.pk}".*?</a>', html, re.S)
        return " ".join(re.sub(r"<[^>]+>", " ", tie[0].partition(">")[2]).split())

    assert said(going).endswith("Table 1 playing")
    assert said(called).endswith("Table 2 to start")
    assert said(gone).endswith("walkover")
    assert re.search(rf"{played.pair_a.player_1}.* {played.wins_needed} .* 0$", said(played))
    assert "winner of 1.3" in said(play.match(cup, 2, 1))


def test_the_groups_say_what_parts_equal_pairs(client):
    tournament = play.tournament(entered=8, drawn=True, format="groups")
    assert "Los empates se deshacen por" in read(client, "bracket", tournament.slug)


def test_the_head_counts_the_pairs_of_the_draw_and_who_has_left(client):
    tournament = play.tournament(entered=6)
    departures.withdraw(pair_id=play.pair(tournament, 6).pk, reason="ill", actor=PROGRAM)
    draw.make(tournament_id=tournament.pk, actor=PROGRAM)
    departures.withdraw(pair_id=play.pair(tournament, 1).pk, reason="ill", actor=PROGRAM)
    page = " ".join(read(client, "bracket", tournament.slug).split())
    assert "5 parejas, 1 baja" in page
