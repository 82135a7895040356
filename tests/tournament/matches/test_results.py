"""How matches end, and how an ending is taken back."""

import pytest

from tests.refusals import faults_of
from tests.tournament.play import PROGRAM, match, pair, play_out, start, tournament, win
from tournament.consolation import services as consolation
from tournament.entries.services import departures
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def first(cup):
    return match(cup, 1, 0)


def test_nobody_wins_by_games_without_the_games(first):
    start(first)
    matches.set_games(match_id=first.pk, games=(2, 1), actor=PROGRAM)
    assert faults_of(matches.finish, match_id=first.pk, winner="A") == [("winner", "games_missing")]


@pytest.mark.parametrize("winner", ["", "C", "a", None, 1, "AB"])
def test_a_winner_is_a_or_b(first, winner):
    start(first)
    assert faults_of(matches.finish, match_id=first.pk, winner=winner) == [("winner", "bad_side")]


@pytest.mark.parametrize("ended_by", ["bye", "withdrawal", "disqualification", "luck", "", None])
def test_a_match_cannot_be_ended_by_what_only_follows(first, ended_by):
    start(first)
    assert faults_of(
        matches.finish, match_id=first.pk, winner="A", ended_by=ended_by, reason="x"
    ) == [("ended_by", "bad_ending")]


def test_T7_an_official_gives_a_walkover_before_or_during_the_match(cup, first):
    other = start(match(cup, 1, 1))
    for one in (first, other):
        done = matches.walkover(match_id=one.pk, winner="B", reason="absent", actor=PROGRAM)
        assert (done.status, done.winner, done.ended_by) == ("finished", "B", "walkover")
    assert match(cup, 2, 0).status == "ready"


def test_T7_no_walkover_without_a_reason_or_in_a_match_that_has_ended(cup, first):
    assert faults_of(matches.walkover, match_id=first.pk, winner="A", reason="") == [
        ("reason", "reason_required")
    ]
    win(first)
    assert faults_of(matches.walkover, match_id=first.pk, winner="B", reason="late") == [
        ("match", "match_finished")
    ]
    final = match(cup, 2, 0)
    assert faults_of(matches.walkover, match_id=final.pk, winner="A", reason="late") == [
        ("match", "pairs_unknown")
    ]


def test_reopening_takes_the_winner_out_of_the_next_slot(cup, first):
    win(first)
    back = matches.reopen(match_id=first.pk, reason="wrong hand", actor=PROGRAM)
    back.refresh_from_db()
    assert (back.status, back.winner, back.ended_by, back.finished_at) == ("playing", "", "", None)
    assert back.games_a == 0
    assert match(cup, 2, 0).pair_a_id is None
    matches.set_games(match_id=first.pk, games=(2, 3), actor=PROGRAM)
    matches.finish(match_id=first.pk, winner="B", actor=PROGRAM)
    assert match(cup, 2, 0).pair_a_id == first.pair_b_id


def test_reopening_the_final_takes_the_crown_back(cup):
    play_out(cup)
    matches.reopen(match_id=match(cup, 2, 0).pk, reason="miscounted", actor=PROGRAM)
    cup.refresh_from_db()
    assert (cup.status, cup.champion_id) == ("running", None)


def test_reopening_goes_through_a_later_match_that_nobody_sat_down_to(cup, first):
    win(first)
    other = match(cup, 1, 1)
    for number in (other.pair_a.number, other.pair_b.number):
        departures.withdraw(pair_id=pair(cup, number).pk, reason="storm", actor=PROGRAM)
    cup.refresh_from_db()
    assert cup.champion_id == first.pair_a_id
    matches.reopen(match_id=first.pk, reason="miscounted", actor=PROGRAM)
    cup.refresh_from_db()
    assert (cup.status, match(cup, 2, 0).status) == ("running", "waiting")


def test_only_what_has_ended_and_was_played_can_be_reopened(cup, first):
    assert faults_of(matches.reopen, match_id=first.pk, reason="x") == [("match", "not_finished")]
    odd = tournament(entered=3, drawn=True)
    bye = next(one for one in odd.matches.all() if one.ended_by == "bye")
    assert faults_of(matches.reopen, match_id=bye.pk, reason="x") == [("match", "is_a_bye")]


def test_a_pair_that_has_left_must_come_back_before_its_match_is_reopened(first):
    start(first)
    departures.withdraw(pair_id=first.pair_a_id, reason="ill", actor=PROGRAM)
    assert faults_of(matches.reopen, match_id=first.pk, reason="x") == [("match", "pair_is_out")]
    departures.reinstate(pair_id=first.pair_a_id, reason="well again", actor=PROGRAM)
    first.refresh_from_db()
    assert (first.status, first.winner, first.ended_by) == ("playing", "", "")


def test_T3_a_beaten_pair_at_a_consolation_table_is_not_called_back(cup, first):
    beaten = [win(match(cup, 1, slot)).pair_b for slot in (0, 1)]
    (extra,) = consolation.create_matches(
        tournament_id=cup.pk, pairings=[tuple(one.number for one in beaten)], actor=PROGRAM
    )
    assert faults_of(matches.reopen, match_id=first.pk, reason="x") == [("match", "in_consolation")]
    consolation.cancel(match_id=extra.pk, reason="a result was wrong", actor=PROGRAM)
    matches.reopen(match_id=first.pk, reason="x", actor=PROGRAM)


def test_a_reopened_match_leaves_its_table_when_another_is_played_there(cup, first):
    start(first, table_number=1)
    win(first)
    start(match(cup, 1, 1), table_number=1)
    assert matches.reopen(match_id=first.pk, reason="x", actor=PROGRAM).table is None


def test_the_same_winner_with_other_games_is_possible_even_later(cup, first):
    win(first)
    win(match(cup, 1, 1))
    start(match(cup, 2, 0))
    matches.replace_result(match_id=first.pk, games=(3, 2), reason="one more", actor=PROGRAM)
    assert faults_of(matches.replace_result, match_id=first.pk, games=(1, 3), reason="x") == [
        ("match", "later_match_begun")
    ]
    first.refresh_from_db()
    assert (first.games_a, first.games_b) == (3, 2)


def test_a_result_can_be_replaced_by_a_ruling(cup, first):
    win(first)
    matches.replace_result(
        match_id=first.pk, games=(3, 0), winner="B", ended_by="ruling", reason="T6", actor=PROGRAM
    )
    first.refresh_from_db()
    assert (first.winner, first.ended_by, first.games_a) == ("B", "ruling", 3)
    assert match(cup, 2, 0).pair_a_id == first.pair_b_id
    assert faults_of(
        matches.replace_result, match_id=first.pk, games=(3, 0), ended_by="ruling", reason="x"
    ) == [("winner", "bad_side")]


def rows_made(monkeypatch, entered):
    """How many rows of matches a result in a round robin of so many pairs is worked out with."""
    cup = tournament(entered=entered, drawn=True, format="round_robin")
    first = match(cup, 1, 0)
    made = []
    from_db = Match.from_db.__func__
    with monkeypatch.context() as patched:
        patched.setattr(Match, "from_db", classmethod(lambda *row: made.append(1) or from_db(*row)))
        matches.record_result(match_id=first.pk, games=(first.wins_needed, 0), actor=PROGRAM)
    return len(made)


def test_a_result_makes_no_row_of_each_match(monkeypatch):
    assert rows_made(monkeypatch, 14) == rows_made(monkeypatch, 6)
