"""Both pairs of a match opened again are absent (T7), or its start is taken back with others, where
rounds are drawn one by one."""

from functools import partial

import pytest

from scoring.rulings.services import cascades
from tests.previews import if_both_gone
from tests.refusals import refusal
from tests.tournament import play
from tests.tournament.matches.falling import (
    WHY,
    agreed,
    falls_with,
    rows,
    taken_back,
)
from tests.tournament.play import must_hold
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.undone import cascades_of_pair
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def first() -> Match:
    """A match of round 1 that was given away, open again while round 2 is played."""
    cup = play.tournament(entered=4, drawn=True, format="swiss")
    given = play.match(cup, 1, 0)
    matches.walkover(match_id=given.pk, winner="B", **WHY)
    play.win(play.match(cup, 1, 1))
    for slot in (0, 1):
        play.win(play.match(cup, 2, slot))
    matches.reopen(match_id=given.pk, **WHY)
    return play.match(cup, 1, 0)


def test_T7_both_are_absent_when_it_is_agreed_to_what_falls_and_that_is_taken_back_as_one(first):
    cup, before = first.tournament, rows(first.tournament)
    at = {"match_id": first.pk, **WHY}
    falls = falls_with(partial(departures.both_absent, match_id=first.pk))
    assert falls
    assert if_both_gone(match_id=first.pk, tournament_id=cup.pk).sets_aside == falls
    assert refusal(departures.both_absent, **at, sets_aside=[*falls, first.pk]) == (
        "cascade_changed",
    )
    assert rows(cup) == before

    gone = departures.both_absent(**at, sets_aside=falls)

    assert {pair.status for pair in gone} == {"withdrawn"}
    assert set(Match.objects.filter(kind="set_aside").values_list("pk", flat=True)) == set(falls)
    told = [event.data for event in Event.objects.filter(kind="pair.withdrawn")]
    assert [len(one.get("set_aside", ())) for one in told] == [len(falls), 0]
    must_hold(cup)

    cascade = Cascade.objects.get(what="pair.withdrawn")
    assert [[one.id for one in cascades_of_pair(pair_id=pair.pk)] for pair in gone] == [
        [cascade.pk], [cascade.pk],
    ]  # fmt: skip
    taken_back(cascade)
    assert rows(cup)[: len(before)] == before
    assert not Pair.objects.exclude(status="entered")


def test_T7_that_both_were_absent_is_not_taken_back_after_one_of_them_has_come(first):
    at = {"match_id": first.pk, **WHY}
    falls = if_both_gone(match_id=first.pk, tournament_id=first.tournament_id).sets_aside
    one, _other = departures.both_absent(**at, sets_aside=falls)
    agreed(departures.reinstate, pair_id=one.pk)
    cascade = Cascade.objects.get(what="pair.withdrawn")
    assert refusal(cascades.take_back, cascade_id=cascade.pk, **WHY) == ("changed_since",)
