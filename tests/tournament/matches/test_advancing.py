"""Who goes on where when a match is given away."""

import pytest

from tests.tournament import play
from tournament.entries.services import departures
from tournament.matches.models import Match
from tournament.matches.queries.advancing import advances, advances_without

pytestmark = pytest.mark.django_db


def lead(cup, round_, slot):
    return advances(match_id=play.match(cup, round_, slot).pk, tournament_id=cup.pk)


def test_the_winner_meets_the_winner_of_the_match_beside_its_own(cup):
    first = play.match(cup, 1, 0)
    found = lead(cup, 1, 0)
    assert [(side, one.pair.name) for side, one in found.items()] == [
        ("A", first.pair_a.name),
        ("B", first.pair_b.name),
    ]
    for one in found.values():
        assert (one.match, one.to, one.against, one.against_from) == ("1.1", "2.1", None, "1.2")
        assert not one.is_champion


def test_a_pair_that_waits_there_already_is_named(cup):
    play.win(play.match(cup, 1, 0), "B")
    there = play.match(cup, 2, 0).pair_a
    one = lead(cup, 1, 1)["A"]
    assert (one.to, one.against.name, one.against_from) == ("2.1", there.name, "")


def test_the_final_makes_a_champion(cup):
    play.play_round(cup, 1)
    assert all(one.is_champion and not one.to for one in lead(cup, 2, 0).values())


def test_a_pair_that_leaves_gives_its_open_match_away(cup):
    first = play.match(cup, 1, 0)
    (one,) = advances_without(pair_id=first.pair_a_id)
    assert (one.match, one.pair.name, one.to) == ("1.1", first.pair_b.name, "2.1")
    play.win(first)
    (one,) = advances_without(pair_id=first.pair_a_id)  # it waits in the final now
    assert (one.match, one.pair, one.pair_from, one.is_champion) == ("2.1", None, "1.2", True)
    assert advances_without(pair_id=first.pair_b_id) == ()


@pytest.mark.parametrize("format_", ["fresh_draw", "repesca"])
def test_the_last_match_makes_a_champion_where_a_pair_left_before_it_sat_down(format_):
    cup = play.tournament(entered=4, drawn=True, format=format_)
    left = play.match(cup, 1, 0).pair_a
    departures.withdraw(pair_id=left.pk, reason="ill", actor=play.PROGRAM)
    told = {}
    while (one := Match.objects.filter(tournament=cup, status="ready").first()) is not None:
        told = advances(match_id=one.pk, tournament_id=cup.pk)
        play.win(one)
    cup.refresh_from_db()

    assert cup.champion is not None
    assert told["A"].is_champion
