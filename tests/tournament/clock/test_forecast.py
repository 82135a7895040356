"""The forecast of the finish: what it learns, and how often it is right."""

from math import log
from random import Random

import pytest

from tests.night import seed_of
from tests.tournament.clock.simulated import ADay, calibrated
from tournament.clock.rules import (
    USUAL,
    DayBefore,
    Lengths,
    Room,
    Seen,
    forecast,
    learn,
    of_a_day,
    prior,
    rest_of,
    shorter,
)
from tournament.formats.registry import FORMATS
from tournament.formats.setting import Setting


def made(key, pairs):
    return FORMATS[key](Setting({}, "s", pairs))


def laid_out(key="knockout", pairs=16):
    format_ = made(key, pairs)
    drawn, _played = ADay(format_, pairs, pairs // 2, 3, Random(seed_of(1))).play()
    lengths = Lengths(3, {})
    return [
        rest_of(format_, drawn, {}, lengths, {}, Random(seed_of(number))) for number in range(3)
    ]


@pytest.mark.long
def test_in_about_four_of_five_days_the_end_lies_in_the_range():
    kinds = ["knockout", "swiss", "groups", "repesca"]
    days = [(made(kinds[n % 4], 12), 12, 6, 3) for n in range(32)]
    table = calibrated(days, (0.25, 0.75))
    assert all(0.68 <= line.inside / line.days <= 0.95 for line in table), table
    assert table[0].width > table[-1].width


def test_a_day_begins_with_what_other_days_were_and_learns_its_own():
    slow = prior([DayBefore(8.0, 4.0)] * 20)
    assert slow.minutes.usual > 1.5 * USUAL.minutes.usual
    seen = [Seen(minutes=80.0, hands=20, games=2)] * 30
    learned = learn(USUAL, seen)
    assert learned.minutes.usual == pytest.approx(4.0, rel=0.05)
    assert learned.hands.usual == pytest.approx(10.0, rel=0.05)
    assert learned.minutes.sure < USUAL.minutes.sure


def test_a_match_without_hands_teaches_how_long_a_game_takes():
    learned = learn(USUAL, [Seen(minutes=100.0, hands=0, games=2)] * 50)
    assert learned.hands == USUAL.hands
    assert learned.minutes.usual * learned.hands.usual == pytest.approx(50.0, rel=0.05)


def test_a_stored_day_of_which_too_little_was_written_down_is_no_prior():
    assert of_a_day([Seen(40.0, 0, 2)] * 10) is None
    assert of_a_day([Seen(40.0, 20, 2)] * 3) == DayBefore(10.0, 2.0)


def test_a_game_to_fewer_stones_is_expected_to_have_fewer_hands():
    assert prior([], target=30).hands.mean == pytest.approx(USUAL.hands.mean + log(0.75))


@pytest.mark.parametrize("key", FORMATS)
def test_every_match_that_is_left_waits_for_earlier_ones_alone(key):
    for plan in laid_out(key, 9):
        assert plan
        for index, task in enumerate(plan):
            assert all(before < index for before in task.waits_for)


def test_T5_fewer_games_and_more_tables_end_the_day_earlier():
    plans = laid_out()
    now = forecast(plans, USUAL, Room(2))
    assert now.low < now.middle < now.high
    assert forecast(shorter(plans, 1, 2), USUAL, Room(2)).middle < now.middle
    assert forecast(plans, USUAL, Room(8)).middle < now.middle
    assert forecast(plans, USUAL, Room(2, between=0.5)).middle < now.middle


def test_T5_rounds_before_the_chosen_one_stay_as_long_as_they_were():
    (plan, *_others) = shorter(laid_out(), 1, 3)
    assert {task.best_of for task in plan if task.place.round < 3} == {3}
    assert {task.best_of for task in plan if task.place.round >= 3} == {1}


def test_when_nothing_is_left_the_day_is_over_now():
    assert forecast([[]], USUAL, Room(4)).high == 0
