"""What was done to the whole room by one press is taken back by one."""

import pytest

from scoring.desk.queries.latest import latest
from scoring.undoing.services.undo import undo as undo_act
from tests.refusals import refusal
from tests.scoring import table
from tests.tournament import play
from tests.tournament.play import PROGRAM, match, tournament
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.rules import kinds
from tournament.matches.models import Match
from tournament.matches.services import matches, together
from tournament.memory.services import desk_act

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Every table given out; nobody has begun."""
    made = tournament(entered=16, drawn=True, tables=8)
    matches.assign_free_tables(tournament_id=made.pk, actor=PROGRAM)
    return made


def last(kind):
    return Event.objects.filter(kind=kind).latest("number")


def ways(cup):
    return [(act.way, act.at, act.many) for act in latest(tournament_id=cup.pk)]


def test_tables_given_out_by_one_press_are_no_more_offered_once_a_match_has_begun(cup):
    with desk_act():
        matches.assign_table(match_id=match(cup, 1, 0).pk, table_number=None, actor=PROGRAM)
        given = matches.assign_free_tables(tournament_id=cup.pk, actor=PROGRAM)
    assert [one.slot for one in given] == [0]
    number = last("tables.assigned").number
    assert ways(cup)[0] == ("undo_act", number, 1)
    play.start(match(cup, 1, 0))
    assert refusal(undo_act, tournament_id=cup.pk, event=number, actor=PROGRAM) == ("played_since",)
    assert match(cup, 1, 0).status == "playing"


def test_a_log_of_an_earlier_version_in_which_tables_were_taken_back_still_holds(cup, monkeypatch):
    monkeypatch.setattr(events, "KINDS", kinds.KINDS | kinds.RETIRED)
    freed = match(cup, 1, 0)
    data = {"takes_back": last("tables.assigned").number, "freed": [events.match_ref(freed)]}
    events.append(tournament=cup, kind="tables.taken_back", actor=PROGRAM, data=data)
    Match.objects.filter(pk=freed.pk).update(table=None)
    play.must_hold(cup)


def test_starts_of_one_press_are_undone_by_one_until_a_table_has_entered_a_hand(cup):
    with desk_act():
        together.start_called(tournament_id=cup.pk, actor=PROGRAM)
    number = last("match.started").number
    assert [(way, many) for way, _at, many in ways(cup)] == [("undo_act", 8)]
    table.record(match(cup, 1, 3), table.plain())
    undo = {"tournament_id": cup.pk, "event": number, "actor": PROGRAM, "reason": "too early"}
    assert refusal(undo_act, **undo) == ("played_since",)
    assert not Match.objects.filter(status="ready", round=1).exists()
    matches.undo_start(match_id=match(cup, 1, 0).pk, actor=PROGRAM, reason="too early")
    assert match(cup, 1, 0).status == "ready"


def test_starts_of_one_press_undone_before_any_hand_leave_every_table_given_out(cup):
    with desk_act():
        together.start_called(tournament_id=cup.pk, actor=PROGRAM)
    number = last("match.started").number
    undo_act(tournament_id=cup.pk, event=number, actor=PROGRAM, reason="too early")
    assert Match.objects.filter(status="ready", table__isnull=False).count() == 8
    play.must_hold(cup)
