"""The bracket and its cards."""

import json

import pytest

from tests.tournament.play import PROGRAM, match, start, tournament, win
from tournament.errors import NotFound
from tournament.matches.queries.matches import (
    bracket,
    match_card,
    matches_at_table,
    matches_of_pair,
    next_up,
    playing,
)
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("pairs", [2, 4, 27])
def test_a_bracket_costs_one_query_however_big(pairs, django_assert_num_queries):
    cup = tournament(entered=pairs, drawn=True)
    matches.assign_free_tables(tournament_id=cup.pk, actor=PROGRAM)
    with django_assert_num_queries(1):
        found = bracket(tournament_id=cup.pk)
        assert json.dumps([one.to_json() for r in found.rounds for one in r.matches])


def test_rounds_come_in_order_with_their_names():
    rounds = bracket(tournament_id=tournament(entered=8, drawn=True).pk).rounds
    assert [(one.number, one.stage, len(one.matches)) for one in rounds] == [
        (1, "quarter_final", 4),
        (2, "semi_final", 2),
        (3, "final", 1),
    ]


def test_before_the_draw_there_is_no_bracket():
    assert bracket(tournament_id=tournament(entered=4).pk).rounds == ()


def test_a_card_says_who_plays_and_where_the_others_come_from():
    cup = tournament(entered=4, drawn=True)
    win(match(cup, 1, 0))
    card = match_card(match_id=match(cup, 2, 0).pk)
    assert (card.label, card.pair_a.name.startswith("Getaria"), card.pair_b) == ("2.1", True, None)
    assert (card.from_a, card.from_b) == ("", "1.2")


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("query", [next_up, playing])
def test_lists_of_matches_cost_one_query(query, rows, django_assert_num_queries):
    cup = tournament(entered=8, drawn=True)
    begun = 4 - rows if query is next_up else rows
    for slot in range(begun):
        start(match(cup, 1, slot), table_number=slot + 1)
    with django_assert_num_queries(1):
        found = query(tournament_id=cup.pk)
        assert len([one.to_json() for one in found]) == rows


def test_a_tables_tablet_sees_what_is_played_there_first():
    cup = tournament(entered=8, drawn=True)
    for slot in (0, 1):
        matches.assign_table(match_id=match(cup, 1, slot).pk, table_number=1, actor=PROGRAM)
    start(match(cup, 1, 1))
    found = matches_at_table(tournament_id=cup.pk, number=1)
    assert [(one.slot, one.status) for one in found] == [(1, "playing"), (0, "ready")]


def test_a_pairs_matches_are_all_there():
    cup = tournament(entered=4, drawn=True)
    done = win(match(cup, 1, 0))
    assert [one.round for one in matches_of_pair(pair_id=done.pair_a_id)] == [1, 2]


def test_a_match_of_another_tournament_is_not_found():
    cup, other = tournament(entered=2, drawn=True), tournament(entered=2, drawn=True)
    one = match(cup, 1, 0)
    assert match_card(match_id=one.pk, tournament_id=cup.pk).id == one.pk
    with pytest.raises(NotFound):
        match_card(match_id=one.pk, tournament_id=other.pk)
