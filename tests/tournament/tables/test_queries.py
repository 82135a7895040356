"""Tables as the desk sees them."""

import pytest

from tests.tournament.play import PROGRAM, match, start, tournament
from tournament.matches.services import matches
from tournament.tables.models import Table
from tournament.tables.queries import join_token, join_tokens, tables_overview
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rows", [1, 3])
def test_the_overview_costs_three_queries_however_many_tables(rows, django_assert_num_queries):
    cup = tournament(entered=8, drawn=True, tables=rows)
    for table in Table.objects.filter(tournament=cup):
        devices.join(token=join_token(table))
        start(match(cup, 1, table.number - 1), table_number=table.number)
    with django_assert_num_queries(3):
        found = tables_overview(tournament_id=cup.pk)
        assert [one.match.table for one in found] == list(range(1, rows + 1))
        assert all(len(one.devices) == 1 and one.last_seen_at for one in found)


def test_a_table_shows_what_is_played_what_waits_and_what_is_unsent():
    cup = tournament(entered=8, drawn=True, tables=1)
    start(match(cup, 1, 0), table_number=1)
    matches.assign_table(match_id=match(cup, 1, 1).pk, table_number=1, actor=PROGRAM)
    token = join_tokens(tournament_id=cup.pk)[0][1]
    held = [devices.join(token=token)[0] for _ in range(2)]
    for device in held:
        devices.seen(device_id=device.pk, unsent=2)
    devices.revoke(device_id=held[0].pk, actor=PROGRAM)
    (table,) = tables_overview(tournament_id=cup.pk)
    assert (table.match.slot, [one.slot for one in table.waiting], table.unsent) == (0, [1], 2)


@pytest.mark.parametrize("rows", [1, 3])
def test_links_for_printing_cost_one_query(rows, django_assert_num_queries):
    cup = tournament(tables=rows)
    with django_assert_num_queries(1):
        assert len(join_tokens(tournament_id=cup.pk)) == rows
