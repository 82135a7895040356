"""Leagues as clubs play them, to the letter: the table, the log and the file agree with a count by
hand."""

import pytest

from scoring.proof.queries.tables import tournament_file
from tests.tampering.trials import rebuilt_alone
from tests.tournament import play
from tournament.entries.services import departures
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.standings.queries import open_ties, standings
from tournament.standings.services import decide_tie, give_points

pytestmark = pytest.mark.django_db


def a_league(pairs, results, **fields):
    """The league after these results: (one, other) → games of the one and the other, by numbers of
    pairs; of pairs that meet twice, one result after the other."""
    cup = play.tournament(entered=pairs, drawn=True, format="round_robin", **fields)
    left = {}
    for (one, other), (won, lost) in results:
        left.setdefault(frozenset((one, other)), []).append({one: won, other: lost})
    while open_matches := Match.objects.filter(tournament=cup, status="ready"):
        for match in open_matches.select_related("pair_a", "pair_b").order_by("round", "slot"):
            match.refresh_from_db()
            if match.status != "ready":
                continue
            pair_a, pair_b = match.pair_a.number, match.pair_b.number
            games = left[frozenset((pair_a, pair_b))].pop(0)
            given = (games[pair_a], games[pair_b])
            matches.record_result(match_id=match.pk, games=given, actor=play.PROGRAM)
    cup.refresh_from_db()
    return cup


def table_of(cup):
    """The numbers of the pairs in order, with their points."""
    return [(line.pair.number, line.points) for line in standings(tournament_id=cup.pk)]


def must_be_told(cup):
    """The log proves the table, and a file carries it."""
    play.must_hold(cup)
    rebuilt_alone(tournament_file(tournament_id=cup.pk))


def test_a_league_by_games_won_counts_each_game_and_no_match():
    """ADSJ: a point for each game won, whoever wins the match."""
    cup = a_league(
        3, [((1, 2), (3, 2)), ((1, 3), (3, 2)), ((2, 3), (3, 0))],
        format_options={"points_win": 0, "points_game": 1},
    )  # fmt: skip
    assert table_of(cup) == [(1, 6), (2, 5), (3, 2)]
    assert cup.champion.number == 1
    must_be_told(cup)


OF_RUBICON = ["points", "games_difference", "games_won", "among_level"]


def test_games_may_go_before_the_meeting():
    """Rubicón: pairs with as many points by their games, and only then by their own match."""
    results = [
        ((1, 2), (2, 3)), ((1, 3), (3, 0)), ((1, 4), (3, 0)),
        ((2, 3), (3, 1)), ((2, 4), (2, 3)), ((3, 4), (3, 2)),
    ]  # fmt: skip
    usual = a_league(4, results)
    assert table_of(usual) == [(2, 2), (1, 2), (3, 1), (4, 1)]
    by_games = a_league(4, results, format_options={"order": OF_RUBICON})
    assert table_of(by_games) == [(1, 2), (2, 2), (4, 1), (3, 1)]
    assert by_games.champion.number == 1
    must_be_told(by_games)


def test_a_match_of_vacas_brings_a_point_for_each_vaca_and_two_for_the_match():
    """Haro: matches are counted in vacas, and each vaca counts."""
    cup = a_league(
        3, [((1, 2), (2, 1)), ((1, 3), (2, 0)), ((2, 3), (2, 1))],
        settings={"vaca_games": 2, "games_to_win": 2},
        format_options={"points_win": 2, "points_game": 1},
    )  # fmt: skip
    assert table_of(cup) == [(1, 8), (2, 5), (3, 1)]
    must_be_told(cup)


def test_a_double_league_counts_both_meetings():
    """Three points a match won, one a level one; each pair meets each other one twice."""
    there = [((1, 2), (3, 1)), ((1, 3), (2, 2)), ((2, 3), (4, 0))]
    back = [((1, 2), (1, 3)), ((1, 3), (2, 2)), ((2, 3), (1, 3))]
    cup = a_league(
        3, [*there, *back], settings={"games_all_played": 4},
        format_options={"rounds_each": 2, "points_win": 3, "points_level": 1},
    )  # fmt: skip
    assert cup.matches.count() == 6
    # 1: 3 + 1 + 0 + 1 = 5; 2: 0 + 3 + 3 + 0 = 6; 3: 1 + 0 + 1 + 3 = 5, with three games fewer.
    assert table_of(cup) == [(2, 6), (1, 5), (3, 5)]
    assert cup.champion.number == 2
    must_be_told(cup)


def test_T9_T10_what_officials_decide_is_told_by_the_log_and_carried_by_the_file():
    """Points off, and a tie that the program decided by lot."""
    circle = [((1, 2), (3, 1)), ((2, 3), (3, 1)), ((3, 1), (3, 1))]
    cup = a_league(3, circle, format_options={"ties": "lot"})
    by = {"actor": play.PROGRAM, "reason": "as the regulation says"}
    give_points(pair_id=play.pair(cup, 3).pk, points=-1, **by)
    assert table_of(cup)[-1] == (3, 0)
    give_points(pair_id=play.pair(cup, 3).pk, points=1, **by)
    (tie,) = open_ties(tournament_id=cup.pk)
    decide_tie(tournament_id=cup.pk, how="program", order=tie.numbers, **by)
    must_be_told(cup)


def test_T10_a_league_from_which_a_pair_left_is_carried_by_the_file():
    cup = play.tournament(
        entered=4, drawn=True, format="round_robin", format_options={"any_order": True}
    )
    play.play_round(cup, 1)
    by = {"actor": play.PROGRAM, "reason": "moved away"}
    departures.withdraw(pair_id=play.pair(cup, 2).pk, results="annulled", **by)
    must_be_told(cup)
