"""Every match that was called begins at once; from the call the courtesy runs (T7)."""

import pytest

from tests.refusals import refusal
from tests.tournament.play import PROGRAM, match, start, tournament, win
from tournament.entries.services import departures, latecomers
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.matches import called_at
from tournament.matches.services import matches, together

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Eight pairs, three tables: three of four matches are called."""
    made = tournament(entered=8, drawn=True, tables=3)
    matches.assign_free_tables(tournament_id=made.pk, actor=PROGRAM)
    return made


def begin(cup, actor=PROGRAM):
    return together.start_called(tournament_id=cup.pk, actor=actor)


def test_all_that_are_called_begin_and_the_log_has_each(cup):
    begun = begin(cup)
    assert [one.label for one in begun] == ["1.1", "1.2", "1.3"]
    assert Match.objects.filter(status="playing").count() == 3
    started = Event.objects.filter(kind="match.started")
    assert [event.data["table"] for event in started] == [1, 2, 3]
    assert started[0].data["seating"] == {"A": [1, 2], "B": [1, 2]}


def test_a_match_whose_table_is_still_busy_waits(cup):
    start(match(cup, 1, 0))
    matches.assign_table(match_id=match(cup, 1, 3).pk, table_number=1, actor=PROGRAM)
    assert [one.label for one in begin(cup)] == ["1.2", "1.3"]


def test_with_nothing_called_it_is_refused(cup, foreign_actor):
    begin(cup)
    assert refusal(begin, cup) == ("nothing_to_start",)
    with pytest.raises(NotAllowed):
        begin(cup, foreign_actor)


def test_T7_the_courtesy_runs_from_the_last_call(cup):
    first = match(cup, 1, 0)
    calls = called_at(tournament_id=cup.pk)
    assert set(calls) == {match(cup, 1, slot).pk for slot in (0, 1, 2)}
    matches.assign_table(match_id=first.pk, table_number=None, actor=PROGRAM)
    assert first.pk not in called_at(tournament_id=cup.pk)
    matches.assign_table(match_id=first.pk, table_number=1, actor=PROGRAM)
    assert called_at(tournament_id=cup.pk)[first.pk] > calls[first.pk]


def test_T7_the_courtesy_of_a_table_given_early_runs_from_when_both_pairs_are_known(cup):
    semi = match(cup, 2, 0)
    matches.assign_table(match_id=semi.pk, table_number=3, actor=PROGRAM)
    assert semi.pk not in called_at(tournament_id=cup.pk)
    win(match(cup, 1, 0))
    assert semi.pk not in called_at(tournament_id=cup.pk)
    win(match(cup, 1, 1))
    ready = cup.events.latest("number")
    assert called_at(tournament_id=cup.pk)[semi.pk] == ready.at


def test_T7_the_courtesy_of_a_match_that_gets_another_pair_begins_anew(cup):
    semi, first = match(cup, 2, 0), match(cup, 1, 0)
    for slot in (0, 1):
        win(match(cup, 1, slot))
    matches.assign_table(match_id=semi.pk, table_number=3, actor=PROGRAM)
    called = called_at(tournament_id=cup.pk)[semi.pk]
    lost = (0, first.wins_needed)
    matches.replace_result(match_id=first.pk, games=lost, reason="misread", actor=PROGRAM)
    assert called_at(tournament_id=cup.pk)[semi.pk] > called
    matches.reopen(match_id=first.pk, reason="not over", actor=PROGRAM)
    assert semi.pk not in called_at(tournament_id=cup.pk)


def test_T7_the_courtesy_of_a_match_whose_place_a_late_pair_takes_begins_anew(cup):
    first = match(cup, 1, 0)
    called = called_at(tournament_id=cup.pk)[first.pk]
    departures.withdraw(pair_id=first.pair_a_id, reason="went home", actor=PROGRAM)
    assert first.pk not in called_at(tournament_id=cup.pk)
    late = {"player_1": "Irun 9", "player_2": "Lezo 9", "reason": "late", "actor": PROGRAM}
    latecomers.take_place(match_id=first.pk, side="A", **late)
    assert called_at(tournament_id=cup.pk)[first.pk] > called


def test_matches_that_begin_together_are_read_with_pairs_and_tables_at_once(
    cup, django_assert_num_queries
):
    with django_assert_num_queries(1):
        found = together._matches_to_start(cup)
        said = [(one.pair_a.name, one.pair_b.name, one.table.number) for one in found]
    assert [table for _a, _b, table in said] == [1, 2, 3]
