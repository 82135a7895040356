"""Tables and their links."""

import pytest

from tests.refusals import faults_of
from tests.tournament.play import PROGRAM, match, start, tournament, win
from tournament.errors import NotAllowed, NotFound
from tournament.matches.services import matches
from tournament.tables.models import Device, Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices, tables

pytestmark = pytest.mark.django_db


def test_tables_are_added_and_put_away_and_come_back():
    cup = tournament(tables=2)
    tables.set_count(tournament_id=cup.pk, count=4, actor=PROGRAM)
    tables.set_count(tournament_id=cup.pk, count=1, actor=PROGRAM)
    tables.set_count(tournament_id=cup.pk, count=3, actor=PROGRAM)
    cup.refresh_from_db()
    assert (cup.tables_count, cup.tables.count()) == (3, 4)


def test_a_table_where_a_match_is_played_stays():
    cup = tournament(entered=4, drawn=True, tables=2)
    begun = start(match(cup, 1, 0), table_number=2)
    matches.assign_table(match_id=match(cup, 1, 1).pk, table_number=2, actor=PROGRAM)
    assert faults_of(tables.set_count, tournament_id=cup.pk, count=1) == [("count", "table_busy")]
    win(begun)
    tables.set_count(tournament_id=cup.pk, count=1, actor=PROGRAM)
    assert match(cup, 1, 1).table is None
    assert match(cup, 1, 0).table.number == 2


def test_devices_of_a_table_put_away_are_shut_out():
    cup = tournament(tables=2)
    token = join_token(Table.objects.get(tournament=cup, number=2))
    device, _raw = devices.join(token=token)
    tables.set_count(tournament_id=cup.pk, count=1, actor=PROGRAM)
    assert Device.objects.get(pk=device.pk).revoked_at is not None
    with pytest.raises(NotFound):
        devices.join(token=token)


def test_only_organizers_lay_tables(foreign_actor):
    cup = tournament()
    with pytest.raises(NotAllowed):
        tables.set_count(tournament_id=cup.pk, count=3, actor=foreign_actor)
    with pytest.raises(NotAllowed):
        tables.rotate(tournament_id=cup.pk, number=1, actor=foreign_actor)


@pytest.mark.parametrize("begun", [True, False])
def test_a_match_opened_again_does_not_go_on_at_a_table_that_was_put_away(begun):
    cup = tournament(entered=4, drawn=True, tables=2)
    over = match(cup, 1, 1)
    matches.assign_table(match_id=over.pk, table_number=2, actor=PROGRAM)
    if begun:
        win(over)
    else:
        matches.walkover(match_id=over.pk, winner="A", reason="late", actor=PROGRAM)
    tables.set_count(tournament_id=cup.pk, count=1, actor=PROGRAM)

    matches.reopen(match_id=over.pk, reason="a hand was wrong", actor=PROGRAM)

    assert match(cup, 1, 1).table is None
