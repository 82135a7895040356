"""The bracket and its cards."""

import json

import pytest

from tests.tournament.play import PROGRAM, match, start, tournament
from tournament.matches.queries.matches import (
    bracket,
    match_card,
    matches_at_table,
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


@pytest.mark.parametrize("options", [{"safe_rounds": 1}, {"consolation": "first_round"}])
def test_T2_an_open_side_knows_from_the_byes_whether_somebody_comes(
    options, django_assert_num_queries
):
    cup = tournament(entered=11, drawn=True, format_options=options)
    with django_assert_num_queries(1):
        cards = [card for one in bracket(tournament_id=cup.pk).rounds for card in one.matches]
    sides = {card.comes_to(side) for card in cards for side in "AB"} - {("", "")}
    byes = {card.label for card in cards if card.round == 1 and card.is_bye}
    assert byes
    assert not byes & {label for label, takes in sides if takes == "loser"}
    expected = "nobody" if "safe_rounds" in options else "rested"
    assert expected in {takes for _label, takes in sides}
    with django_assert_num_queries(4):
        assert [match_card(tournament_id=cup.pk, match_id=one.id) for one in cards[-2:]] == [
            *cards[-2:]
        ]


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
