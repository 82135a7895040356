"""What one hand adds: words, stones by lance, holdings."""

from random import Random
from typing import Any

import pytest

from mus import settle_json
from mus.bots import play_hand
from mus.ruleset import RuleSet
from scoring.statistics.rules import PLACES, HandFacts, came_from, difference, facts_of
from tests.night import seed_of
from tests.scoring import table


def facts(*, is_ruled: bool = False, **changes: Any) -> HandFacts:
    record = {"mano": 0, "score": [0, 0], **table.plain(**changes)}
    settlement = settle_json(record)
    assert settlement["ok"], settlement
    return facts_of(
        record=record, settlement=settlement, stones=settlement["stones"], is_ruled=is_ruled
    )


def places(found: HandFacts, side: int) -> dict[str, int]:
    stones = {place: found.counts[side][f"from_{place}"] for place in PLACES}
    return {place: number for place, number in stones.items() if number}


def test_stones_are_counted_by_lance():
    assert places(facts(), 0) == {"chica": 1, "pares": 3, "juego": 3}
    assert places(facts(), 1) == {"grande": 1}


def test_E5_a_deje_is_counted_in_stones_for_who_takes_it():
    bets = {"grande": [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]}
    found = facts(bets=bets)
    assert (found.counts[0]["deje"], found.counts[1]["deje"]) == (1, 0)
    assert found.calls == 2


@pytest.mark.parametrize(("lance", "won"), [("chica", 1), ("grande", 0)])
def test_E3_an_ordago_is_said_seen_and_won_by_who_said_it(lance, won):
    counts = facts(bets=table.ordago(lance)).counts[0]
    assert (counts["ordago_said"], counts["ordago_seen"], counts["ordago_won"]) == (1, 1, won)


def test_E5_a_refused_ordago_is_said_alone():
    bets = {"grande": [{"by": "B", "call": "ordago"}, {"by": "A", "call": "no_quiero"}]}
    counts = facts(bets=bets).counts[1]
    assert (counts["ordago_said"], counts["ordago_seen"], counts["deje"]) == (1, 0, 1)


def test_W4_W5_duples_and_31s_are_counted_by_pair():
    found = facts(
        cards=["A A 4 4", "R R R 7", "C C C A", "S 6 5 4"],
        declared={"pares": [True, True, True, False], "juego": [False, True, True, False]},
    )
    assert (found.counts[0]["duples"], found.counts[0]["thirty_one"]) == (1, 1)
    assert (found.counts[1]["duples"], found.counts[1]["thirty_one"]) == (0, 0)


def test_the_best_holding_wins_a_lance_unless_it_was_refused_or_a_word_was_false():
    won = {held.lance: held.seat for held in facts().held if held.won}
    assert won == {"grande": 1, "chica": 0, "pares": 0, "juego": 2}
    bets = {"grande": [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]}
    assert "grande" not in {held.lance for held in facts(bets=bets).held if held.won}
    false = facts(infractions=[{"kind": "false_claim", "seat": 1}])
    assert not any(held.won for held in false.held)


def test_D7_stones_of_a_ruling_are_nobodys_lance():
    found = facts(is_ruled=True)
    assert places(found, 0) == {"ruled": 7}


def test_a_hand_without_cards_has_stones_alone():
    record = {"quick": {"stones": [5, 2]}, "mano": 0, "score": [0, 0]}
    found = facts_of(record=record, settlement={"ok": True}, stones=(5, 2), is_ruled=False)
    assert places(found, 0) == {"unverified": 5}
    assert found.held == ()


def test_every_stone_of_a_hand_comes_from_somewhere():
    rng = Random(seed_of(12))
    for _hand in range(60):
        record = play_hand(ruleset=RuleSet(), mano=0, score=(0, 0), rng=rng)
        settlement = settle_json(record)
        found = facts_of(
            record=record, settlement=settlement, stones=settlement["stones"], is_ruled=False
        )
        for side in (0, 1):
            assert sum(places(found, side).values()) == settlement["stones"][side]


def test_a_comeback_is_measured_from_the_furthest_behind():
    scores = [(3, 9), (7, 27), (20, 27), (40, 30)]
    assert came_from(scores, "A") == (20, (7, 27))
    assert came_from(scores, "B") == (10, (40, 30))
    assert came_from([(9, 3), (40, 12)], "A") == (0, (0, 0))
    assert difference((40, 38)) == 2
