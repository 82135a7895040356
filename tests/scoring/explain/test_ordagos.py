"""The last órdagos that were seen, and the last comebacks."""

import pytest

from scoring.explain.queries.ordagos import last_comebacks, last_ordagos
from tests.scoring import table
from tests.tournament import play
from tournament.matches.services import matches

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


def test_an_ordago_that_an_official_gave_to_the_other_pair_is_told_as_won_by_it():
    match = table.a_match(best_of=5)
    ordago_for_b(match)
    table.overrule(match, 1, 1, stones=[40, 0], game_winner="A", reason="D7")
    (told,) = last_ordagos(tournament_id=match.tournament_id)
    assert (told.winner, told.loser) == (match.pair_a.name, match.pair_b.name)


def test_an_ordago_of_a_match_that_was_set_aside_is_told_no_more():
    cup = play.tournament(entered=4, drawn=True)
    for slot in range(2):
        play.win(play.match(cup, 1, slot))
    final, first = play.start(play.match(cup, 2, 0)), play.match(cup, 1, 0)
    ordago_for_b(final)
    matches.reopen(match_id=first.pk, reason="mixed", sets_aside=[final.pk], actor=table.PROGRAM)
    assert last_ordagos(tournament_id=cup.pk) == ()


def test_S6_a_game_won_from_far_behind_is_a_comeback_with_its_worst_score():
    match = table.a_match()
    table.record(match, {"quick": {"stones": [20, 1]}})
    assert last_comebacks(tournament_id=match.tournament_id) == ()
    ordago_for_b(match)
    (told,) = last_comebacks(tournament_id=match.tournament_id)
    assert (told.winner, told.loser) == (match.pair_b.name, match.pair_a.name)
    assert (told.own, told.other, told.game) == (1, 20, 1)


def test_a_game_won_from_a_little_behind_is_none():
    match = table.a_match()
    table.record(match, {"quick": {"stones": [14, 0]}})
    ordago_for_b(match)
    assert last_comebacks(tournament_id=match.tournament_id) == ()
