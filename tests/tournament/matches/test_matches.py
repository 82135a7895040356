"""Matches from their table to the last game."""

import pytest

from tests.refusals import faults_of
from tests.tournament.play import PROGRAM, match, start, tournament, win
from tournament.errors import Conflict, NotAllowed
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.services import matches
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return tournament(entered=8, drawn=True)


@pytest.fixture
def first(cup):
    return match(cup, 1, 0)


def device_at(cup, number):
    table = Table.objects.get(tournament=cup, number=number)
    device, _raw = devices.join(token=join_token(table))
    return Actor("device", device.pk, f"table {number} tablet")


def test_T4_four_kings_bind_one_match_only(cup, first):
    start(first, four_kings=True)
    assert start(match(cup, 1, 1)).four_kings is False


@pytest.mark.parametrize("fields", [{"regulation": "pagat"}, {"settings": {"kings": 4}}])
def test_T4_four_kings_are_offered_only_where_the_regulation_says(fields):
    other = tournament(entered=2, drawn=True, **fields)
    assert faults_of(matches.start, match_id=match(other, 1, 0).pk, four_kings=True) == [
        ("four_kings", "four_kings_not_offered")
    ]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"first_mano": 4}, ("first_mano", "out_of_range")),
        ({"first_mano": -1}, ("first_mano", "out_of_range")),
        ({"first_mano": None}, ("first_mano", "out_of_range")),
        ({"first_mano": True}, ("first_mano", "out_of_range")),
        ({"seating": {"A": [1, 1], "B": [1, 2]}}, ("seating", "bad_seating")),
        ({"seating": {"A": [1, 2]}}, ("seating", "bad_seating")),
        ({"seating": {"A": [1, 2], "B": [1, 2], "C": []}}, ("seating", "bad_seating")),
        ({"seating": {"A": None, "B": 5}}, ("seating", "bad_seating")),
        ({"seating": [[1, 2], [1, 2]]}, ("seating", "bad_seating")),
        ({"four_kings": "yes"}, ("four_kings", "bad_four_kings")),
        ({"table_number": 5}, ("table_number", "no_such_table")),
        ({"table_number": 0}, ("table_number", "no_such_table")),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_begins(first, fields, problem):
    assert faults_of(matches.start, match_id=first.pk, **fields) == [problem]
    first.refresh_from_db()
    assert first.status == "ready"


def test_a_match_being_played_can_move_to_a_free_table_only(cup, first):
    start(first, table_number=1)
    start(match(cup, 1, 1), table_number=2)
    assert faults_of(matches.assign_table, match_id=first.pk, table_number=2) == [
        ("table_number", "table_busy")
    ]
    assert matches.assign_table(match_id=first.pk, table_number=3, actor=PROGRAM).table.number == 3
    assert matches.assign_table(match_id=first.pk, table_number=None, actor=PROGRAM).table is None


def test_the_table_that_a_match_has_is_no_event(cup, first):
    events = Event.objects.filter(tournament=cup, kind="match.table_assigned")
    for number in (3, 3, None, None, 3):
        told = matches.assign_table(match_id=first.pk, table_number=number, actor=PROGRAM)
        assert (told.table and told.table.number) == number
    assert [event.data["table"] for event in events.order_by("pk")] == [3, None, 3]


def test_free_tables_go_to_ready_matches_in_bracket_order(cup):
    start(match(cup, 1, 0), table_number=2)
    given = matches.assign_free_tables(tournament_id=cup.pk, actor=PROGRAM)
    assert [(one.slot, one.table.number) for one in given] == [(1, 1), (2, 3), (3, 4)]
    assert faults_of(matches.assign_free_tables, tournament_id=cup.pk) == [
        ("tables", "nothing_to_assign")
    ]


def test_a_match_whose_pairs_are_not_known_yet_is_given_a_table_and_one_that_has_ended_is_not(cup):
    later = match(cup, 2, 0)
    assert matches.assign_table(match_id=later.pk, table_number=2, actor=PROGRAM).table.number == 2
    ended = win(match(cup, 1, 0))
    assert faults_of(matches.assign_table, match_id=ended.pk, table_number=1) == [
        ("match", "match_finished")
    ]


def test_a_table_that_was_given_for_later_is_not_free(cup):
    matches.assign_table(match_id=match(cup, 1, 3).pk, table_number=1, actor=PROGRAM)
    given = matches.assign_free_tables(tournament_id=cup.pk, actor=PROGRAM)
    assert [(one.slot, one.table.number) for one in given] == [(0, 2), (1, 3), (2, 4)]


def test_free_tables_go_to_an_earlier_round_before_a_later_one(cup):
    for slot in (0, 1):
        start(match(cup, 1, slot), table_number=slot + 1)
        win(match(cup, 1, slot))
    start(match(cup, 1, 3), table_number=4)
    given = matches.assign_free_tables(tournament_id=cup.pk, actor=PROGRAM)
    assert [(one.round, one.slot, one.table.number) for one in given] == [(1, 2, 1), (2, 0, 2)]


@pytest.mark.rows_by_hand
def test_a_pair_still_playing_elsewhere_cannot_start(cup, first):
    start(first)
    later = match(cup, 1, 1)
    type(later).objects.filter(pk=later.pk).update(pair_a=first.pair_a)
    assert faults_of(matches.start, match_id=later.pk) == [("match", "pair_busy")]


