"""What was done last at the desk, each with its way back."""

import pytest

from scoring.desk.queries.latest import SHOWN, latest
from scoring.rulings.models import Ruling
from scoring.rulings.services import appeals, games, rulings
from tests.scoring import table
from tests.tournament.play import PROGRAM, match, start, tournament, win
from tournament.entries.services import departures
from tournament.matches.models import Cascade
from tournament.matches.services import matches, results
from tournament.memory.services import desk_act

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return tournament(entered=16, drawn=True, tables=8)


def ways(cup):
    return [(act.way, act.at) for act in latest(tournament_id=cup.pk)]


def test_nothing_can_be_undone_right_after_the_draw(cup):
    assert ways(cup) == []


def at_the_desk(verb, **given):
    """Does it; returns the last event of the act."""
    with desk_act() as recorder:
        verb(actor=PROGRAM, **given)
    return recorder.memory.last


def test_each_act_of_the_desk_has_the_one_undo_and_a_start_at_a_table_its_own_way_back(cup):
    called, begun, over = (match(cup, 1, slot) for slot in (0, 1, 2))
    given = at_the_desk(matches.assign_table, match_id=called.pk, table_number=1)
    start(begun, table_number=2)
    won = at_the_desk(matches.walkover, match_id=over.pk, winner="A", reason="late")
    left = match(cup, 1, 3).pair_a
    gone = at_the_desk(departures.withdraw, pair_id=left.pk, reason="ill")
    assert ways(cup) == [
        ("undo_act", gone), ("undo_act", won), ("undo_start", begun.pk), ("undo_act", given),
    ]  # fmt: skip


def test_only_a_result_without_hands_can_be_swapped(cup):
    win(match(cup, 1, 0))
    matches.walkover(match_id=match(cup, 1, 1).pk, winner="A", reason="late", actor=PROGRAM)
    by_hand = start(match(cup, 1, 2))
    while table.read(by_hand).status == "playing":
        table.record(table.read(by_hand), table.win_for_a())
    found = {act.at: act.swaps for act in latest(tournament_id=cup.pk)}
    first, second = match(cup, 1, 0).pk, match(cup, 1, 1).pk
    assert found == {first: first, second: None, by_hand.pk: None}


def test_only_the_newest_act_on_a_match_is_offered_and_hands_are_none(cup):
    first = match(cup, 1, 0)
    matches.assign_table(match_id=first.pk, table_number=1, actor=PROGRAM)
    start(first)
    assert ways(cup) == [("undo_start", first.pk)]
    table.record(table.read(first), table.plain())
    assert ways(cup) == []


def test_a_replaced_result_that_reached_later_matches_is_taken_back_with_them(cup):
    first, beside = match(cup, 1, 0), match(cup, 1, 1)
    needed = first.wins_needed
    win(first)
    win(beside)
    later = start(match(cup, 2, 0))
    results.replace_result(
        match_id=first.pk, games=(0, needed), reason="sides mixed up", actor=PROGRAM,
        sets_aside=[later.pk],
    )  # fmt: skip
    assert ways(cup)[0] == ("undo_cascade", Cascade.objects.get().pk)


def test_no_way_back_is_offered_that_would_lose_both_results(cup):
    first = match(cup, 1, 0)
    matches.walkover(match_id=first.pk, winner="A", reason="late", actor=PROGRAM)
    results.replace_result(
        match_id=first.pk, games=(first.wins_needed, 0), reason="they played", actor=PROGRAM
    )
    assert ways(cup) == []


def test_the_list_is_short(cup):
    for slot in range(8):
        start(match(cup, 1, slot), table_number=slot + 1)
    assert len(ways(cup)) == SHOWN


def test_a_ruling_a_decided_game_and_an_appeal_are_taken_back_each_on_its_page(cup):
    ruled, decided, appealed = (start(match(cup, 1, slot)) for slot in (0, 1, 2))
    table.record(table.read(ruled), table.plain(claim=[9, 9]))
    asked = Ruling.objects.get()
    rulings.decide_claim(ruling_id=asked.pk, stands="engine", reason="counted", actor=PROGRAM)
    games.rule(match_id=decided.pk, game=1, winner="B", reason="marked", actor=PROGRAM)
    with desk_act():
        found = appeals.enter(match_id=appealed.pk, side="A", reason="not so", actor=PROGRAM)
    entered = cup.events.get(kind="appeal.entered").number
    acts = latest(tournament_id=cup.pk)
    assert [(act.way, act.at, act.game) for act in acts] == [
        ("undo_act", entered, None),
        ("take_back", decided.pk, 1),
        ("take_back_ruling", asked.pk, None),
        ("undo_start", appealed.pk, None),
    ]
    with desk_act() as recorder:
        appeals.reject(ruling_id=found.pk, reason="it stands", actor=PROGRAM)
    assert ways(cup)[0] == ("undo_act", recorder.memory.last)
