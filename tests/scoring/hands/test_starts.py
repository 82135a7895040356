"""The start of a match is taken back only with its hands."""

import pytest

from scoring.rulings.services import games
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, record
from tournament.errors import NotAllowed, Refusal
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


def undo_start(match: Match, **options):
    return matches.undo_start(
        match_id=match.pk, **{"actor": PROGRAM, "reason": "the wrong table", **options}
    )


def test_hands_come_first(match):
    record(match, plain())

    assert refusal(undo_start, match) == ("hands_entered",)
    table.undo(match, reason="the wrong table")
    undo_start(match)


def test_a_game_that_was_decided_comes_first_too(match):
    games.forfeit(match_id=match.pk, loser="A", actor=PROGRAM, reason="late", clause="T7")

    with pytest.raises(Refusal):
        undo_start(match)


def test_a_tablet_does_not_take_a_start_back(match):
    with pytest.raises(NotAllowed):
        undo_start(match, actor=table.a_device(match))


def test_a_result_entered_by_an_official_is_not_undone_by_way_of_a_hand(match):
    record(match, plain())
    matches.record_result(
        match_id=match.pk, games=(0, 2), actor=PROGRAM, reason="broke", over_recorded=True
    )

    table.undo(match, reason="wrong")

    match.refresh_from_db()
    assert (match.status, match.winner, match.games_b) == ("finished", "B", 2)
    assert refusal(
        games.rule, match_id=match.pk, game=1, winner="A", actor=PROGRAM, reason="marked cards"
    ) == ("result_entered",)


def test_once_it_is_reopened_its_hands_say_again_how_it_stands(match):
    record(match, plain())
    matches.record_result(
        match_id=match.pk, games=(0, 2), actor=PROGRAM, reason="broke", over_recorded=True
    )
    matches.reopen(match_id=match.pk, actor=PROGRAM, reason="the tablet works again")

    table.undo(match)

    match.refresh_from_db()
    assert (match.status, match.games_a, match.games_b) == ("playing", 0, 0)
