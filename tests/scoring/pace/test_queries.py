"""The clock of a day, over what is stored."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.course.models import Game
from scoring.pace.queries import clock_now
from scoring.proof.rules.days import DayRetold
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.clock import services as clock
from tournament.clock.queries import rounds_left
from tournament.log.queries.log import entries_of
from tournament.matches.models import Match
from tournament.tables.services import tables

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(microsecond=0)


def played(match, *, minutes, hands, ago):
    """The match as it was played: three games, ended so many minutes ago."""
    play.win(match)
    start = NOW - timedelta(minutes=ago + minutes)
    Match.objects.filter(pk=match.pk).update(
        started_at=start, finished_at=start + timedelta(minutes=minutes)
    )
    for number in (1, 2, 3):
        Game.objects.create(
            match=match,
            number=number,
            mano=0,
            score_a=40,
            winner="A",
            ended_by="hands",
            started_at=start,
            finished_at=start + timedelta(minutes=minutes * number / 3),
            hand_count=hands // 3,
            last_number=hands // 3,
        )


@pytest.fixture
def cup():
    return play.tournament(entered=8, drawn=True, tables=2)


def now(cup, **more):
    return clock_now(tournament_id=cup.pk, now=NOW + timedelta(**more))


def test_before_the_first_match_the_day_is_reckoned_from_its_start(cup):
    of_now = now(cup).finish.middle - NOW
    starts_at = NOW + timedelta(days=14)
    Tournament.objects.filter(pk=cup.pk).update(starts_at=starts_at)
    finish = now(cup).finish
    assert finish.middle - starts_at == of_now
    assert finish.low > starts_at
    played(play.match(cup, 1, 0), minutes=60, hands=18, ago=10)
    assert now(cup).finish.low < starts_at, "once one has begun, from now on"


def test_slow_hands_move_the_finish_and_every_match_narrows_the_range(cup):
    usual = now(cup)
    assert (usual.left, usual.learned_from) == (7, 0)
    assert usual.finish.low < usual.finish.middle < usual.finish.high
    for slot in range(3):
        played(play.match(cup, 1, slot), minutes=120, hands=24, ago=10)
    slow = now(cup)
    assert (slow.left, slow.learned_from) == (4, 3)
    assert slow.minutes_a_hand > usual.minutes_a_hand
    assert slow.finish.high - slow.finish.low < usual.finish.high - usual.finish.low


def test_a_tournament_before_teaches_and_a_rehearsal_does_not(cup):
    for rehearsal in (False, True):
        before = play.tournament(entered=8, drawn=True, is_rehearsal=rehearsal)
        for slot in range(4):
            played(play.match(before, 1, slot), minutes=90, hands=30, ago=1000)
        play.play_out(before)
    assert now(cup).days_before == 1


def test_the_pace_of_a_table_says_how_much_slower_than_the_day_it_is(cup):
    one = play.match(cup, 1, 0)
    play.start(one, table_number=2)
    Match.objects.filter(pk=one.pk).update(started_at=NOW - timedelta(minutes=60))
    Game.objects.create(match=one, number=1, mano=0, started_at=NOW, hand_count=10, last_number=10)
    (table,) = now(cup).tables
    assert (table.table, table.minutes, table.hands, table.minutes_a_hand) == (2, 60, 10, 6.0)
    assert table.slower > 2


def test_T5_rounds_that_are_not_drawn_yet_are_played_by_the_fewer_games():
    cup = play.tournament(entered=4, drawn=True, format="swiss")
    assert rounds_left(tournament_id=cup.pk) == (1, 2, 3, 4)
    clock.reduce_games(
        tournament_id=cup.pk, best_of=1, from_round=2, actor=play.PROGRAM, reason="Late"
    )
    play.play_round(cup, 1)
    assert play.match(cup, 2, 0).best_of == 1


def test_a_table_out_of_service_makes_the_day_as_long_as_a_table_less(cup):
    with_two = now(cup).finish.middle
    tables.set_count(tournament_id=cup.pk, count=1, actor=play.PROGRAM)
    with_one = now(cup).finish.middle
    tables.set_count(tournament_id=cup.pk, count=2, actor=play.PROGRAM)
    tables.arrange(tournament_id=cup.pk, number=2, actor=play.PROGRAM, is_out=True)
    assert now(cup).finish.middle == with_one > with_two
    cup.refresh_from_db()
    retold = DayRetold()
    for entry in entries_of(tournament=cup):
        retold.apply_event(entry)
    assert retold.so_far().tables == 1
