"""Who is here: ticked, unticked, and by the code on the door."""

import pytest

from tests.refusals import refusal
from tests.tournament.play import PROGRAM, pair, tournament
from tournament.arrivals import services as arrivals
from tournament.arrivals.queries import door_code, roll
from tournament.entries.services import departures
from tournament.errors import NotAllowed, NotFound
from tournament.log.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return tournament(entered=4)


def arrive(cup, *numbers, actor=PROGRAM):
    return arrivals.arrive(tournament_id=cup.pk, numbers=numbers, actor=actor)


def test_nobody_is_missing_before_the_first_tick(cup):
    assert not roll(tournament_id=cup.pk).is_called


def test_a_ticked_pair_is_here_and_the_others_are_missing(cup):
    arrive(cup, 2, 3)
    found = roll(tournament_id=cup.pk)
    assert found.is_called
    assert [one.number for one in found.here] == [2, 3]
    assert [one.number for one in found.missing] == [1, 4]
    event = Event.objects.latest("number")
    assert (event.kind, [one["number"] for one in event.data["pairs"]]) == ("pairs.arrived", [2, 3])


def test_a_second_tick_changes_nothing_and_says_nothing(cup):
    arrive(cup, 2)
    before = Event.objects.count()
    assert arrive(cup, 2) == ()
    assert Event.objects.count() == before


def test_everybody_is_ticked_at_once_and_a_second_desk_finds_nothing_left_to_tick(cup):
    arrive(cup, 2)
    new = arrivals.arrive_all(tournament_id=cup.pk, actor=PROGRAM)
    assert [pair.number for pair in new] == [1, 3, 4]
    before = Event.objects.count()
    assert arrivals.arrive_all(tournament_id=cup.pk, actor=PROGRAM) == ()
    assert Event.objects.count() == before


def test_a_pair_that_left_or_does_not_exist_cannot_be_here(cup, foreign_actor):
    departures.withdraw(pair_id=pair(cup, 1).pk, reason="ill", actor=PROGRAM)
    assert refusal(arrive, cup, 1) == ("pair_is_out",)
    for number in (9, 10**20):
        with pytest.raises(NotFound):
            arrive(cup, number)
    with pytest.raises(NotAllowed):
        arrive(cup, 2, actor=foreign_actor)


def test_the_code_on_the_door_opens_its_own_tournament_alone(cup):
    code = door_code(tournament_id=cup.pk)
    (come,) = arrivals.arrive_by_door(tournament_id=cup.pk, code=code, number=3)
    assert come.number == 3
    assert Event.objects.latest("number").actor_label == "the code on the door"
    other = tournament(entered=2, name="Another Cup")
    with pytest.raises(NotAllowed):
        arrivals.arrive_by_door(tournament_id=other.pk, code=code, number=1)


def test_a_tick_is_taken_back(cup):
    arrive(cup, 2)
    arrivals.take_back(tournament_id=cup.pk, number=2, actor=PROGRAM)
    assert not roll(tournament_id=cup.pk).here
    assert refusal(arrivals.take_back, tournament_id=cup.pk, number=2, actor=PROGRAM) == (
        "not_here",
    )
