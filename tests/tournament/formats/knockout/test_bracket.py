"""The shape of the bracket."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus.sides import Side
from tournament.formats import settling
from tournament.formats.bouts import Place
from tournament.formats.knockout import plain_course


@pytest.mark.parametrize(
    ("pairs", "size", "rounds"),
    [(2, 2, 1), (3, 4, 2), (4, 4, 2), (5, 8, 3), (8, 8, 3), (27, 32, 5), (32, 32, 5), (33, 64, 6)],
)
def test_T1_as_many_rounds_as_the_next_power_of_two_asks_for(pairs, size, rounds):
    assert (settling.size(pairs), settling.rounds(pairs)) == (size, rounds)


@given(st.integers(2, 300))
def test_a_bracket_has_one_match_less_than_places(pairs):
    assert len(settling.places(pairs)) == settling.size(pairs) - 1


@given(st.integers(2, 300))
def test_every_match_but_those_of_round_1_is_fed_by_exactly_two(pairs):
    places = settling.places(pairs)
    later = [place for place in places if place.round > 1]
    course = plain_course(places[-1].round)
    fed_by = [course.source(place, side).place for place in later for side in Side]
    assert sorted(fed_by) == sorted(places[:-1])


def test_the_last_rounds_have_names():
    assert [settling.stage(n, 4) for n in (1, 2, 3, 4)] == [
        "round",
        "quarter_final",
        "semi_final",
        "final",
    ]


def test_the_winner_of_an_even_slot_sits_on_side_a():
    assert plain_course(3).source(Place(2, 1), Side.A).place == Place(1, 2)
    assert plain_course(3).source(Place(2, 1), Side.B).place == Place(1, 3)
