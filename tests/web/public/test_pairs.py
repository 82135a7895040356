"""The page of a pair: its way, where it is now, when it may go on; the strip that follows it."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament import play
from tests.web.pages import in_a_line, read
from tournament.championship.services.prizes import set_prizes
from tournament.consolation.services import create_matches
from tournament.entries.services import departures
from tournament.matches.models import Match
from tournament.matches.queries.advancing import way_of
from tournament.matches.queries.matches import bracket
from tournament.matches.services import matches
from tournament.pauses import services as pauses
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return play.tournament(entered=8, drawn=True)


def way(tournament, pair):
    return way_of(pair_id=pair.pk, tournament_id=tournament.pk)


def text(client, name, tournament, number):
    return in_a_line(read(client, name, tournament.slug, number, language="en"))


def test_before_the_draw_a_pair_has_no_way(client):
    tournament = play.tournament(entered=3)
    assert way(tournament, play.pair(tournament, 1)).state == "none"
    set_prizes(tournament_id=tournament.pk, places=[FIRST, SECOND], actor=play.PROGRAM)
    assert "waiting for the draw" in text(client, "strip", tournament, 1)
    page = text(client, "pair", tournament, 1)
    assert "waiting for the draw </p>" in page[page.index('data-key="next"') :]
    assert "1: 600 € · 2: 300 €" in page
    assert "/pairs/1/notices/" in page, "to be told when it is called"
    departures.withdraw(pair_id=play.pair(tournament, 2).pk, actor=play.PROGRAM, reason="ill")
    assert 'data-key="next"' not in text(client, "pair", tournament, 2)


def test_a_pair_is_ready_then_called_then_playing_then_waiting(cup):
    first, second = play.match(cup, 1, 0), play.match(cup, 1, 1)
    pair = first.pair_a
    assert way(cup, pair).state == "ready"
    matches.assign_table(match_id=first.pk, table_number=3, actor=play.PROGRAM)
    assert way(cup, pair).state == "called"
    play.start(first, table_number=3)
    assert way(cup, pair).state == "playing"
    play.win(first)
    found = way(cup, pair)
    assert (found.state, found.feeder.label) == ("waiting", second.label)
    assert [step.outcome for step in found.steps] == ["won", "next"]
    assert way(cup, first.pair_b).state == "over"


def test_a_beaten_pair_rests_in_bracket_b_and_waits_for_a_loser_of_bracket_a(client):
    cup = play.tournament(
        entered=11, drawn=True, format_options={"consolation": "first_two_rounds"}
    )
    play.play_round(cup, 1)
    (fifth,) = (one for one in bracket(tournament_id=cup.pk).rounds if one.number == 5)
    resting = next(one for one in fifth.matches if one.is_bye)
    beaten = play.pair(cup, (resting.pair_a or resting.pair_b).number)
    found = way(cup, beaten)
    assert [step.outcome for step in found.steps] == ["lost", "bye", "next"]
    page = text(client, "pair", cup, beaten.number)
    assert f"waiting for the loser of {found.feeder.label}" in page
    assert f"Bracket B, match {resting.label} · bye" in page


def test_when_it_goes_on_is_told_from_how_long_matches_have_taken(cup):
    first, second = play.match(cup, 1, 0), play.match(cup, 1, 1)
    play.win(first)
    assert way(cup, first.pair_a).about is None
    play.start(second)
    now = timezone.now()
    Match.objects.filter(pk=first.pk).update(
        started_at=now - timedelta(minutes=50), finished_at=now - timedelta(minutes=10)
    )
    Match.objects.filter(pk=second.pk).update(started_at=now)
    assert way(cup, first.pair_a).about == now + timedelta(minutes=40)
    Match.objects.filter(pk=second.pk).update(started_at=now - timedelta(minutes=45))
    assert way(cup, first.pair_a).about is None, "that time is over"


def test_a_pair_that_left_reads_that_and_is_marked_in_the_standings(client, cup):
    match = play.match(cup, 1, 0)
    play.start(match)
    departures.withdraw(pair_id=match.pair_a.pk, reason="ill", actor=play.PROGRAM)
    number = match.pair_a.number
    assert "withdrawn </span>" in text(client, "strip", cup, number)
    page = in_a_line(read(client, "standings", cup.slug, language="en"))
    assert re.search(rf"{match.pair_a.name}</a>\s*<span[^>]*>withdrawn<", page)
    assert page.count(">withdrawn<") == 1


def test_the_strip_is_one_line_with_table_and_opponent(client, cup):
    match = play.match(cup, 1, 0)
    play.start(match, table_number=4)
    said = text(client, "strip", cup, match.pair_a.number)
    assert "Table 4" in said
    assert match.pair_b.name in said
    assert "<html" not in said


def test_every_page_of_the_tournament_has_a_place_for_the_strip(client, cup):
    for name in ("bracket", "now", "standings", "pairs", "rules"):
        page = client.get(reverse(f"public:{name}", args=[cup.slug])).text
        assert f'data-address="/t/{cup.slug}/pairs/0/strip/" hidden' in page


def test_a_pair_page_asks_as_often_for_one_match_as_for_three(
    client, cup, django_assert_num_queries
):
    pair = play.match(cup, 1, 0).pair_a
    for played in (False, True):
        if played:
            play.play_out(cup)
        # Two of what the events since touched; once it has ended, two more for its place in the
        # standings.
        with django_assert_num_queries(9 + 2 + 2 * played):
            text(client, "pair", cup, pair.number)


def test_once_it_has_ended_a_pair_reads_its_place(client, cup):
    play.play_out(cup)
    last = standings(tournament_id=cup.id)[-1]
    said = text(client, "pair", cup, last.pair.number)
    assert "Final result" in said
    assert f"{last.place}{'=' if last.shared else ''} ·" in said
    assert "<h3> Now </h3>" not in " ".join(said.split())


def test_T1_the_pairs_of_the_last_match_of_each_bracket_read_their_title(client):
    options = {"qualifiers": 1, "brackets": 2}
    cup = play.tournament(entered=8, drawn=True, format="groups", format_options=options)
    play.play_out(cup)
    lines = {line.title: line.pair for line in standings(tournament_id=cup.id)}
    assert "runner-up </p>" in text(client, "pair", cup, lines["runner_up"].number)
    last = text(client, "pair", cup, lines["bracket_champion"].number)
    assert "champion B </p>" in last
    assert "Bracket B, match" in last


def test_a_pair_that_is_out_is_told_how_far_it_came_and_who_beat_it(client, cup):
    first = play.match(cup, 1, 0)
    play.win(first, "A")
    for name in ("pair", "strip"):
        said = text(client, name, cup, first.pair_b.number)
        assert "out: quarter-final" in said.lower()
        assert f"beaten by <strong>{first.pair_a.name}</strong>" in said
        assert "no match scheduled" not in said


def test_at_the_end_a_pair_still_reads_who_beat_it(client):
    cup = play.tournament(entered=4, drawn=True)
    play.play_out(cup)
    final = play.match(cup, 2, 0)
    for name in ("pair", "strip"):
        said = text(client, name, cup, final.pair_b.number)
        assert f"runner-up · beaten by <strong>{final.pair_a.name}</strong>" in said
        assert "beaten by" not in text(client, name, cup, final.pair_a.number)


def test_a_pair_that_may_play_on_is_not_out(client):
    cup = play.tournament(entered=8, drawn=True, format="three_losses")
    first = play.match(cup, 1, 0)
    play.win(first, "A")
    for name in ("pair", "strip"):
        assert "Out" not in text(client, name, cup, first.pair_b.number)


@pytest.mark.parametrize("name", ["bracket", "now", "standings", "pairs", "rules", "statistics"])
def test_a_pause_is_announced_on_every_page_of_the_tournament(client, cup, name):
    pauses.announce(tournament_id=cup.pk, minutes=30, reason="lunch", actor=play.PROGRAM)
    assert "lunch" in read(client, name, cup.slug)


FIRST = {"first": 1, "last": 1, "prize": "600 €"}
SECOND = {"first": 2, "last": 2, "prize": "300 €"}


def test_the_page_of_a_pair_says_what_there_is_to_win_and_then_what_it_won(client):
    cup = play.tournament(entered=2, drawn=True)
    set_prizes(tournament_id=cup.pk, places=[FIRST, SECOND], actor=play.PROGRAM)
    assert "1: 600 € · 2: 300 €" in text(client, "pair", cup, 1)
    final = play.match(cup, 1, 0)
    play.win(final)
    assert "Prize: <strong>600 €</strong>" in text(client, "pair", cup, final.pair_a.number)
    assert "Prize: <strong>300 €</strong>" in text(client, "pair", cup, final.pair_b.number)


def test_a_pair_that_plays_in_the_consolation_reads_who_beat_it(client, cup):
    first, second = play.match(cup, 1, 0), play.match(cup, 1, 1)
    beaten, winner = first.pair_b, first.pair_a
    play.win(first)
    play.win(second)
    assert f"beaten by <strong>{winner.name}</strong>" in text(client, "pair", cup, beaten.number)
    again = [(beaten.number, second.pair_b.number)]
    create_matches(tournament_id=cup.pk, pairings=again, actor=play.PROGRAM)
    page = text(client, "pair", cup, beaten.number)
    assert "Next match" in page
    assert f"beaten by <strong>{winner.name}</strong>" in page


def test_the_first_thing_on_the_page_of_a_pair_is_where_it_plays_then_being_told(client, cup):
    page = text(client, "pair", cup, 1)
    now, told = page.index('data-key="next"'), page.index("/pairs/1/notices/")
    assert page.index('id="pair-head"') < now < told < page.index("data-mine=")
