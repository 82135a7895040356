"""What a day has taught so far, whichever way it was read."""

from datetime import UTC, datetime, timedelta

from scoring.pace.rules import TimedMatch, gaps_of
from tournament.formats.bouts import Place

NOON = datetime(2026, 5, 24, 12, 0, tzinfo=UTC)


def match(number, start, end, *, pairs, table=1, round_=1):
    began, ended = (NOON + timedelta(minutes=minutes) for minutes in (start, end))
    place = Place(round_, number)
    return TimedMatch(place, "finished", "games", 3, table, began, ended, (), pairs)


def test_the_pause_at_a_table_runs_from_the_match_before_it():
    one, next_one = match(0, 0, 40, pairs=(1, 2)), match(1, 46, 90, pairs=(3, 4))
    assert gaps_of([one, next_one], ()) == [6.0]


def test_a_table_that_waits_for_a_pair_that_still_plays_elsewhere_makes_no_pause():
    before = match(0, 0, 40, pairs=(1, 2))
    elsewhere = match(1, 0, 100, pairs=(3, 4), table=2)
    final = match(0, 104, 150, pairs=(1, 3), round_=2)
    assert gaps_of([before, elsewhere, final], ()) == [4.0]


def test_where_rounds_are_drawn_as_the_day_goes_a_table_waits_for_the_whole_round():
    before = match(0, 0, 40, pairs=(1, 2))
    slowest = match(1, 0, 80, pairs=(3, 4), table=2)
    following = match(0, 85, 120, pairs=(1, 5), round_=2)
    assert gaps_of([before, slowest, following], (), by_rounds=True) == [5.0]
    assert gaps_of([before, slowest, following], ()) == [45.0]


def test_an_announced_pause_is_no_pause_of_the_table():
    lunch = (NOON + timedelta(minutes=41), NOON + timedelta(minutes=71))
    one, next_one = match(0, 0, 40, pairs=(1, 2)), match(1, 74, 90, pairs=(3, 4))
    assert gaps_of([one, next_one], [lunch]) == [4.0]
