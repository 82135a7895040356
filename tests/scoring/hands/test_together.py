"""What was done to the whole room by one press is taken back by one."""

import pytest

from scoring.desk.queries.latest import latest
from scoring.hands.services import hands
from scoring.undoing.services.undo import undo as undo_act
from tests.refusals import refusal
from tests.scoring import table
from tests.tournament import play
from tests.tournament.play import PROGRAM, match, tournament
from tournament.errors import NotFound
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
