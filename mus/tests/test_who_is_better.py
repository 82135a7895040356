"""W1 to W6: single comparisons, named by their clause. The exhaustive ones are beside this file."""

import itertools

import pytest

from mus import Judgement, card_from, holding_of, judge, ruleset_from
from mus.tests.build import EXAMPLE, paid_for, settled

LOW, OTHER = "7 6 5 4", "7 5 4 A"
FIRST, SECOND = 0, 1


def judged(*fours: str, mano: int = 0, kings: int = 8) -> Judgement:
    ruleset = ruleset_from({"kings": kings})
    cards = [[card_from(token) for token in four.split()] for four in fours]
    return judge([holding_of(four, ruleset) for four in cards], mano)  # type: ignore[arg-type]


def winner(lance: str, *fours: str, mano: int = 0) -> int:
    """The seat that wins a lance among these cards, all telling the truth."""
    return judged(*fours, mano=mano)[("grande", "chica", "pares", "juego").index(lance)]


def beats(lance: str, better: str, worse: str) -> bool:
    """Whether `better` wins from both seats, the mano's and the other."""
    return (winner(lance, worse, better), winner(lance, better, worse, mano=1)) == (SECOND, FIRST)


@pytest.mark.parametrize("mano", range(4))
@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego"])
def test_W1_equal_cards_are_won_by_the_seat_first_from_the_mano(lance: str, mano: int) -> None:
    assert winner(lance, *["R C S S"] * 4, mano=mano) == mano
    assert winner(lance, *["5 5 A A"] * 6, mano=mano) == mano


@pytest.mark.parametrize(("mano", "pair"), [(0, "B"), (1, "B"), (2, "A"), (3, "B")])
def test_W1_among_equals_the_nearer_to_the_mano_wins(mano: int, pair: str) -> None:
    # The best grande is at seats 1 and 2: R R S A each.
    assert settled(*EXAMPLE, mano=mano)["winners"]["grande"] == pair


def test_W1_the_best_player_wins_for_the_pair() -> None:
    # Seat 2 alone beats both of B, seat 0 loses to both.
    answer = settled("7 6 5 4", "C S 5 4", "R 7 5 4", "C S 7 4")
    assert answer["winners"]["grande"] == "A"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("R 4 4 4", "C C S S"),
        ("R C 4 4", "R S S S"),
        ("R R C A", "R R S 7"),
        ("7 6 5 4", "7 6 5 A"),
        ("3 3 4 A", "R C C C"),
    ],
)
def test_W2_grande_compares_the_highest_card_first(better: str, worse: str) -> None:
    assert beats("grande", better, worse)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("A R R R", "4 4 5 5"),
        ("2 R R R", "4 4 5 5"),
        ("A A R R", "A 4 4 4"),
        ("4 5 6 7", "4 5 6 S"),
        ("A 4 5 6", "2 4 5 7"),
    ],
)
def test_W3_chica_compares_the_lowest_card_first(better: str, worse: str) -> None:
    assert beats("chica", better, worse)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("A A A 4", "R R C S"),  # medias over par
        ("A A 4 4", "R R R C"),  # duples over medias
        ("A A A A", "R R R C"),  # four alike are duples
        ("R R 7 6", "C C R S"),  # the higher par
        ("R R R A", "C C C R"),  # the higher medias
        ("C C 5 5", "S S S S"),  # duples: the higher par first
        ("C C 5 5", "C C 4 4"),  # then the lower
        ("R R A A", "C C C C"),
        ("5 5 5 5", "5 5 4 4"),
    ],
)
def test_W4_pares_par_below_medias_below_duples(better: str, worse: str) -> None:
    assert beats("pares", better, worse)


@pytest.mark.parametrize(("one", "other"), [("7 7 4 A", "R C 7 7"), ("5 5 5 R", "A 5 5 5")])
def test_W4_cards_outside_the_pares_never_matter(one: str, other: str) -> None:
    assert winner("pares", one, other, mano=0) == FIRST
    assert winner("pares", one, other, mano=1) == SECOND


@pytest.mark.parametrize(
    ("four", "stones"),
    [("R R C S", 1), ("R R R S", 2), ("3 R 3 S", 2), ("R R S S", 3), ("R 3 R 3", 3)],
)
def test_W4_pares_are_worth_1_2_and_3(four: str, stones: int) -> None:
    assert paid_for("pares", settled(four, LOW, OTHER, "6 5 4 A")) == [f"A pares {stones}"]


JUEGOS = ["R R S A", "C S 6 6", "R C S S", "R R S 7", "R R S 6", "R R S 5", "R R S 4", "R S 7 6"]


@pytest.mark.parametrize(("better", "worse"), list(itertools.pairwise(JUEGOS)))
def test_W5_juego_31_32_40_37_36_35_34_33(better: str, worse: str) -> None:
    assert beats("juego", better, worse)


@pytest.mark.parametrize(
    ("four", "stones"), [("R C S A", 3), ("R 7 7 7", 3), ("R C S 4", 2), ("R R C S", 2)]
)
def test_W5_juego_is_worth_3_for_31_and_else_2(four: str, stones: int) -> None:
    assert paid_for("juego", settled(four, "6 5 4 A", "S 5 4 A", "C 6 5 4")) == [
        f"A juego {stones}"
    ]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("R S 6 4", "R S 5 4"),
        ("7 7 7 6", "A A A A"),
        ("R R 5 5", "C 7 6 5"),
        ("4 A A A", "2 2 A A"),
    ],
)
def test_W6_punto_is_won_by_the_highest_total(better: str, worse: str) -> None:
    assert beats("juego", better, worse)


def test_W6_punto_is_worth_1() -> None:
    assert paid_for("juego", settled("R C 5 4", "S 7 6 5", LOW, "6 4 A 5")) == ["A punto 1"]
