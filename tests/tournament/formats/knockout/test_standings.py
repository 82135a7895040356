"""Standings of a knockout."""

from tests.tournament.formats.played import bout
from tournament.formats.knockout import standings


def played():
    """Eight pairs; 1 beats 2 in the final."""
    return [
        bout(1, 0, 1, 5, (2, 0)),
        bout(1, 1, 3, 6, (2, 1)),
        bout(1, 2, 2, 7, (2, 0)),
        bout(1, 3, 4, 8, (2, 0)),
        bout(2, 0, 1, 3, (2, 1)),
        bout(2, 1, 2, 4, (2, 0)),
        bout(3, 0, 1, 2, (2, 1)),
    ]


def lines(found):
    return [(line.pair, line.place, line.shared, line.title) for line in found]


def test_champion_runner_up_semi_finalists_then_by_round_and_games():
    assert lines(standings(range(1, 9), played())) == [
        (1, 1, False, "champion"),
        (2, 2, False, "runner_up"),
        (3, 3, True, "semi_finalist"),
        (4, 3, True, "semi_finalist"),
        (6, 5, False, "beaten"),
        (5, 6, True, "beaten"),
        (7, 6, True, "beaten"),
        (8, 6, True, "beaten"),
    ]


def test_who_may_still_win_stands_first_and_has_no_place_yet():
    bouts = [*played()[:6], bout(3, 0, 1, 2)]
    assert lines(standings(range(1, 9), bouts))[:3] == [
        (1, None, False, "still_in"),
        (2, None, False, "still_in"),
        (3, 3, True, "semi_finalist"),
    ]


def test_games_and_matches_are_counted_without_byes():
    bouts = [bout(1, 0, 1, None, (0, 0), "bye"), bout(1, 1, 2, 3, (1, 2)), bout(2, 0, 1, 3, (2, 1))]
    best = standings([1, 2, 3], bouts)[0]
    assert (best.matches_won, best.matches_lost, best.games_won, best.games_lost) == (1, 0, 2, 1)


def test_a_pair_that_was_never_drawn_stands_last_without_a_place():
    assert lines(standings(range(1, 10), played()))[-1] == (9, None, False, "out")
