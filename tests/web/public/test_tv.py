"""The screen on the wall: what stands on it, and the code to follow by phone."""

import re

import pytest
from django.urls import reverse

from tests.scoring import table
from tests.tournament import play
from tests.web.pages import read
from tournament.clock.queries import rounds_left
from tournament.entries.services import latecomers
from tournament.matches.queries.matches import BracketView, RoundView, bracket
from tournament.matches.services import matches
from tournament.pauses import services as pauses
from tournament.screens import services as screens
from web.public.tv import first_round

pytestmark = pytest.mark.django_db


def panels(page):
    return [part.split('"')[0] for part in page.split(' data-panel="')[1:]]


def test_before_the_draw_there_is_the_clock_and_how_many_have_entered(client):
    page = read(client, "tv", play.tournament(entered=5).slug)
    assert panels(page) == ["clock"]
    assert "5 pairs" in page or "5 parejas" in page


def test_a_panel_with_nothing_to_show_is_left_out(client):
    match = table.a_match()
    shown = panels(read(client, "tv", match.tournament.slug))
    assert shown == ["tables", "bracket", "round", "clock", "draw"]


def test_calls_come_first_and_no_percentage_stands_beside_a_score(client):
    tournament = play.tournament(entered=8, drawn=True)
    for slot, number in ((0, 1), (1, 2)):
        matches.assign_table(
            match_id=play.match(tournament, 1, slot).pk, table_number=number, actor=play.PROGRAM
        )
    table.record(play.start(table.read(play.match(tournament, 1, 0))), table.plain())
    page = read(client, "tv", tournament.slug)
    assert panels(page)[:2] == ["called", "tables"]
    now = page[page.index('data-panel="tables"') : page.index('data-panel="bracket"')]
    assert "tv-table__stones" in now
    assert "%" not in now


def test_a_pause_is_on_the_screen_with_its_hours_from_and_until_when(client):
    tournament = play.tournament(entered=4, drawn=True)
    pause = pauses.announce(
        tournament_id=tournament.pk, minutes=30, reason="lunch", actor=play.PROGRAM
    )
    page = read(client, "tv", tournament.slug)
    assert f'data-key="pause-{pause.pk}"' in page
    assert re.search(r'class="tv-pause"[^>]* data-since="[^"]+"[^>]* data-until="[^"]+"', page)


def test_called_matches_say_their_tables_in_order(client):
    tournament = play.tournament(entered=8, drawn=True)
    for slot, number in ((0, 3), (1, 1)):
        matches.assign_table(
            match_id=play.match(tournament, 1, slot).pk, table_number=number, actor=play.PROGRAM
        )
    page = read(client, "tv", tournament.slug)
    called = page[page.index('data-panel="called"') :]
    assert called.index("Mesa 1") < called.index("Mesa 3")


def test_what_the_desk_asked_for_is_in_the_page(client):
    tournament = play.tournament(entered=4, drawn=True)
    screens.steer(
        tournament_id=tournament.pk, panels=["clock", "tables"], seconds=33, shown="draw",
        actor=play.PROGRAM,
    )  # fmt: skip
    page = read(client, "tv", tournament.slug)
    assert 'data-seconds="33" data-shown="draw" data-panels="tables clock"' in page
    assert page.count("data-lot") == 4


@pytest.mark.parametrize(
    ("rounds", "now", "first"),
    [(1, 1, 1), (3, 2, 1), (4, 3, 2), (5, 1, 1), (5, 2, 2), (7, 1, 1), (7, 6, 5)],
)
def test_late_rounds_are_shown_large_rather_than_all_of_them_small(rounds, now, first):
    class At(BracketView):
        now = 0

    At.now = now
    view = At(tuple(RoundView(number, "round", ()) for number in range(1, rounds + 1)))
    assert first_round(view) == first


def test_T7_a_preliminary_match_is_shown_while_it_lasts_and_round_1_is_the_draw(client):
    tournament = play.tournament(entered=4, drawn=True)
    latecomers.join_late(
        tournament_id=tournament.pk, into="preliminary", actor=play.PROGRAM, reason="the bus",
        player_1="Lezo", player_2="Ondarroa",
    )  # fmt: skip
    view = bracket(tournament_id=tournament.pk)
    assert (view.now, view.current.number, first_round(view)) == (0, 0, 0)
    assert read(client, "tv", tournament.slug).count("bracket__half--final") == 1
    play.play_round(tournament, 0)
    view = bracket(tournament_id=tournament.pk)
    assert (view.now, view.current.number, first_round(view)) == (1, 1, 1)
    assert read(client, "tv", tournament.slug).count("data-lot") == 4
    assert rounds_left(tournament_id=tournament.pk) == (1, 2)


def test_the_code_leads_to_the_bracket_at_the_address_it_was_asked_for_at(client):
    tournament = play.tournament()
    address = reverse("public:qr", args=[tournament.slug])
    here, there = client.get(address), client.get(address, headers={"host": "localhost"})
    assert here["Content-Type"] == "image/svg+xml"
    assert b"<svg" in here.content
    assert here.content != there.content


def test_a_screen_asks_the_database_as_often_for_four_pairs_as_for_twelve(
    client, django_assert_num_queries
):
    for count in (4, 12):
        tournament = play.tournament(entered=count, drawn=True, name=f"Cup {count}")
        with django_assert_num_queries(9):
            read(client, "tv", tournament.slug)


def test_an_ordago_says_who_won_it(client):
    match = table.a_match()
    table.record(match, table.plain(bets=table.ordago("grande")))
    page = read(client, "tv", match.tournament.slug)
    told = page[page.index('data-panel="ordagos"') :]
    winner, loser = told.index("<b>"), told.index("<i>se lo ganó a</i>")
    assert winner < loser


def test_a_finished_tournament_shows_its_champions_and_no_second_clock(client):
    tournament = play.play_out(play.tournament(entered=4, drawn=True))
    page = read(client, "tv", tournament.slug)
    assert "champion__name" in page
    assert "tv-time" not in page
    assert "tv-time" in read(
        client, "tv", play.tournament(name="Going", entered=4, drawn=True).slug
    )


def test_an_ordago_and_a_comeback_are_moments_of_the_whole_screen(client):
    match = table.a_match()
    table.record(match, {"quick": {"stones": [20, 1]}})
    assert "tv-moment__title" not in read(client, "tv", match.tournament.slug)
    table.record(match, table.plain(bets=table.ordago("juego", by="A")))
    page = read(client, "tv", match.tournament.slug)
    keys = re.findall(r'data-key="moment-([a-z]+)-', page)
    assert keys[0] == "ordago"
    assert re.search(r'class="tv-moment"[^>]* data-at="[^"]+"[^>]* hidden', page)


def test_what_the_desk_holds_and_reveals_is_in_the_page(client):
    tournament = play.tournament(entered=4, drawn=True)
    of = {"tournament_id": tournament.pk, "actor": play.PROGRAM}
    assert 'data-held="" data-step=""' in read(client, "tv", tournament.slug)
    screens.steer(panels=["clock"], seconds=9, shown="draw", in_steps=True, **of)
    screens.reveal(step=3, **of)
    screens.hold(held="black", **of)
    assert 'data-held="black" data-step="3"' in read(client, "tv", tournament.slug)
