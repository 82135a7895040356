"""What T5 would do, said before it is done."""

from functools import partial

import pytest

from tests.tournament import play
from tournament.clock import services as clock
from tournament.clock.rules import fewer_from, length_under
from tournament.formats.regulations import BEST_OF
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn():
    return play.tournament(entered=8, drawn=True)


def preview(drawn):
    act = partial(clock.reduce_games, tournament_id=drawn.pk, actor=play.PROGRAM)
    return clock.preview_reductions(act, tournament_id=drawn.pk)


def at(drawn, slot, games):
    match = Match.objects.get(tournament=drawn, round=1, slot=slot)
    play.start(match, table_number=slot + 1)
    matches.set_games(match_id=match.pk, games=games, actor=play.PROGRAM)
    return match


def test_t5_what_is_foretold_is_what_happens(drawn):
    won, level, open_ = at(drawn, 0, (2, 1)), at(drawn, 1, (2, 2)), at(drawn, 2, (1, 1))

    three, one = preview(drawn)

    assert (three.best_of, one.best_of) == (3, 1)
    assert [card.id for card in three.won] == [won.pk]
    assert [card.id for card in three.level] == [level.pk]
    assert three.shorter == 5  # one going on, one ready, three still waiting
    clock.reduce_games(
        tournament_id=drawn.pk, best_of=3, actor=play.PROGRAM, reason="the hall closes"
    )
    statuses = {m.pk: m.status for m in Match.objects.filter(tournament=drawn)}
    assert [statuses[one.pk] for one in (won, level, open_)] == ["finished", "playing", "playing"]


SCORES = [
    (was, fewer, (a, b))
    for was in BEST_OF
    for fewer in BEST_OF
    for a in range(was // 2 + 2)
    for b in range(was // 2 + 2)
    if fewer < was and (a, b) != (was // 2 + 1, was // 2 + 1)
]


def test_T5_no_reduction_makes_a_match_longer_or_takes_a_win_away():
    for was, fewer, games in SCORES:
        length = length_under(fewer, was=was, games=games)
        needed, most = length // 2 + 1, max(games)
        assert length % 2 == 1
        assert fewer <= length <= was
        assert most <= needed or length == fewer
        if games[0] != games[1] and most >= fewer // 2 + 1:
            assert most == needed > min(games), "who leads with the reduced number has won"
        else:
            assert most < needed, "the game in progress decides"


@pytest.mark.parametrize(
    ("games", "best_of", "ends"),
    [((2, 1), 3, "A"), ((1, 2), 3, "B"), ((2, 0), 3, "A"), ((1, 1), 3, ""), ((1, 0), 1, "A")],
)
def test_T5_best_of_5_reduced_to_1_ends_where_one_pair_leads(drawn, games, best_of, ends):
    match = at(drawn, 0, games)
    clock.reduce_games(tournament_id=drawn.pk, best_of=1, actor=play.PROGRAM, reason="late")
    match.refresh_from_db()
    assert (match.best_of, match.winner, (match.games_a, match.games_b)) == (best_of, ends, games)


@pytest.mark.parametrize(
    ("first", "fewer", "before", "after"),
    [
        (1, 3, (5, {"2": 1, "3": 5}), (3, {"2": 1, "3": 3})),
        (1, 3, (5, {"2": 7, "3": 5}), (3, {})),
        (1, 1, (5, {"2": 1, "3": 5}), (1, {})),
        (1, 3, (5, {"1": 1, "2": 5}), (3, {"1": 1, "2": 3})),
        (2, 3, (5, {"2": 1, "3": 5}), (5, {"2": 1, "3": 3})),
        (2, 3, (5, {"3": 1, "4": 7}), (5, {"2": 3, "3": 1, "4": 3})),
        (3, 3, (5, {"2": 1, "3": 7}), (5, {"2": 1, "3": 3})),
        (2, 2, (4, {"4": 5}), (4, {"2": 2, "4": 3})),
    ],
)
def test_T5_a_round_behind_a_short_one_keeps_its_own_number(first, fewer, before, after):
    best_of, by_round = before
    assert fewer_from(first, fewer, best_of=best_of, by_round=by_round) == after


def test_T5_fewer_games_in_the_final_make_no_round_before_it_longer():
    by_round = {"left_2": 5}
    assert fewer_from(2, 3, best_of=1, by_round=by_round) == (1, {"left_2": 3})
    assert fewer_from(1, 3, best_of=1, by_round=by_round) == (1, {"left_2": 3})


def test_T5_rounds_behind_a_short_one_are_drawn_as_long_as_all_others():
    cup = play.tournament(
        entered=8, drawn=True, format="repesca",
        settings={"games_to_win": 3, "round_2_games_to_win": 1},
    )  # fmt: skip
    clock.reduce_games(tournament_id=cup.pk, best_of=3, actor=play.PROGRAM, reason="late")
    for number in (1, 2):
        play.play_round(cup, number)
    lengths = {match.round: match.best_of for match in Match.objects.filter(tournament=cup)}
    assert lengths == {1: 3, 2: 1, 3: 3}
    play.must_hold(cup)


def test_T5_rounds_behind_a_short_one_can_be_reduced_once_more():
    cup = play.tournament(
        entered=16, drawn=True, settings={"games_to_win": 3, "round_2_games_to_win": 1}
    )
    reduce = partial(clock.reduce_games, tournament_id=cup.pk, actor=play.PROGRAM, reason="late")
    reduce(best_of=3)
    reduce(best_of=1, from_round=4)
    cup.refresh_from_db()
    assert [cup.lengths.of_round(number) for number in (1, 2, 3, 4)] == [3, 1, 3, 1]
    play.must_hold(cup)
