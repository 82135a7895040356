"""The engine held to a plain second writing of the rules (`tests/mus/naive.py`) on random hands."""

import random

from hypothesis import assume, given, settings

from mus import RANKS, SUITS, holding_of, judge, ruleset_from, settle_json
from mus.cards import card_from
from mus.tests.strategies import records
from tests.mus import naive
from tests.night import of_many, seed_of

PACK = [rank + suit for rank in RANKS for suit in SUITS]


@settings(max_examples=of_many(100, nightly=2_000))
@given(records(jokers=False))
def test_random_hands_settle_as_in_the_plain_writing(record):
    answer = settle_json(record)
    assume(answer["ok"])
    answer.pop("claim", None)
    assert answer == naive.settle(record)


def test_random_deals_are_judged_as_in_the_plain_writing():
    rng = random.Random(seed_of(20240526))
    for kings in (8, 4):
        ruleset = ruleset_from({"kings": kings})
        for _ in range(1500):
            dealt = rng.sample(PACK, 16)
            deal = [dealt[0:4], dealt[4:8], dealt[8:12], dealt[12:16]]
            cards = [[card_from(token) for token in four] for four in deal]
            holdings = [holding_of(four, ruleset) for four in cards]  # type: ignore[arg-type]
            told = [-1 if seat is None else seat for seat in naive.judge_deal(deal, kings)]
            assert list(judge(holdings, 0)) == told
