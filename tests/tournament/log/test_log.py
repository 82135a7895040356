"""The log page by page."""

import pytest

from tests.tournament.play import play_out, tournament
from tournament.log.queries.log import event_page, events_after

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rows", [1, 3])
def test_a_page_costs_one_query(rows, django_assert_num_queries):
    cup = play_out(tournament(entered=2, drawn=True))
    with django_assert_num_queries(1):
        page = event_page(tournament_id=cup.pk, size=rows)
        assert len(page.events) == rows


def test_pages_go_back_to_the_first_event_without_repeating():
    cup = play_out(tournament(entered=4, drawn=True))
    numbers, before = [], None
    while True:
        page = event_page(tournament_id=cup.pk, before=before, size=4)
        numbers += [event.number for event in page.events]
        if page.older is None:
            break
        before = page.older
    assert numbers == list(range(cup.event_number, 0, -1))


@pytest.mark.parametrize(("before", "size"), [(-5, 50), (10**30, 50), (None, -1), (None, 10**9)])
def test_odd_pages_are_answered(before, size):
    cup = tournament(entered=2)
    assert len(event_page(tournament_id=cup.pk, before=before, size=size).events) <= 2


def test_what_was_missed_comes_oldest_first():
    cup = tournament(entered=2, drawn=True)
    page = events_after(tournament_id=cup.pk, number=1)
    assert [event.number for event in page.events] == [2, 3]
