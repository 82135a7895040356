"""A draw that was undone, and what was done before it."""

import pytest

from scoring.undoing.services.undo import undo
from tests.refusals import refusal
from tests.scoring.undoing.test_any_act import must_be_rebuilt_alike
from tests.tournament import play
from tournament.draw import services as draw
from tournament.entries.services import departures, pairs
from tournament.log.models import Event
from tournament.memory.services import desk_act
from tournament.seatings import services as seatings

pytestmark = pytest.mark.django_db
BY = play.PROGRAM


def done(verb, **given):
    """Does it at the desk; returns the last event of the act."""
    with desk_act() as recorder:
        verb(actor=BY, **given)
    return recorder.memory.last


def test_T2_who_plays_is_not_changed_by_an_undo_over_a_draw_that_stands():
    cup = play.tournament(entered=4)
    left = done(departures.withdraw, pair_id=play.pair(cup, 4).pk, reason="ill")
    drawn = done(draw.make, tournament_id=cup.pk, seed="s")
    back = {"tournament_id": cup.pk, "event": left, "actor": BY, "reason": "well again"}
    assert refusal(undo, **back) == ("changed_since",)
    assert refusal(undo, together=[drawn], **back) == ("own_way_back",)
    assert play.pair(cup, 4).status == "withdrawn"
    draw.undo(tournament_id=cup.pk, actor=BY, reason="one more has come")
    undo(**back)
    assert play.pair(cup, 4).status == "entered"
    play.must_hold(cup)


class Day:
    """What `must_be_rebuilt_alike` asks for."""

    def __init__(self, cup):
        self.cup = cup


def test_T2_a_draw_undone_by_its_act_is_rebuilt_as_it_is():
    cup = play.tournament(entered=4)
    drawn = done(draw.make, tournament_id=cup.pk, seed="s")
    undo(tournament_id=cup.pk, event=drawn, actor=BY, reason="too early")
    assert Event.objects.filter(undone_by=None).count() == Event.objects.count()
    must_be_rebuilt_alike(Day(cup))


def individuals(players, **options):
    cup = play.tournament(regulation="short-rules", format_options=options)
    names = "\n".join(f"Jugador de Getaria {n}" for n in range(1, players + 1))
    pairs.enter_list(tournament_id=cup.pk, text=names, actor=BY)
    draw.make(tournament_id=cup.pk, actor=BY, seed="s")
    return cup


def test_an_order_of_finish_is_undone_alone_while_other_tables_have_theirs_since():
    cup = individuals(8, rounds=2)
    row = seatings.seat(tournament_id=cup.pk, actor=BY)
    orders = [sorted(one["seats"]) for one in row.tables]
    at = {"tournament_id": cup.pk, "number": 1}
    first, second = (
        done(seatings.enter_order, table=n, order=order, **at) for n, order in enumerate(orders, 1)
    )
    undo(tournament_id=cup.pk, event=first, actor=BY)
    row.refresh_from_db()
    assert [one["order"] is None for one in row.tables] == [True, False]
    play.must_hold(cup)
    done(seatings.enter_order, table=1, order=orders[0], **at)
    undo(tournament_id=cup.pk, event=second, actor=BY)
    row.refresh_from_db()
    assert [one["order"] is None for one in row.tables] == [False, True]
    play.must_hold(cup)


def test_a_round_drawn_since_is_named_and_undone_with_an_order_of_the_round_before():
    cup = individuals(4, rounds=2)
    row = seatings.seat(tournament_id=cup.pk, actor=BY)
    order = {"number": 1, "table": 1, "order": sorted(row.tables[0]["seats"])}
    entered = done(seatings.enter_order, tournament_id=cup.pk, **order)
    drawn = done(seatings.seat, tournament_id=cup.pk)
    back = {"tournament_id": cup.pk, "event": entered, "actor": BY}
    assert refusal(undo, **back) == ("changed_since",)
    undo(together=[drawn], **back)
    row.refresh_from_db()
    assert row.tables[0]["order"] is None
    play.must_hold(cup)
