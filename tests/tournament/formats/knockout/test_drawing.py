"""The draw (T2)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament import play
from tournament.formats import settling
from tournament.formats.knockout import SEEDS_REST, draw
from tournament.formats.setting import Wishes
from tournament.matches.models import Match

PAIRS = st.integers(min_value=2, max_value=150)
ROOT = Path(__file__).resolve().parents[4]
SEEDS = st.text(max_size=30).filter(lambda s: s.isprintable())


def byes_by_group(drawn):
    """How many byes meet in each match of round 2."""
    byes = [b is None for _a, b in drawn.matches]
    return [sum(byes[i : i + 2]) for i in range(0, len(byes), 2)]


@given(PAIRS, SEEDS)
def test_T2_every_pair_is_drawn_exactly_once(pairs, seed):
    drawn = draw(range(1, pairs + 1), seed)
    placed = [number for match in drawn.matches for number in match if number is not None]
    assert sorted(placed) == list(range(1, pairs + 1))


@given(PAIRS, SEEDS)
def test_T2_byes_fill_up_to_the_next_power_of_two_and_leave_no_match_empty(pairs, seed):
    drawn = draw(range(1, pairs + 1), seed)
    size = settling.size(pairs)
    assert len(drawn.matches) == size // 2
    assert drawn.byes == size - pairs
    assert size // 2 < pairs <= size
    assert all(a is not None for a, _b in drawn.matches)


@given(PAIRS, SEEDS)
def test_T2_byes_never_two_in_one_slot_of_round_2_while_there_are_slots_enough(pairs, seed):
    groups = byes_by_group(draw(range(1, pairs + 1), seed))
    byes = sum(groups)
    if byes <= len(groups):
        assert max(groups) <= 1
    else:
        assert min(groups) == 1


@given(PAIRS, SEEDS)
def test_the_same_seed_draws_the_same_whatever_the_order_of_entry(pairs, seed):
    numbers = list(range(1, pairs + 1))
    assert draw(numbers, seed) == draw(numbers[::-1], seed)


def test_another_seed_draws_otherwise():
    assert len({draw(range(1, 28), f"seed {n}").matches for n in range(50)}) == 50


def test_every_pair_has_the_same_chance_of_a_bye():
    counts = dict.fromkeys(range(1, 8), 0)
    for n in range(3500):
        (lucky,) = [a for a, b in draw(range(1, 8), str(n)).matches if b is None]
        counts[lucky] += 1
    assert all(420 < count < 580 for count in counts.values())


@given(PAIRS, SEEDS)
def test_the_recipe_of_the_documentation_gives_the_same(pairs, seed):
    recipe = (ROOT / "docs/draw.md").read_text().split("```python\n")[1].split("```")[0]
    names = {}
    exec(recipe, names)
    found = names["draw"](seed, list(range(1, pairs + 1)))
    assert found == [list(both) for both in draw(range(1, pairs + 1), seed).matches]


def test_this_draw_never_changes():
    assert draw(range(1, 6), "brisbane").matches == PINNED


PINNED = ((1, 4), (2, None), (3, None), (5, None))


@pytest.mark.parametrize("numbers", [[], [1]])
def test_one_pair_cannot_be_drawn(numbers):
    with pytest.raises(ValueError):
        draw(numbers, "s")


def test_a_pair_named_twice_cannot_be_drawn():
    with pytest.raises(ValueError):
        draw([1, 2, 2], "s")


@given(PAIRS, SEEDS, st.data())
def test_T2_seeds_rest_first_in_their_order_where_there_are_byes(pairs, seed, data):
    numbers = range(1, pairs + 1)
    seeds = tuple(data.draw(st.permutations(numbers))[: data.draw(st.integers(0, min(8, pairs)))])
    drawn = draw(numbers, seed, Wishes(seeds=seeds), SEEDS_REST)
    resting = {a for a, b in drawn.matches if b is None}
    assert len(resting) == settling.size(pairs) - pairs
    best = seeds[: len(resting)]
    assert set(best) <= resting
    groups = byes_by_group(drawn)
    assert max(groups) <= 1 or min(groups) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("format_", ["knockout", "swiss", "three_losses"])
@pytest.mark.parametrize("by_lot", [False, True])
def test_T2_a_tournament_lets_its_first_seed_rest_unless_byes_are_by_lot(format_, by_lot):
    rests = []
    for first in range(1, 8):
        options = {"seeds": [first], "byes_by_lot": by_lot}
        cup = play.tournament(entered=7, drawn=True, format=format_, format_options=options)
        (bye,) = Match.objects.filter(tournament=cup, round=1, ended_by="bye")
        rests.append(bye.pair_a.number == first)
    assert all(rests) != by_lot
