"""Pauses: announced, made longer or shorter, ended, called off; and what they put off."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.pace.queries import clock_now
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.log.models import Event
from tournament.log.rules.actors import Actor
from tournament.matches.models import Match
from tournament.pauses import services as pauses
from tournament.pauses.models import Pause
from tournament.pauses.queries import pauses_ahead, pauses_of
from tournament.pauses.rules import put_off, rested

NOW = timezone.now().replace(microsecond=0)


def at(minutes):
    return NOW + timedelta(minutes=minutes)


def test_time_in_a_pause_is_no_time_of_play_and_puts_the_end_off():
    lunch, siesta = (at(10), at(40)), (at(60), at(70))
    assert rested([lunch, siesta], at(0), at(65)) == timedelta(minutes=35)
    assert rested([lunch], at(40), at(50)) == timedelta()
    assert put_off([siesta, lunch], at(0), timedelta(minutes=5)) == at(5)
    assert put_off([siesta, lunch], at(0), timedelta(minutes=25)) == at(55)
    assert put_off([siesta, lunch], at(0), timedelta(minutes=45)) == at(85)
    assert put_off([lunch], at(20), timedelta(minutes=5)) == at(45)


@pytest.fixture
def cup(db):
    return play.tournament(entered=8, drawn=True, tables=2)


def announced(cup, **more):
    given = {"minutes": 30, "reason": "lunch", "actor": PROGRAM, **more}
    return pauses.announce(tournament_id=cup.pk, **given)


def refused(code, call, **given):
    with pytest.raises(Refusal) as caught:
        call(**given)
    assert list(caught.value.codes) == [code]


def test_a_pause_is_announced_changed_and_ended_each_as_one_event(cup):
    made = announced(cup)
    [seen] = pauses_ahead(tournament_id=cup.pk)
    assert (seen.id, seen.minutes, seen.reason) == (made.pk, 30, "lunch")
    pauses.change(pause_id=made.pk, minutes=45, actor=PROGRAM)
    assert pauses_of(tournament_id=cup.pk)[0].minutes == 45
    pauses.end(pause_id=made.pk, actor=PROGRAM)
    assert pauses_ahead(tournament_id=cup.pk) == ()
    assert pauses_of(tournament_id=cup.pk)[0].minutes == 0
    told = Event.objects.filter(kind__startswith="pause.").order_by("number")
    assert [one.kind for one in told] == ["pause.announced", "pause.changed", "pause.ended"]
    assert told[1].data["minutes"] == 45
    refused("over", pauses.change, pause_id=made.pk, minutes=50, actor=PROGRAM)


def test_a_pause_that_is_called_off_counts_as_if_it_had_never_been(cup):
    made = announced(cup, starts_at=timezone.now() + timedelta(hours=1))
    refused("not_begun", pauses.end, pause_id=made.pk, actor=PROGRAM)
    pauses.call_off(pause_id=made.pk, actor=PROGRAM)
    assert pauses_of(tournament_id=cup.pk) == ()
    with pytest.raises(NotFound):
        pauses.call_off(pause_id=made.pk, actor=PROGRAM)


def test_bad_pauses_are_refused_and_change_nothing(cup):
    refused("reason_required", announced, cup=cup, reason=" ")
    refused("too_long", announced, cup=cup, reason="lunch " * 11)
    refused("out_of_range", announced, cup=cup, minutes=0)
    refused("out_of_range", announced, cup=cup, minutes=241)
    refused("in_the_past", announced, cup=cup, starts_at=timezone.now() - timedelta(hours=1))
    refused("too_far", announced, cup=cup, starts_at=timezone.now() + timedelta(days=2))
    with pytest.raises(NotAllowed):
        announced(cup, actor=Actor("user", None, "nobody"))
    assert not Pause.objects.exists()
    announced(cup)
    refused("overlaps", announced, cup=cup, starts_at=timezone.now() + timedelta(minutes=20))


def test_the_finish_is_put_off_by_the_pause_and_the_pace_is_not_slowed_by_it(cup):
    before = clock_now(tournament_id=cup.pk, now=NOW)
    Pause.objects.create(tournament=cup, starts_at=at(30), ends_at=at(75), reason="lunch")
    after = clock_now(tournament_id=cup.pk, now=NOW)
    for name in ("low", "middle", "high"):
        moved = getattr(after.finish, name) - getattr(before.finish, name)
        assert moved == timedelta(minutes=45)
    assert after.what_if[0].saves == before.what_if[0].saves

    begun = play.start(play.match(cup, 1, 0), table_number=1)
    Match.objects.filter(pk=begun.pk).update(started_at=at(20))
    [seen] = clock_now(tournament_id=cup.pk, now=at(80)).tables
    assert seen.minutes == 15
