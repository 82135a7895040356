"""What now: where every table stands, and what the desk looks at next."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.course.models import Hand
from scoring.desk.queries.now import desk_inbox, desk_now
from tests.scoring import table
from tests.tournament import play
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.matches import next_up, playing
from tournament.matches.services import matches
from tournament.tables.models import Device
from tournament.tables.queries import SILENT_AFTER, tables_overview

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Eight pairs at four tables: four matches are ready, none has a table."""
    return play.tournament(entered=8, drawn=True, tables=5)


def now(cup, **more):
    return desk_now(
        tournament_id=cup.pk,
        tables=tables_overview(tournament_id=cup.pk),
        open_matches=[*next_up(tournament_id=cup.pk), *playing(tournament_id=cup.pk)],
        inbox=desk_inbox(tournament_id=cup.pk),
        **more,
    )


def numbers(tables):
    return [one.number for one in tables]


def give(cup, slot, number):
    match = play.match(cup, 1, slot)
    matches.assign_table(match_id=match.pk, table_number=number, actor=play.PROGRAM)
    return match


def test_before_anything_is_called_the_first_match_is_the_next_call(cup):
    found = now(cup)
    assert numbers(found.free) == [1, 2, 3, 4, 5]
    assert len(found.without_table) == 4
    assert (found.next_call.label, found.next_table) == ("1.1", 1)
    assert found.slowest is None


def test_a_match_with_a_table_is_called_until_it_begins(cup):
    match = give(cup, 0, 2)
    assert numbers(now(cup).called) == [2]
    play.start(match)
    found = now(cup)
    assert found.called == ()
    assert (found.tables[1].state, found.tables[1].match.id) == ("playing", match.pk)
    assert (found.next_call.label, found.next_table) == ("1.2", 1)


def test_a_match_played_without_a_table_is_told_of_and_not_called(cup):
    match = play.start(play.match(cup, 1, 3))
    Match.objects.filter(pk=match.pk).update(table=None)
    found = now(cup)
    assert match.pk in [card.id for card in found.without_table]
    assert found.next_call.status == "ready"


def test_T7_the_courtesy_runs_from_the_call_and_is_told_when_it_is_over(cup):
    match = give(cup, 0, 2)
    called = Event.objects.latest("number").at
    assert now(cup).tables[1].courtesy_until is None
    found = now(cup, courtesy=timedelta(minutes=15))
    assert found.tables[1].courtesy_until == called + timedelta(minutes=15)
    assert found.beyond_courtesy == ()
    assert numbers(now(cup, courtesy=timedelta(0)).beyond_courtesy) == [2]
    play.start(match)
    begun = now(cup, courtesy=timedelta(0))
    assert (begun.tables[1].courtesy_until, begun.beyond_courtesy) == (None, ())


def test_T7_the_courtesy_of_a_match_called_to_a_busy_table_runs_from_when_that_is_free(cup):
    before = play.start(give(cup, 0, 2))
    give(cup, 1, 2)
    called = Event.objects.latest("number").at
    play.win(before)
    before.refresh_from_db()
    table_now = now(cup, courtesy=timedelta(minutes=15)).tables[1]
    assert table_now.called_at == before.finished_at > called
    assert table_now.courtesy_until == before.finished_at + timedelta(minutes=15)


def test_the_slowest_table_is_longest_without_a_hand(cup):
    first, second = (play.start(give(cup, slot, slot + 1)) for slot in range(2))
    hour = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk=first.pk).update(started_at=hour)
    Match.objects.filter(pk=second.pk).update(started_at=hour + timedelta(minutes=5))
    assert now(cup).slowest is None, "nobody writes down hands"
    table.record(table.read(first), table.plain())
    found = now(cup)
    assert found.slowest.number == 2, "since its start"
    assert found.tables[0].since == Hand.objects.get().at
    assert (found.tables[0].score.score_a, found.tables[0].score.score_b) == (7, 1)


def test_a_table_is_silent_when_a_match_is_on_and_its_tablet_is_not_heard(cup):
    match = give(cup, 0, 1)
    joined = table.joined(match)
    long_ago = timezone.now() - SILENT_AFTER - timedelta(minutes=1)
    Device.objects.filter(pk=joined.id).update(last_seen_at=long_ago)
    assert now(cup).silent == ()
    play.start(match)
    assert numbers(now(cup).silent) == [1]
    Device.objects.filter(pk=joined.id).update(last_seen_at=timezone.now())
    assert now(cup).silent == ()


def test_what_is_open_is_counted_at_its_table(cup):
    match = play.start(give(cup, 0, 3))
    table.record(table.read(match), table.plain(claim=[5, 1]))
    found = now(cup)
    assert found.asks == 1
    assert [one.asks for one in found.tables] == [0, 0, 1, 0, 0]


@pytest.mark.parametrize("tables", [1, 3])
def test_it_asks_as_often_for_one_table_as_for_three(cup, tables, django_assert_num_queries):
    for slot in range(tables):
        match = play.start(give(cup, slot, slot + 1))
        table.record(table.read(match), table.plain())
    given = {
        "tables": tables_overview(tournament_id=cup.pk),
        "open_matches": playing(tournament_id=cup.pk),
        "inbox": desk_inbox(tournament_id=cup.pk),
    }
    with django_assert_num_queries(3):
        desk_now(tournament_id=cup.pk, **given)
