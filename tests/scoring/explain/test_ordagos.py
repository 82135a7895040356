"""The last órdagos that were seen."""

import pytest

from scoring.explain.queries.ordagos import last_ordagos
from tests.scoring import table

pytestmark = pytest.mark.django_db


def ordago_for_b(match):
    bets = {"grande": [{"by": "A", "call": "ordago"}, {"by": "B", "call": "quiero"}]}
    cards = ["4 5 6 7", "R R S 7", "4 4 5 6", "A A 4 5"]
    declared = {"pares": [False, True, True, True], "juego": [False, True, False, False]}
    table.record(match, {**table.plain(), "cards": cards, "declared": declared, "bets": bets})


def test_S6_an_ordago_that_was_seen_is_told_with_who_won_it():
    match = table.a_match()
    table.record(match, table.plain())
    assert last_ordagos(tournament_id=match.tournament_id) == ()
    ordago_for_b(match)
    (told,) = last_ordagos(tournament_id=match.tournament_id)
    assert (told.winner, told.loser) == (match.pair_b.name, match.pair_a.name)
    assert (told.game, told.number, told.label) == (1, 2, "1.1")


def test_only_as_many_as_wanted_are_read_the_newest_first(django_assert_num_queries):
    match = table.a_match(best_of=5)
    for _game in range(2):
        ordago_for_b(match)
    with django_assert_num_queries(1):
        found = last_ordagos(tournament_id=match.tournament_id, most=1)
    assert [one.game for one in found] == [2]
