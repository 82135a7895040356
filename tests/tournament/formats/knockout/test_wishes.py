"""Seeded pairs far from each other, and clubmates apart in round 1."""

import pytest

from tournament.formats.knockout import draw
from tournament.formats.setting import Wishes

NUMBERS = range(1, 17)
SEEDS = ("a", "kaixo", "s", "2026")
FOUR = Wishes(seeds=(5, 9, 2, 14))
TWO_OF_EACH = {number: f"Club {(number + 1) // 2}" for number in NUMBERS}


def match_of(made, number):
    return next(slot for slot, match in enumerate(made.matches) if number in match)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_two_are_in_different_halves_and_the_best_four_in_different_quarters(seed):
    where = [match_of(draw(NUMBERS, seed, FOUR), number) for number in FOUR.seeds]
    assert where[0] // 4 != where[1] // 4
    assert {slot // 2 for slot in where} == {0, 1, 2, 3}


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_of_one_club_do_not_meet_in_round_1_where_that_can_be(seed):
    made = draw(NUMBERS, seed, Wishes(clubs=TWO_OF_EACH))
    assert all(TWO_OF_EACH[a] != TWO_OF_EACH[b] for a, b in made.matches)


def test_without_the_wish_some_of_them_do():
    met = [
        match for seed in map(str, range(20)) for match in draw(NUMBERS, seed).matches
        if TWO_OF_EACH[match[0]] == TWO_OF_EACH[match[1]]
    ]  # fmt: skip
    assert met
