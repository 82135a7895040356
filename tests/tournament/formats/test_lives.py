"""How many lost matches put a pair out, and from which round on they count."""

import pytest

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.registry import made_for


def lost_in(*rounds: int) -> list[Bout]:
    """Pair 2 loses to pair 1 in each of these rounds."""
    return [
        Bout(
            Place(number, 0), BySide(1, 2), status="finished", winner=Side.A, ended_by="games",
            begun=True,
        )
        for number in rounds
    ]  # fmt: skip


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