def test_games_go_up_and_with_a_correction_down_again(first):
    start(first)
    for games in ((1, 0), (1, 1), (0, 1)):
        done = matches.set_games(match_id=first.pk, games=games, actor=PROGRAM)
        assert (done.games_a, done.games_b, done.status) == (*games, "playing")


@pytest.mark.parametrize("games", [(4, 0), (3, 3), (-1, 0), (1,), (1, 2, 3), (True, 0), "12", None])
def test_games_that_cannot_be_are_refused(first, games):
    start(first)
    ((field, _code),) = faults_of(matches.set_games, match_id=first.pk, games=games)
    assert field.startswith("games")


def test_games_are_counted_only_in_a_match_being_played(first):
    assert faults_of(matches.set_games, match_id=first.pk, games=(1, 0)) == [
        ("match", "not_playing")
    ]
    win(first)
    assert faults_of(matches.set_games, match_id=first.pk, games=(1, 0)) == [
        ("match", "match_finished")
    ]


def test_a_start_can_be_taken_back_while_no_game_is_won(first):
    start(first, table_number=1, first_mano=2)
    back = matches.undo_start(match_id=first.pk, actor=PROGRAM, reason="wrong match")
    back.refresh_from_db()
    assert (back.status, back.started_at) == ("ready", None)
    assert (back.seating, back.first_mano) == (None, None)
    start(first)
    matches.set_games(match_id=first.pk, games=(1, 0), actor=PROGRAM)
    assert faults_of(matches.undo_start, match_id=first.pk, reason="late") == [
        ("match", "games_won")
    ]


def test_who_writes_on_an_old_version_is_shown_the_new_one(first):
    version = first.version
    start(first)
    with pytest.raises(Conflict) as caught:
        matches.set_games(match_id=first.pk, games=(1, 0), actor=PROGRAM, expected_version=version)
    assert caught.value.status == 409
    assert caught.value.current["version"] == version + 1
    assert caught.value.current["status"] == "playing"


def test_a_device_starts_and_counts_at_its_own_table_only(cup, first):
    mine, other = device_at(cup, 1), device_at(cup, 2)
    matches.assign_table(match_id=first.pk, table_number=1, actor=PROGRAM)
    with pytest.raises(NotAllowed):
        matches.start(match_id=first.pk, actor=other)
    with pytest.raises(NotAllowed):
        matches.start(match_id=first.pk, actor=other, table_number=2)
    matches.start(match_id=first.pk, actor=mine)
    with pytest.raises(NotAllowed):
        matches.set_games(match_id=first.pk, games=(1, 0), actor=other)
    matches.set_games(match_id=first.pk, games=(1, 0), actor=mine)


def test_a_device_brings_an_unassigned_match_to_its_own_table_only(cup, first):
    mine = device_at(cup, 1)
    with pytest.raises(NotAllowed):
        matches.start(match_id=first.pk, actor=mine, table_number=2)
    with pytest.raises(NotAllowed):
        matches.start(match_id=first.pk, actor=mine)
    assert matches.start(match_id=first.pk, actor=mine, table_number=1).table.number == 1


def test_a_revoked_device_can_do_nothing(cup, first):
    mine = device_at(cup, 1)
    devices.revoke(device_id=mine.id, actor=PROGRAM)
    with pytest.raises(NotAllowed):
        matches.start(match_id=first.pk, actor=mine, table_number=1)


OF_OFFICIALS = [
    (matches.assign_table, {"table_number": 2}),
    (matches.undo_start, {"reason": "x"}),
    (matches.walkover, {"winner": "A", "reason": "x"}),
    (matches.finish, {"winner": "A", "ended_by": "ruling", "reason": "x"}),
    (matches.record_result, {"games": (3, 0)}),
]
OF_ALL = [
    *OF_OFFICIALS,
    (matches.start, {}),
    (matches.set_games, {"games": (1, 0)}),
    (matches.finish, {"winner": "A"}),
    (matches.reopen, {"reason": "x"}),
    (matches.replace_result, {"games": (3, 0), "reason": "x"}),
]


@pytest.mark.parametrize(("verb", "fields"), OF_OFFICIALS)
def test_a_device_does_nothing_an_official_does(cup, first, verb, fields):
    mine = device_at(cup, 1)
    start(first, table_number=1)
    with pytest.raises(NotAllowed):
        verb(match_id=first.pk, actor=mine, **fields)


@pytest.mark.parametrize(("verb", "fields"), OF_ALL)
def test_a_stranger_touches_no_match(first, foreign_actor, verb, fields):
    with pytest.raises(NotAllowed):
        verb(match_id=first.pk, actor=foreign_actor, **fields)


@pytest.mark.parametrize("number", ["1", True, 1.0, [], 10**30, -1])
def test_a_table_is_a_number_of_the_room(first, number):
    assert faults_of(matches.assign_table, match_id=first.pk, table_number=number) == [
        ("table_number", "no_such_table")
    ]


def test_a_device_takes_no_match_of_its_table_to_another_one(cup, first):
    mine = device_at(cup, 1)
    matches.assign_table(match_id=first.pk, table_number=1, actor=PROGRAM)
    with pytest.raises(NotAllowed):
        matches.start(match_id=first.pk, actor=mine, table_number=2)
    first.refresh_from_db()
    assert (first.status, first.table.number) == ("ready", 1)
