"""The consolation's standings."""

from mus.sides import BySide
from tests.tournament.formats.played import bout
from tournament.formats.bouts import Bout, Place
from tournament.standings.queries import consolation


def lines(standings):
    return [(line.pair, line.place, line.shared, line.title) for line in standings]


def test_T3_the_consolation_counts_matches_won_then_difference_of_games():
    bouts = [bout(1, 0, 5, 6, (2, 0)), bout(1, 1, 7, 8, (2, 1)), bout(2, 2, 6, 8, (2, 0))]
    assert lines(consolation(range(1, 9), bouts)) == [
        (5, 1, False, "beaten"),
        (7, 2, False, "beaten"),
        (6, 3, False, "beaten"),
        (8, 4, False, "beaten"),
    ]


def test_T3_pairs_that_nothing_parts_share_their_place():
    bouts = [bout(1, 0, 5, 6, (2, 0)), bout(1, 1, 7, 8, (2, 0))]
    assert [line.place for line in consolation(range(1, 9), bouts)] == [1, 1, 3, 3]


def test_T3_a_match_called_off_counts_for_nobody():
    off = Bout(Place(1, 0), BySide(5, 6), "finished", None, "ruling")
    assert consolation(range(1, 9), [off]) == ()
