"""What was done to the whole room by one press is taken back by one."""

import pytest

from scoring.desk.queries.latest import latest
from scoring.hands.services import hands
from tests.refusals import refusal
from tests.scoring import table
from tests.tournament.play import PROGRAM, match, tournament
from tournament.errors import NotFound
from tournament.log.models import Event
from tournament.matches.services import matches, together

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Every table given out; nobody has begun."""
    made = tournament(entered=16, drawn=True, tables=8)
    matches.assign_free_tables(tournament_id=made.pk, actor=PROGRAM)
    return made


def begin(cup):
    """All begin; returns the number by which they are taken back."""
    together.start_called(tournament_id=cup.pk, actor=PROGRAM)
    return Event.objects.filter(kind="match.started").earliest("number").number


def undo(cup, first):
    return hands.undo_together(
        tournament_id=cup.pk, first=first, actor=PROGRAM, reason="the wrong round"
    )


def last(kind):
    return Event.objects.filter(kind=kind).latest("number")


def ways(cup):
    return [(act.way, act.at, act.many) for act in latest(tournament_id=cup.pk)]


def test_tables_given_out_by_one_press_are_taken_back_by_one(cup):
    given = last("tables.assigned").number
    moved = match(cup, 1, 0)
    matches.assign_table(match_id=moved.pk, table_number=None, actor=PROGRAM)
    matches.start(match_id=match(cup, 1, 1).pk, actor=PROGRAM)
    assert ways(cup) == [("undo_start", match(cup, 1, 1).pk, 1), ("free_tables", given, 6)]
    freed = together.take_tables_back(tournament_id=cup.pk, event=given, actor=PROGRAM)
    assert [one.slot for one in freed] == [2, 3, 4, 5, 6, 7]
    assert match(cup, 1, 1).table.number == 2
    assert [one["slot"] for one in last("tables.taken_back").data["freed"]] == [2, 3, 4, 5, 6, 7]
    assert [way for way, _at, _many in ways(cup)] == ["undo_start"]
    assert refusal(together.take_tables_back, tournament_id=cup.pk, event=given, actor=PROGRAM) == (
        "nothing_left",
    )


def test_what_was_sent_to_another_table_since_stays_there(cup):
    given = last("tables.assigned").number
    matches.assign_table(match_id=match(cup, 1, 0).pk, table_number=8, actor=PROGRAM)
    together.take_tables_back(tournament_id=cup.pk, event=given, actor=PROGRAM)
    assert match(cup, 1, 0).table.number == 8


def test_a_match_with_a_hand_is_played_on(cup):
    first = begin(cup)
    table.record(match(cup, 1, 3), table.plain())
    assert ways(cup) == [("undo_started", first, 7)]
    assert match(cup, 1, 3).pk not in {one.pk for one in undo(cup, first)}
    assert match(cup, 1, 3).status == "playing"
    assert refusal(undo, cup, first) == ("all_under_way",)


def test_a_number_that_tells_of_no_such_act_is_refused(cup):
    begin(cup)
    for number in (1, 9999, last("match.started").number):
        with pytest.raises(NotFound):
            undo(cup, number)
        with pytest.raises(NotFound):
            together.take_tables_back(tournament_id=cup.pk, event=number, actor=PROGRAM)
