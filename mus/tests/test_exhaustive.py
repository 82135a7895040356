"""Small spaces, whole: all 91,390 holdings, all pairs of the 330 and 715 classes in every lance."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest

from mus import (
    RANKS,
    SUITS,
    Card,
    Holding,
    holding_classes,
    holding_of,
    holding_of_strengths,
    judge,
    ruleset_from,
)
from mus.play import pack_of
from mus.tests import slow

PACK = [Card(rank, suit) for rank in RANKS for suit in SUITS]
CLASSES = {8: 330, 4: 715}
both_packs = pytest.mark.parametrize("kings", [8, 4], ids=["eight kings", "four kings"])


def all_of(kings: int) -> list[tuple[list[str], Holding]]:
    """Every class as letters and as the engine's holding."""
    return [
        (slow.ranks_of(strengths, kings), holding_of_strengths(strengths))
        for strengths in holding_classes(kings)
    ]


@both_packs
@pytest.mark.sampled(2)
def test_C1_C2_C3_all_91390_holdings_reduce_to_their_class(kings: int) -> None:
    ruleset = ruleset_from({"kings": kings})
    classes = {frozenset(Counter(ranks).items()): holding for ranks, holding in all_of(kings)}
    seen: Counter[Holding] = Counter()
    for cards in combinations(PACK, 4):
        holding = holding_of(cards, ruleset)
        ranks = slow.as_they_count([card.rank for card in cards], kings)
        assert holding == classes[frozenset(Counter(ranks).items())]
        seen[holding] += 1
    assert len(seen) == CLASSES[kings]
    assert seen.total() == comb(40, 4) == 91_390


@both_packs
@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego", "punto"])
@pytest.mark.sampled(3)
def test_W2_to_W6_every_pair_of_classes_compares_as_at_the_table(lance: str, kings: int) -> None:
    told = getattr(slow, lance)
    holdings = [(ranks, getattr(holding, lance)) for ranks, holding in all_of(kings)]
    if lance == "punto":
        holdings = [(ranks, key) for ranks, key in holdings if slow.total(ranks) <= 30]
    for (one, key), (other, other_key) in combinations_with_replacement(holdings, 2):
        assert (key > other_key) - (key < other_key) == told(one, other, kings), (one, other)


@both_packs
def test_W4_W5_every_class_has_the_worth_of_its_pares_and_juego(kings: int) -> None:
    worth = {"": 0, "par": 1, "medias": 2, "duples": 3}
    for ranks, holding in all_of(kings):
        total = slow.total(ranks)
        assert holding.total == total
        assert holding.pares_worth == worth[slow.kind_of_pares(ranks)]
        assert holding.juego_worth == (0 if total < 31 else 3 if total == 31 else 2)
        assert (holding.pares > 0) == holding.may_pares == (not holding.may_lack_pares)
        assert (holding.juego > 0) == holding.may_juego == (not holding.may_lack_juego)
        assert holding.pares_worth > 0 or holding.pares == 0
        assert holding.punto == (total if total <= 30 else 0)


@both_packs
def test_the_classes_are_all_of_them(kings: int) -> None:
    classes = holding_classes(kings)
    assert len(set(classes)) == CLASSES[kings]
    assert all(list(strengths) == sorted(strengths, reverse=True) for strengths in classes)


@pytest.mark.parametrize("kings", [8, 4])
def test_W1_ties_of_any_four_classes_go_to_the_first_place(kings: int) -> None:
    for _, holding in all_of(kings):
        grande, chica, pares, juego = judge([holding] * 4, 0)
        assert (grande, chica, juego) == (0, 0, 0)
        assert pares in (0, -1)


def test_C2_without_twos_all_58905_holdings_count_a_four_as_an_ace() -> None:
    rules, forty = ruleset_from({"without_twos": True}), ruleset_from("brisbane-2024")
    four_as_two = {Card("4", suit): Card("2", suit) for suit in SUITS}
    cards = pack_of(rules)
    assert len(cards) == 36
    seen = 0
    for held in combinations(cards, 4):
        as_forty = [four_as_two.get(card, card) for card in held]
        assert holding_of(held, rules) == holding_of(as_forty, forty)
        seen += 1
    assert seen == comb(36, 4) == 58_905


def test_C3_without_twos_and_with_four_kings_every_rank_is_itself() -> None:
    rules = ruleset_from({"without_twos": True, "kings": 4})
    four = [Card(rank, "o") for rank in "R43A"]
    assert holding_of(four, rules) == holding_of(four, ruleset_from({"kings": 4}))
