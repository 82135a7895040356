"""The table as data: what a match brings, what it is ordered by, how often each pair meets."""

from itertools import combinations, pairwise

import pytest

from mus.sides import BySide, Side
from tests.tournament.formats.unruly import drawn, over
from tournament.formats.registry import FORMATS
from tournament.formats.setting import MAY_BE_LEVEL, SOMEBODY_WINS, Setting, allowed_option


def league(options, pairs, *, points=SOMEBODY_WINS):
    return FORMATS["round_robin"](Setting(options, "s", pairs, points=points))


def played(format_, pairs, results):
    """The league after these results: (pair, other) → games; of a double league in the order in
    which the two meet."""
    left = {frozenset(both): [*games] for both, games in _meetings(results)}
    bouts = []
    for bout in drawn(format_, pairs):
        one = left[frozenset(bout.pairs)].pop(0)
        games = BySide(one[bout.pairs.a], one[bout.pairs.b])
        level = games.a == games.b
        winner = None if level else Side.A if games.a > games.b else Side.B
        bouts.append(over(bout, winner, games=games))
    return list(format_.resolve(bouts, {}).bouts)


def _meetings(results):
    by_both = {}
    for (one, other), (won, lost) in results:
        by_both.setdefault((min(one, other), max(one, other)), []).append({one: won, other: lost})
    return by_both.items()


def order_of(format_, bouts, pairs):
    return [line.pair for line in format_.standings(range(1, pairs + 1), bouts)]


def points_of(format_, bouts, pairs):
    return {line.pair: line.points for line in format_.standings(range(1, pairs + 1), bouts)}


THREE = [((1, 2), (3, 2)), ((1, 3), (3, 2)), ((2, 3), (3, 0))]


def test_a_match_and_each_game_won_bring_what_the_options_say():
    usual, by_game = league({}, 3), league({"points_win": 0, "points_game": 1}, 3)
    both = league({"points_win": 3, "points_game": 1}, 3)
    assert points_of(usual, played(usual, 3, THREE), 3) == {1: 2, 2: 1, 3: 0}
    assert points_of(by_game, played(by_game, 3, THREE), 3) == {1: 6, 2: 5, 3: 2}
    assert points_of(both, played(both, 3, THREE), 3) == {1: 12, 2: 8, 3: 2}


def test_a_level_match_brings_what_the_options_say():
    results = [((1, 2), (2, 2)), ((1, 3), (3, 1)), ((2, 3), (4, 0))]
    three = league({"points_win": 3}, 3, points=MAY_BE_LEVEL)
    two = league({"points_win": 5, "points_level": 2}, 3, points=MAY_BE_LEVEL)
    assert points_of(three, played(three, 3, results), 3) == {1: 4, 2: 4, 3: 0}
    assert points_of(two, played(two, 3, results), 3) == {1: 7, 2: 7, 3: 0}


# 1, 2 and 3 have two points each; 1 won against 2, and lost more games.
OF_FOUR = [
    ((1, 2), (3, 2)), ((3, 1), (3, 0)), ((2, 3), (3, 2)),
    ((1, 4), (3, 2)), ((2, 4), (3, 0)), ((3, 4), (3, 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("order", "first"),
    [
        (["points", "games_difference", "among_level"], [3, 2, 1]),
        (["points", "games_won", "games_among_level"], [2, 3, 1]),
        (["points", "games_among_level"], [3, 2, 1]),
    ],
)
def test_a_table_is_ordered_by_the_criteria_chosen_one_after_the_other(order, first):
    format_ = league({"order": order}, 4)
    assert order_of(format_, played(format_, 4, OF_FOUR), 4) == [*first, 4]
    assert format_.tie_break[:-1] == tuple(order)


def test_the_meeting_counts_among_those_that_the_criteria_before_it_leave_level():
    """Games before the meeting, as the league of a club has it."""
    results = [
        ((1, 2), (2, 3)), ((1, 3), (3, 0)), ((1, 4), (3, 1)),
        ((2, 3), (1, 3)), ((2, 4), (3, 0)), ((3, 4), (3, 0)),
    ]  # fmt: skip
    # 1: 8-4, 2: 7-5, 3: 6-4, each with two points and one match won among the three.
    by_games = league({"order": ["points", "games_won", "games_difference", "among_level"]}, 4)
    assert order_of(by_games, played(by_games, 4, results), 4) == [1, 2, 3, 4]
    alike = [
        ((1, 2), (2, 3)), ((1, 3), (3, 0)), ((1, 4), (3, 0)),
        ((2, 3), (3, 1)), ((2, 4), (2, 3)), ((3, 4), (3, 2)),
    ]  # fmt: skip
    # 1 and 2 have two points and eight games; 2 won their match, and 1 has lost fewer games.
    meeting = league({"order": ["points", "games_won", "among_level", "games_difference"]}, 4)
    games = league({"order": ["points", "games_won", "games_difference", "among_level"]}, 4)
    assert order_of(meeting, played(meeting, 4, alike), 4)[:2] == [2, 1]
    assert order_of(games, played(games, 4, alike), 4)[:2] == [1, 2]


@pytest.mark.parametrize("pairs", [2, 5, 6])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_each_pair_meets_each_other_one_as_often_as_chosen_and_changes_sides(pairs, times):
    format_ = league({"rounds_each": times}, pairs)
    bouts = drawn(format_, pairs)
    once = len(bouts) // times
    assert len(bouts) == len(format_.places(pairs)) == times * pairs * (pairs - 1) // 2
    assert max(bout.place.round for bout in bouts) == format_.rounds(pairs)
    for both in map(set, combinations(range(1, pairs + 1), 2)):
        met = [tuple(bout.pairs) for bout in bouts if both == {*bout.pairs}]
        assert len(met) == times
        assert all(one == other[::-1] for one, other in pairwise(met))
    assert [b.pairs for b in bouts[once:]] == [
        BySide(b.pairs.b, b.pairs.a) for b in bouts[: len(bouts) - once]
    ]


def test_in_a_double_league_the_meetings_count_together():
    format_ = league({"rounds_each": 2}, 2)
    bouts = played(format_, 2, [((1, 2), (3, 2)), ((1, 2), (0, 3))])
    assert order_of(format_, bouts, 2) == [2, 1], "one match each, and more games"


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("order", ["points", "games_won"], True),
        ("order", ["games_won", "points"], False),
        ("order", ["points", "points"], False),
        ("order", ["points", "luck"], False),
        ("order", "points", False),
        ("order", [["points"]], False),
        ("rounds_each", 2, True),
        ("rounds_each", 0, False),
        ("points_win", 0, True),
        ("points_win", True, False),
        ("points_game", 11, False),
    ],
)
def test_an_option_of_the_table_has_its_values(name, value, allowed):
    assert allowed_option(name, value, FORMATS["round_robin"].options) is allowed
