"""How many lost matches put a pair out, and from which round on they count."""

from dataclasses import replace
from itertools import pairwise

import pytest

from mus.sides import BySide, Side
from tests.tournament.formats.test_every_format import made
from tests.tournament.formats.unruly import UnrulyDay, over
from tournament.formats.bouts import Bout, Place
from tournament.formats.registry import made_for


def lost_in(*rounds: int) -> list[Bout]:
    """Pair 2 loses to pair 1 in each of these rounds."""
    return [over(Bout(Place(number, 0), BySide(1, 2))) for number in rounds]


@pytest.mark.parametrize("lives", [2, 3, 4, 5])
def test_a_pair_is_out_at_the_lost_match_that_was_chosen_and_not_before(lives):
    format_ = made_for("three_losses", {"lives": lives})
    assert format_.out(lost_in(*range(1, lives))) == frozenset()
    assert format_.out(lost_in(*range(1, lives + 1))) == {2}


def test_three_are_the_rule_where_nothing_is_chosen():
    format_ = made_for("three_losses", {})
    assert format_.out(lost_in(1, 2)) == frozenset()
    assert format_.out(lost_in(1, 2, 3)) == {2}


@pytest.mark.parametrize("safe", [0, 1, 2, 3])
def test_nobody_goes_out_in_the_rounds_that_do_not_count(safe):
    format_ = made_for("fresh_draw", {"safe_rounds": safe})
    assert format_.out(lost_in(*range(1, safe + 1))) == frozenset()
    assert format_.out(lost_in(*range(1, safe + 2))) == {2}


@pytest.mark.parametrize("first", [2, 3, 5])
def test_from_the_knockout_on_one_lost_match_puts_a_pair_out(first):
    format_ = made_for("three_losses", {"lives": 3, "knockout_from": first})
    assert format_.out(lost_in(1)) == frozenset()
    assert format_.out(lost_in(first)) == {2}
    assert format_.out(lost_in(1, first)) == {2}
    assert format_.out(lost_in(*range(1, min(first, 3)))) == frozenset()


@pytest.mark.parametrize(
    ("lost", "out"),
    [((3, 4), True), ((1, 3, 4), True), ((3,), False), ((1, 2, 3), False), ((1, 2, 3, 4), True)],
)
def test_from_a_round_on_a_pair_has_two_lives_left_at_most(lost, out):
    of = made_for("three_losses", {"lives": 4, "knockout_from": 3, "lives_then": 2})
    assert (of.out(lost_in(*lost)) == {2}) is out


@pytest.mark.parametrize(
    ("pairs", "first", "rounds"), [(16, 2, 5), (16, 3, 6), (9, 2, 5), (9, 3, 6)]
)
def test_two_lives_until_a_round_and_then_a_knockout_that_halves_the_field(pairs, first, rounds):
    """With three lives nobody is out in the first two rounds; then half of them in each."""
    of = made(("three_losses", {"knockout_from": first}), pairs)
    day = UnrulyDay(of, pairs, 1)
    day.play_out()
    assert max(bout.place.round for bout in day.bouts) == rounds == of.rounds(pairs)
    alive = [len({p for b in day.bouts if b.place.round == n for p in b.pairs if p})
             for n in range(first, rounds + 1)]  # fmt: skip
    assert alive[0] == pairs
    assert all(after == (before + 1) // 2 for before, after in pairwise(alive))


def test_a_match_before_the_knockout_that_is_played_again_leaves_the_knockout_as_it_is():
    """Either pair has lives left whoever wins it, so who plays in the knockout does not change."""
    of = made(("three_losses", {"knockout_from": 2}), 8)
    day = UnrulyDay(of, 8, 1)
    while any(b.status == "ready" and b.place.round == 1 for b in day.bouts):
        day.end(next(b for b in day.bouts if b.status == "ready"))
        day.settle()
    begun, ended = [b for b in day.bouts if b.place.round == 2][:2]
    day._put(begun, status="playing", begun=True)
    day.end(ended, Side.B)
    again = [
        bout
        for bout in day.bouts
        if bout.place.round == 1 and {*bout.pairs} & {*ended.pairs}
        if {*bout.pairs}.isdisjoint(begun.pairs)
    ]
    assert again
    for one in again:
        opened = replace(one, status="playing", winner=None, ended_by="")
        found = of.resolve([opened if bout == one else bout for bout in day.bouts], {})
        assert found.undone == ()
