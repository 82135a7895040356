"""The clause of each line of a ledger, and what each clause says."""

import random

import pytest

from mus import PRESETS, FalseWords, RuleSet, settle_json
from mus.bots import BOLD, TIMID, play_hand
from scoring.explain.queries.telling import Reasons
from scoring.wording.penalties import PENALTIES, clauses_in_words, payment_clause
from tests.night import seed_of


@pytest.mark.parametrize(
    ("kind", "lance", "punto", "clause"),
    [
        ("deje", "grande", False, "E5"),
        ("paso", "chica", False, "S3"),
        ("envite", "grande", True, "S3"),
        ("envite", "pares", True, "S4"),
        ("envite", "juego", False, "S4"),
        ("envite", "juego", True, "S5"),
        ("pares", "pares", False, "S4"),
        ("juego", "juego", False, "S4"),
        ("punto", "juego", True, "S5"),
        ("ordago", "chica", False, "S6"),
        ("quick", "", False, ""),
    ],
)
def test_S3_to_S6_each_payment_has_its_clause(kind, lance, punto, clause):
    found = payment_clause(kind=kind, lance=lance, is_punto=punto, by_penalty=False)
    assert found == clause


def test_D1_a_deje_that_a_false_word_costs_is_paid_by_its_own_clause():
    assert payment_clause(kind="deje", lance="pares", is_punto=False, by_penalty=True) == "D1"


@pytest.mark.parametrize("rule", FalseWords)
def test_what_a_false_word_costs_is_in_words_under_every_rule(rule):
    said = {
        clause: str(words)
        for clause, words in clauses_in_words(RuleSet(false_words=rule, false_word_stones=7))
    }
    assert said.keys() >= PENALTIES.keys()
    assert not any("%(" in words for words in said.values())
    assert ("7 " in said["P2"]) is (rule is FalseWords.FLAT)
    assert ("2 " in said["J1"]) is (rule is FalseWords.TWO_STONES)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_line_of_a_hand_with_cards_has_a_clause_that_is_in_words(preset):
    ruleset, rng = PRESETS[preset], random.Random(seed_of(5))
    said = {clause: str(words) for clause, words in clauses_in_words(ruleset)}
    assert said.keys() >= PENALTIES.keys()
    assert all(words and "%(" not in words for words in said.values())
    for _hand in range(30):
        record = play_hand(
            ruleset=ruleset, mano=0, score=(0, 0), rng=rng,
            characters=(BOLD, TIMID, BOLD, TIMID),
        )  # fmt: skip
        settlement = settle_json(record)
        reasons = Reasons(record, settlement, ())
        assert all(reasons.clause_of(entry) in said for entry in settlement["ledger"])
