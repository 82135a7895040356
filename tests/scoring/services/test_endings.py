"""A match ended by an official's word while its hands are being entered."""

from typing import Any

import pytest

from scoring.models import Ruling
from scoring.queries.desk import desk_inbox
from scoring.services import calls, corrections, endings, games
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, record, win_for_a, win_for_b
from tournament.errors import Conflict, NotAllowed, Refusal
from tournament.models import Event, Match
from tournament.services import matches

pytestmark = pytest.mark.django_db

WHY = "the tablet broke"


@pytest.fixture
def match() -> Match:
    return table.a_match()


def enter(match: Match, a: int, b: int, **options: Any) -> Match:
    return endings.record_result(
        match_id=match.pk, games=(a, b), **{"actor": PROGRAM, "reason": WHY, **options}
    )


def codes(call: Any, *args: Any, **options: Any) -> tuple[str, ...]:
    with pytest.raises(Refusal) as refused:
        call(*args, **options)
    return refused.value.codes


def claimed() -> dict[str, Any]:
    """A hand in which the table counts other stones than the rules."""
    return plain(claim=[9, 1])


def questions(match: Match) -> list[str]:
    return [item.ruling.kind for item in desk_inbox(tournament_id=match.tournament_id).items]


def test_a_match_without_hands_takes_a_result_without_more_ado(match: Match) -> None:
    done = enter(match, 0, 2, reason="")

    assert (done.status, done.winner) == ("finished", "B")


def test_a_result_over_hands_must_be_meant(match: Match) -> None:
    record(match, plain())

    assert codes(enter, match, 2, 0) == ("hands_recorded",)
    match.refresh_from_db()
    assert match.status == "playing"
    assert enter(match, 2, 0, over_recorded=True).winner == "A"


def test_a_result_over_hands_says_why(match: Match) -> None:
    record(match, plain())

    assert codes(enter, match, 2, 0, over_recorded=True, reason=" ") == ("reason_required",)


def test_a_game_that_was_forfeited_is_recorded_too(match: Match) -> None:
    games.forfeit(match_id=match.pk, loser="B", actor=PROGRAM, reason="late", clause="T7")

    assert codes(enter, match, 2, 0) == ("hands_recorded",)


def test_a_result_takes_no_game_away_that_was_won_by_hands(match: Match) -> None:
    record(match, win_for_b())

    assert codes(enter, match, 2, 0, over_recorded=True) == ("games_taken_away",)
    match.refresh_from_db()
    assert (match.status, match.games_b) == ("playing", 1)
    assert enter(match, 2, 1, over_recorded=True).winner == "A"


def test_a_result_is_refused_when_a_hand_came_in_meanwhile(match: Match) -> None:
    record(match, plain())
    match.refresh_from_db()
    seen = match.version
    record(match, plain())

    with pytest.raises(Conflict):
        enter(match, 2, 0, over_recorded=True, expected_version=seen)


def test_a_tablet_enters_no_result(match: Match) -> None:
    with pytest.raises(NotAllowed):
        enter(match, 2, 0, actor=table.a_device(match))


@pytest.mark.parametrize("by", ["result", "ruling", "walkover"])
def test_an_ending_settles_the_questions_about_hands_in_the_log(match: Match, by: str) -> None:
    record(match, claimed())
    assert questions(match) == ["claim"]

    given = {"match_id": match.pk, "actor": PROGRAM, "reason": WHY}
    if by == "result":
        endings.record_result(games=(2, 0), over_recorded=True, **given)
    elif by == "ruling":
        endings.decide(winner="A", **given)
    else:
        endings.walkover(winner="A", **given)

    assert questions(match) == []
    event = Event.objects.filter(kind="ruling.made").get()
    assert (event.data["ruling"], event.data["decision"]) == ("claim", "dismissed")
    assert event.data["outcome"]["settled_by"] == by
    assert event.data["reason"] == WHY


def test_a_call_and_the_tribunals_case_outlast_the_match(match: Match) -> None:
    calls.raise_call(match_id=match.pk, actor=PROGRAM, message="Come, please")
    record(match, claimed())
    Ruling.objects.filter(kind="claim").update(kind="repetition", proposed={"tribunal": True})

    enter(match, 2, 0, over_recorded=True)

    assert questions(match) == ["call", "repetition"]


def test_reopening_brings_the_games_of_the_hands_and_the_questions_back(match: Match) -> None:
    record(match, win_for_a())
    record(match, claimed())
    enter(match, 2, 0, over_recorded=True)

    endings.reopen(match_id=match.pk, actor=PROGRAM, reason="it works again")

    match.refresh_from_db()
    assert (match.status, match.games_a, match.games_b) == ("playing", 1, 0)
    assert questions(match) == ["claim"]


def test_reopening_asks_nothing_about_a_hand_that_was_taken_back(match: Match) -> None:
    record(match, claimed())
    enter(match, 2, 0, over_recorded=True)
    matches.reopen(match_id=match.pk, actor=PROGRAM, reason="it works again")
    corrections.undo(match_id=match.pk, reason="entered twice", actor=PROGRAM)
    enter(match, 2, 0)

    endings.reopen(match_id=match.pk, actor=PROGRAM, reason="it was the other match")

    assert questions(match) == []


def test_another_result_takes_no_game_away_that_was_won_by_hands(match: Match) -> None:
    record(match, win_for_b())
    enter(match, 2, 1, over_recorded=True)
    other = {"match_id": match.pk, "actor": PROGRAM, "reason": "misread"}

    assert codes(endings.replace_result, games=(2, 0), **other) == ("games_taken_away",)
    match.refresh_from_db()
    assert (match.games_a, match.games_b) == (2, 1)
    assert endings.replace_result(games=(1, 2), **other).winner == "B"
