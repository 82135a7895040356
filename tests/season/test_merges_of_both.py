"""A merge holds for the pair and for its players, whatever carries the points."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from season.models import Circuit
from season.queries.ranking import ranking
from season.rules.people import pairs_of_same_players, same_seats
from season.services import circuits, merging
from tests.season.seasons import FOUR, actor_of, circuit, cup, key_of, view

pytestmark = pytest.mark.django_db


def carried(made: Circuit, by: str, runner: User) -> None:
    circuits.change(circuit_id=made.pk, carried_by=by, actor=actor_of(runner))


def times(made: Circuit) -> dict[str, int]:
    """Name → in how many tournaments, of those who played in more than one."""
    lines = ranking(circuit=view(made)).lines
    return {one.person.name: len(one.results) for one in lines if len(one.results) > 1}


def two_names(runner: User, carried_by: str) -> Circuit:
    cups = [
        cup("January Cup", ("José Mª Agirre, Orio", *FOUR[1:])),
        cup("February Cup", ("Orio, Jose Maria Agirre", *FOUR[1:]), day=31, seed="t"),
    ]
    return circuit(runner, *cups, carried_by=carried_by, same_names="all")


@pytest.mark.parametrize("same_names", ["all", "ask"])
def test_who_is_merged_as_a_pair_is_merged_as_players(runner, same_names):
    made = two_names(runner, "pair")
    keys = [key_of(made, name) for name in ("José Mª Agirre – Orio", "Orio – Jose Maria Agirre")]
    merging.merge(circuit_id=made.pk, one=keys[0], other=keys[1], actor=actor_of(runner))
    circuits.change(
        circuit_id=made.pk, carried_by="player", same_names=same_names, actor=actor_of(runner)
    )
    found = times(made)
    assert found["Jose Maria Agirre"] == found["Orio"] == 2


def test_who_is_merged_as_a_player_makes_one_pair(runner):
    made = two_names(runner, "player")
    keys = [key_of(made, name) for name in ("José Mª Agirre", "Jose Maria Agirre")]
    merge = merging.merge(circuit_id=made.pk, one=keys[0], other=keys[1], actor=actor_of(runner))
    carried(made, "pair", runner)
    assert times(made)["Orio – Jose Maria Agirre"] == 2
    merging.split(circuit_id=made.pk, merge_id=merge.pk, actor=actor_of(runner))
    assert "Orio – Jose Maria Agirre" not in times(made)


def test_where_both_names_differ_nobody_can_tell_who_is_who():
    assert same_seats(("a", "b"), ("b", "c")) == ((2, 1), (1, 2))
    assert same_seats(("a", "b"), ("a", "b")) == ((1, 1), (2, 2))
    assert same_seats(("a", "b"), ("c", "d")) == ()
    seats = {(1, 1): (1, 1), (1, 2): (1, 2), (2, 1): (1, 2), (2, 2): (1, 1), (3, 1): (1, 1)}
    assert pairs_of_same_players(seats) == ((1, 2),)
