"""Pauses: announced, made longer or shorter, ended, called off; and what they put off."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scoring.pace.queries import clock_now
from tests.refusals import faults_of, refusal
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.errors import NotAllowed, NotFound
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.pauses import services as pauses
from tournament.pauses.models import Pause
from tournament.pauses.queries import (
    day_pauses,
    pauses_of,
    tournament_with_pauses,
)
from tournament.pauses.rules import end_of_day, put_off, rested

DAY = timedelta(hours=6)
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


@pytest.mark.parametrize(
    "starts", ["2026-10-25T02:50:00", "2026-03-29T01:50:00"], ids=["an hour twice", "an hour less"]
)
def test_a_pause_lasts_its_minutes_in_a_night_in_which_clocks_change(cup, monkeypatch, starts):
    since = datetime.fromisoformat(starts).replace(tzinfo=ZoneInfo("Europe/Madrid"))
    evening = since.astimezone(UTC) - timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: evening)
    made = announced(cup, starts_at=since, minutes=90)
    made.refresh_from_db()
    assert made.ends_at - made.starts_at == timedelta(minutes=90)
    assert Event.objects.get(kind="pause.announced").data["minutes"] == 90


def test_a_pause_that_is_called_off_counts_as_if_it_had_never_been(cup):
    made = announced(cup, starts_at=timezone.now() + timedelta(hours=1))
    assert refusal(pauses.end, pause_id=made.pk, actor=PROGRAM) == ("not_begun",)
    pauses.call_off(pause_id=made.pk, actor=PROGRAM)
    assert pauses_of(tournament_id=cup.pk) == ()
    with pytest.raises(NotFound):
        pauses.call_off(pause_id=made.pk, actor=PROGRAM)


def test_bad_pauses_are_refused_and_change_nothing(cup):
    now = timezone.now()
    for wrong, code in (
        ({"reason": " "}, "reason_required"),
        ({"reason": "lunch " * 11}, "too_long"),
        ({"minutes": 0}, "out_of_range"),
        ({"minutes": 241}, "out_of_range"),
        ({"starts_at": now - timedelta(hours=1)}, "in_the_past"),
        ({"starts_at": now + timedelta(days=2)}, "too_far"),
    ):
        assert refusal(announced, cup, **wrong) == (code,), wrong
    with pytest.raises(NotAllowed):
        announced(cup, actor=Actor("user", None, "nobody"))
    assert not Pause.objects.exists()
    announced(cup)
    assert refusal(announced, cup, starts_at=now + timedelta(minutes=20)) == ("overlaps",)


@pytest.mark.rows_by_hand
def test_a_pause_is_not_made_shorter_than_it_has_lasted(cup):
    """It would have ended before anybody heard of it; nothing is changed, and nothing told."""
    made = announced(cup)
    begun = Pause.objects.filter(pk=made.pk)
    begun.update(starts_at=timezone.now() - timedelta(minutes=10))
    assert faults_of(pauses.change, pause_id=made.pk, minutes=9) == [("minutes", "in_the_past")]
    assert begun.get().ends_at == made.ends_at
    assert not Event.objects.filter(kind="pause.changed").exists()
    pauses.change(pause_id=made.pk, minutes=11, actor=PROGRAM)
    assert begun.get().ends_at == begun.get().starts_at + timedelta(minutes=11)


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


def test_T5_only_a_pause_that_stops_the_clock_makes_the_day_end_later():
    assert end_of_day(at(0), [], DAY) == at(0) + DAY
    assert end_of_day(at(0), [(at(60), at(90))], DAY) == at(30) + DAY
    assert end_of_day(at(0), [(at(370), at(400)), (at(355), at(375))], DAY) == at(50) + DAY
    assert end_of_day(at(0), [(at(500), at(530))], DAY) == at(0) + DAY, (
        "after the day it is no pause of it"
    )


def test_T5_while_such_a_pause_is_on_the_time_left_stands_still(cup):
    announced(cup, stops_clock=True)
    first, later = (
        day_pauses(
            tournament_id=cup.pk,
            starts_at=NOW,
            length=DAY,
            now=timezone.now() + timedelta(minutes=m),
        )
        for m in (1, 20)
    )
    assert first.running is not None
    assert abs(first.left - later.left) < timedelta(seconds=1)
    assert first.ends_at > NOW + DAY


def test_a_tournament_comes_with_the_pauses_that_are_not_over(cup):
    announced(cup)
    announced(cup, reason="siesta", starts_at=timezone.now() + timedelta(hours=2))
    off = announced(cup, reason="cake", starts_at=timezone.now() + timedelta(hours=4))
    pauses.call_off(pause_id=off.pk, actor=PROGRAM)
    same, found = tournament_with_pauses(tournament_id=cup.pk)
    assert same.pk == cup.pk
    assert [reason for _since, _until, reason in found] == ["lunch", "siesta"]
    assert tournament_with_pauses(tournament_id=play.tournament().pk)[1] == ()


def test_a_pause_is_for_a_word_or_two_of_60_letters_at_most(cup):
    announced(cup, reason="x" * 60)
    assert refusal(announced, cup=cup, reason="x" * 61) == ("too_long",)
