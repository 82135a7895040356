"""What is on at the tables comes first in every format, and only the round being played is open."""

import re

import pytest
from django.urls import reverse

from tests.season import seasons
from tests.tournament import play
from tests.web.pages import read, words
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.matches.models import Match
from tournament.matches.queries.matches import bracket, next_up
from tournament.matches.services import matches, results
from tournament.pauses import services as pauses
from tournament.seatings import services as seatings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

ROUND = re.compile(r'<details[^>]*data-key="round-\w+-\d+-(\d+)"([^>]*)>')
SEVERAL = ("swiss", "round_robin", "groups", "three_losses", "fresh_draw", "repesca")


def drawn(format_: str, entered: int = 8):
    return play.tournament(entered=entered, drawn=True, format=format_)


def open_rounds(page: str) -> dict[int, bool]:
    return {int(number): "open" in rest for number, rest in ROUND.findall(page)}


def won(match: Match) -> None:
    matches.record_result(match_id=match.pk, games=(match.wins_needed, 0), actor=play.PROGRAM)


@pytest.mark.parametrize("format_", SEVERAL)
def test_what_is_played_called_and_waits_stands_before_the_rounds(client, format_):
    cup = drawn(format_)
    played, called, *waiting = next_up(tournament_id=cup.pk)
    matches.start(match_id=played.id, table_number=3, actor=play.PROGRAM)
    matches.assign_table(match_id=called.id, table_number=2, actor=play.PROGRAM)
    for name in ("bracket", "embed"):
        page = read(client, name, cup.slug)
        first, rest = page.split('class="sections"')
        assert 'data-key="at-tables"' in first
        said = words(first[first.index('data-key="at-tables"') :])
        assert said.index("Now at the tables") < said.index("Table 3")
        assert said.index("Table 3") < said.index("Called to their tables") < said.index("Table 2")
        assert f"{len(waiting)} matches are waiting for a table." in said
        assert f'data-key="m{played.id}"' in rest


def test_of_individuals_the_tables_that_play_stand_before_the_rounds(client):
    day = play.tournament(regulation="short-rules", format_options={"seats": 3, "rounds": 2})
    names = "\n".join(f"Jugador de Orio {number}" for number in range(9))
    pairs.enter_list(tournament_id=day.pk, text=names, actor=play.PROGRAM)
    draw.make(tournament_id=day.pk, actor=play.PROGRAM, seed="s")
    drawn_round = seatings.seat(tournament_id=day.pk, actor=play.PROGRAM)
    seatings.enter_order(
        tournament_id=day.pk, number=1, table=1, order=drawn_round.tables[0]["seats"],
        actor=play.PROGRAM,
    )  # fmt: skip
    page = read(client, "bracket", day.slug)
    first = words(page[page.index('data-key="at-tables"') : page.index('data-key="round-1"')])
    assert "Now at the tables" in first
    assert "Table 1" not in first
    assert "Table 2" in first
    assert "Table 3" in first


def test_once_nothing_is_on_nothing_is_said_of_it(client):
    cup = drawn("round_robin", entered=4)
    while up := next_up(tournament_id=cup.pk):
        won(Match.objects.get(pk=up[0].id))
    assert not bracket(tournament_id=cup.pk).at_tables
    assert 'data-key="at-tables"' not in read(client, "bracket", cup.slug)


def test_of_a_league_the_round_being_played_alone_is_open(client):
    cup = drawn("round_robin", entered=6)
    assert open_rounds(read(client, "bracket", cup.slug)) == {
        1: True, 2: False, 3: False, 4: False, 5: False,
    }  # fmt: skip
    for match in Match.objects.filter(tournament=cup, round=1, status="ready"):
        won(match)
    shown = open_rounds(read(client, "bracket", cup.slug))
    assert [number for number, is_open in shown.items() if is_open] == [2]


def test_of_a_swiss_day_the_newest_round_is_open_and_the_older_ones_are_folded(client):
    cup = drawn("swiss", entered=6)
    for match in Match.objects.filter(tournament=cup, round=1, status="ready"):
        won(match)
    assert open_rounds(read(client, "bracket", cup.slug)) == {2: True, 1: False}


def test_the_ranking_of_a_circuit_begins_with_what_is_played_now(client, arizkun):
    cup = play.tournament(entered=4, drawn=True, owner=arizkun, name="Deba Cup")
    coast = seasons.circuit(arizkun, seasons.cup(owner=arizkun), cup)
    address = reverse("circuits:ranking", args=[coast.slug])
    assert "<h2>Now</h2>" not in client.get(address).text
    up = next_up(tournament_id=cup.pk)[0]
    matches.start(match_id=up.id, table_number=3, actor=play.PROGRAM)
    page = client.get(address).text
    assert page.index("<h2>Now</h2>") < page.index("<table")
    assert f'data-key="m{up.id}"' in page
    assert "Table 3" in words(page)


@pytest.mark.parametrize(
    "name", ["bracket", "now", "standings", "pairs", "rules", "prizes", "statistics", "log",
             "share", "draw", "proof", "consolation", "embed", "tv"],
)  # fmt: skip
def test_a_pause_is_said_on_every_kind_of_page(client, name):
    cup = drawn("knockout")
    pauses.announce(tournament_id=cup.pk, minutes=30, reason="paella", actor=play.PROGRAM)
    assert "paella" in words(read(client, name, cup.slug))


@pytest.mark.parametrize("name", ["pair", "match", "match-embed", "match-share"])
def test_a_pause_is_said_on_the_pages_of_a_pair_and_of_a_match(client, name):
    cup = drawn("knockout")
    pauses.announce(tournament_id=cup.pk, minutes=30, reason="paella", actor=play.PROGRAM)
    which = 1 if name == "pair" else play.match(cup, 1, 0).pk
    assert "paella" in words(read(client, name, cup.slug, which))


def test_a_correction_is_announced_as_one_on_every_page_with_the_match(client):
    cup = drawn("knockout", entered=4)
    first = play.match(cup, 1, 0)
    play.win(first)
    results.replace_result(
        match_id=first.pk, games=(0, first.wins_needed), reason="misread", actor=play.PROGRAM
    )
    pages = [("bracket",), ("now",), ("tv",), ("embed",), ("pair", first.pair_a.number),
             ("match-embed", first.pk)]  # fmt: skip
    for name, *which in pages:
        assert 'data-say="Corrected: ' in read(client, name, cup.slug, *which), name
