"""Tables are things: a name, out of service, kept for a pair; the program gives them so (53.7)."""

import pytest

from scoring.proof.queries.verify import verify_tournament
from scoring.undoing.services.undo import undo
from tests.refusals import faults_of
from tests.tournament import play
from tournament.consolation.queries import _free_tables
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.matches import match_card
from tournament.matches.services import matches
from tournament.memory.services import desk_act
from tournament.tables.models import Table
from tournament.tables.queries import tables_overview
from tournament.tables.services import tables

pytestmark = pytest.mark.django_db
BY = play.PROGRAM


@pytest.fixture
def cup():
    return play.tournament(entered=8, drawn=True, tables=3)


def arrange(cup, number, **fields):
    return tables.arrange(tournament_id=cup.pk, number=number, actor=BY, **fields)


def at_tables(cup):
    """Number of table → slots of the matches of round 1 there."""
    rows = Match.objects.filter(tournament=cup, round=1, table__isnull=False)
    return dict(rows.order_by("slot").values_list("slot", "table__number"))


def give_out(cup):
    matches.assign_free_tables(tournament_id=cup.pk, actor=BY)
    return at_tables(cup)


def test_no_match_is_given_a_table_that_is_out_of_service(cup):
    arrange(cup, 1, is_out=True)
    assert give_out(cup) == {0: 2, 1: 3}
    match = play.match(cup, 1, 2)
    refused = {"match_id": match.pk, "table_number": 1}
    assert faults_of(matches.assign_table, **refused) == [("table_number", "table_out")]
    assert faults_of(matches.start, **refused) == [("table_number", "table_out")]


def test_a_table_that_is_kept_goes_to_the_matches_of_its_pair_alone(cup):
    pair = play.match(cup, 1, 3).pair_b
    arrange(cup, 1, name="Ground floor", kept_for=pair.number)
    assert give_out(cup) == {0: 2, 1: 3, 3: 1}
    card = match_card(match_id=play.match(cup, 1, 3).pk)
    assert (card.table, card.table_name) == (1, "Ground floor")
    # Once it has no match to play, the table is for everybody.
    for slot in (3, 0, 1):
        play.win(play.match(cup, 1, slot), "A")
    assert give_out(cup)[2] == 1
    assert tables_overview(tournament_id=cup.pk)[0].kept_for.number == pair.number


def test_its_pair_waits_for_the_table_that_is_kept_for_it(cup):
    pair = play.match(cup, 1, 0).pair_a
    arrange(cup, 3, kept_for=pair.number)
    play.start(play.match(cup, 1, 3), table_number=3)  # by hand everything goes
    assert 0 not in give_out(cup)


def test_what_is_played_at_a_table_that_breaks_moves_to_a_free_one_and_undo_brings_it_back(cup):
    playing, next_there = play.match(cup, 1, 0), play.match(cup, 1, 1)
    play.start(playing, table_number=1)
    matches.assign_table(match_id=next_there.pk, table_number=1, actor=BY)
    with desk_act():
        arrange(cup, 1, is_out=True)
    assert at_tables(cup) == {0: 2}
    event = Event.objects.get(tournament=cup, kind="table.arranged")
    assert [one["table"] for one in event.data["assigned"]] == [2, None]
    assert verify_tournament(tournament_id=cup.pk).ok
    undo(tournament_id=cup.pk, event=event.number, actor=BY, reason="")
    assert at_tables(cup) == {0: 1, 1: 1}
    assert not tables_overview(tournament_id=cup.pk)[0].is_out
    assert verify_tournament(tournament_id=cup.pk).ok


def test_with_no_free_table_it_stays_and_each_mistake_is_named(cup):
    for number in (1, 2, 3):
        play.start(play.match(cup, 1, number - 1), table_number=number)
    given = {"tournament_id": cup.pk, "number": 2}
    assert faults_of(tables.arrange, **given, is_out=True) == [("is_out", "table_busy")]
    assert faults_of(tables.arrange, **given) == [("name", "nothing_to_change")]
    assert faults_of(tables.arrange, **given, kept_for=99) == [("kept_for", "no_such_pair")]
    assert faults_of(tables.arrange, **given, name="x" * 41) == [("name", "too_long")]
    assert faults_of(tables.arrange, **{**given, "number": 9}) == [
        ("table_number", "no_such_table")
    ]


def test_the_consolation_counts_no_table_that_is_out(cup):
    before = list(Match.objects.filter(tournament=cup, round=9))
    rows = [*before, *Match.objects.filter(tournament=cup, round=2)]
    assert _free_tables(cup, rows) == 3
    arrange(cup, 2, is_out=True)
    assert _free_tables(cup, rows) == 2
    assert Table.objects.filter(tournament=cup).count() == 3
