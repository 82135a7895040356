"""C1 to C5: the pack, what counts as what, and what it is worth."""

import pytest

from mus import RANKS, SUITS, Card, RuleSet, card_from, holding_of, ruleset_from
from mus.cards import strength
from mus.tests.build import EXAMPLE, hand, paid, settle, settled

EIGHT, FOUR = ruleset_from("brisbane-2024"), ruleset_from("nabo")


def cards(text: str) -> list[Card]:
    found = [card_from(token) for token in text.split()]
    assert None not in found
    return [card for card in found if card]


def test_C1_the_pack_has_ten_ranks_in_four_suits() -> None:
    pack = {card_from(rank + suit) for rank in RANKS for suit in SUITS}
    assert len(pack) == 40
    assert None not in pack


@pytest.mark.parametrize(("number", "letter"), [("12", "R"), ("11", "C"), ("10", "S"), ("1", "A")])
def test_C1_a_figure_may_be_written_by_its_number(number: str, letter: str) -> None:
    assert card_from(number) == card_from(letter)
    assert card_from(number + "o") == card_from(letter + "o") == Card(letter, "o")


@pytest.mark.parametrize(
    "token",
    [
        "",
        "8",
        "9",
        "0",
        "13",
        "r",
        "RR",
        "Rx",
        "o",
        "oR",
        "R o",
        "7O",
        "-1",
        "Ro=R",
        "S=R",
        "Sb=R",
        "So=7",
        "So=",
        "=R",
        "Se=A",
        "So=r",
        "So=R=R",
        "Soo",
    ],
)
def test_C1_no_other_token_is_a_card(token: str) -> None:
    assert card_from(token) is None


def test_C1_a_joker_says_what_it_stands_for() -> None:
    assert card_from("Sc=R") == Card("S", "c", "R")
    assert card_from("So=A") == card_from("10o=1") == Card("S", "o", "A")
    assert str(Card("S", "c", "R")) == "Sc=R"
    assert str(Card("R")) == "R"


def test_C1_cards_may_come_as_text_or_as_a_list() -> None:
    listed = hand(*EXAMPLE)
    listed["cards"] = [four.split() for four in EXAMPLE]
    assert settle(listed) == settled(*EXAMPLE)


def test_C2_with_eight_kings_a_3_is_a_king_and_a_2_an_ace() -> None:
    assert holding_of(cards("3 C 2 4"), EIGHT) == holding_of(cards("R C A 4"), EIGHT)
    assert [strength(rank, kings=8) for rank in RANKS] == [10, 9, 8, 7, 6, 5, 4, 10, 1, 1]


def test_C3_with_four_kings_every_rank_is_itself() -> None:
    assert holding_of(cards("3 C 2 4"), FOUR) != holding_of(cards("R C A 4"), FOUR)
    assert [strength(rank, kings=4) for rank in RANKS] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    # Two 3s are a par below two 4s, and a 3 is no high card.
    answer = settled("3 3 C 7", "4 4 S A", "7 6 5 A", "7 6 5 2", rules={"kings": 4})
    assert paid(answer)[:3] == ["A grande paso 1", "B chica paso 1", "B pares pares 1"]


@pytest.mark.parametrize(
    ("ruleset", "values"),
    [(EIGHT, [10, 10, 10, 7, 6, 5, 4, 10, 1, 1]), (FOUR, [10, 10, 10, 7, 6, 5, 4, 3, 2, 1])],
    ids=["eight kings", "four kings"],
)
def test_C4_what_a_card_counts_for_juego_and_punto(ruleset: RuleSet, values: list[int]) -> None:
    totals = [holding_of(cards(f"{rank} 4 4 4"), ruleset).total for rank in RANKS]
    assert totals == [value + 12 for value in values]


def test_C5_suits_matter_for_nothing() -> None:
    suited = ("7o 7e 2c Ab", "3o 3c Se 2b", "Ro Rc Sb Ae", "Cc Ce Cb 6o")
    bare = settled(*EXAMPLE)
    record = hand(*EXAMPLE)
    record["cards"] = list(suited)
    assert settle(record) == bare
    record["cards"] = ["7o 7 2 Ab", *suited[1:]]
    assert settle(record) == bare
