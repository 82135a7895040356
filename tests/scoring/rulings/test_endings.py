"""A match ended by an official's word while its hands are being entered."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from scoring.desk.queries.now import desk_inbox
from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from scoring.rulings.services import endings, games
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, record, win_for_a, win_for_b
from tests.tournament import play
from tournament.championship.services import organizers
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db

WHY = "the tablet broke"


def enter(match: Match, a: int, b: int, **options: Any) -> Match:
    return results.record_result(
        match_id=match.pk, games=(a, b), **{"actor": PROGRAM, "reason": WHY, **options}
    )


def claimed() -> dict[str, Any]:
    """A hand in which the table counts other stones than the rules."""
    return plain(claim=[9, 1])


def questions(match: Match) -> list[str]:
    return [item.ruling.kind for item in desk_inbox(tournament_id=match.tournament_id).items]


def test_a_game_that_was_forfeited_is_recorded_too(match):
    games.forfeit(match_id=match.pk, loser="B", actor=PROGRAM, reason="late", clause="T7")

    assert refusal(enter, match, 2, 0) == ("hands_recorded",)


def test_a_tablet_enters_no_result(match):
    with pytest.raises(NotAllowed):
        enter(match, 2, 0, actor=table.a_device(match))


@pytest.mark.parametrize("by", ["result", "ruling", "walkover"])
def test_an_ending_settles_the_questions_about_hands_in_the_log(match, by):
    record(match, claimed())
    assert questions(match) == ["claim"]

    given = {"match_id": match.pk, "actor": PROGRAM, "reason": WHY}
    if by == "result":
        results.record_result(games=(2, 0), over_recorded=True, **given)
    elif by == "ruling":
        endings.decide(winner="A", **given)
    else:
        results.walkover(winner="A", **given)

    assert questions(match) == []
    event = Event.objects.filter(kind="ruling.made").get()
    assert (event.data["ruling"], event.data["decision"]) == ("claim", "dismissed")
    assert event.data["outcome"]["settled_by"] == by
    assert event.data["reason"] == WHY


def test_a_call_and_the_tribunals_case_outlast_the_match(match):
    calls.raise_call(match_id=match.pk, actor=PROGRAM, message="Come, please")
    record(match, claimed())
    Ruling.objects.filter(kind="claim").update(kind="repetition", proposed={"tribunal": True})

    enter(match, 2, 0, over_recorded=True)

    assert questions(match) == ["call", "repetition"]


def test_reopening_brings_the_games_of_the_hands_and_the_questions_back(match):
    record(match, win_for_a())
    record(match, claimed())
    enter(match, 2, 0, over_recorded=True)

    results.reopen(match_id=match.pk, actor=PROGRAM, reason="it works again")

    match.refresh_from_db()
    assert (match.status, match.games_a, match.games_b) == ("playing", 1, 0)
    assert questions(match) == ["claim"]


def test_another_result_takes_no_game_away_that_was_won_by_hands(match):
    record(match, win_for_b())
    enter(match, 2, 1, over_recorded=True)
    other = {"match_id": match.pk, "actor": PROGRAM, "reason": "misread"}

    assert refusal(results.replace_result, games=(2, 0), **other) == ("games_taken_away",)
    match.refresh_from_db()
    assert (match.games_a, match.games_b) == (2, 1)
    assert results.replace_result(games=(1, 2), **other).winner == "B"


@pytest.mark.parametrize("reason", ["", "misread"])
def test_of_too_few_games_the_games_are_named_before_the_reason_and_the_later_matches(
    match, reason
):
    record(match, win_for_a())
    enter(match, 2, 0, over_recorded=True)
    beside = play.match(match.tournament, 1, 1)
    play.win(beside)
    play.start(play.match(match.tournament, 2, 0))

    other = {"match_id": match.pk, "actor": PROGRAM, "reason": reason}
    assert refusal(results.replace_result, games=(0, 1), **other) == ("not_a_result",)
    assert refusal(results.replace_result, games=(0, 2), **other) == ("games_taken_away",)


def test_G1_a_repetition_that_is_the_first_by_now_is_not_asked_in_a_match_that_is_reopened(match):
    for _time in range(2):
        record(match, table.lie(0))
    results.walkover(match_id=match.pk, winner="B", reason=WHY, actor=PROGRAM)
    table.correct(match, 1, 1, plain(), reason="misheard")
    results.reopen(match_id=match.pk, reason="they came", actor=PROGRAM)
    asked = Ruling.objects.get(kind="repetition")
    assert (asked.status, asked.reason, asked.decided_by) == (
        "dismissed", "they came", PROGRAM.label,
    )  # fmt: skip


def test_a_question_asked_again_proposes_what_its_hand_says_by_then(match):
    record(match, plain(claim=[3, 5]))
    results.walkover(match_id=match.pk, winner="B", reason=WHY, actor=PROGRAM)
    table.correct(match, 1, 1, plain(claim=[2, 2]), reason="misheard")
    results.reopen(match_id=match.pk, reason="they came", actor=PROGRAM)
    (asked,) = Ruling.objects.filter(kind="claim", status="open")
    assert asked.proposed["claim"] == [2, 2]


# Who may take it back


@pytest.fixture
def person(match: Match) -> Any:
    """Adds an organizer with a role; returns them as they act."""

    def add(role: str) -> Actor:
        user = get_user_model().objects.create_user(role, password="unused")
        organizers.add(tournament_id=match.tournament_id, username=role, role=role, actor=PROGRAM)
        return Actor("user", user.pk, f"organizer {role}")

    return add


def refused_to(actor: Actor, match: Match) -> bool:
    """Whether both ways back over the match's result are refused for this organizer's role."""
    found = [
        refusal(results.reopen, match_id=match.pk, actor=actor, reason=WHY),
        refusal(results.replace_result, match_id=match.pk, games=(2, 0), actor=actor, reason=WHY),
    ]
    return found == [("role",)] * 2


def test_the_desk_reopens_no_match_that_the_head_referee_forfeited(match, person):
    desk, referee = person("desk"), person("referee")
    for _game in range(2):
        games.forfeit(match_id=match.pk, loser="A", actor=referee, reason="late", clause="T7")
    assert refused_to(desk, match)
    assert results.reopen(match_id=match.pk, actor=referee, reason=WHY).status == "playing"


def test_the_desk_reopens_no_match_whose_end_closed_a_question(match, person):
    desk, referee = person("desk"), person("referee")
    record(match, claimed())
    enter(match, 0, 2, over_recorded=True, actor=referee)
    assert refused_to(desk, match)
    results.reopen(match_id=match.pk, actor=referee, reason=WHY)


def test_the_desk_reopens_a_match_that_was_played_on_after_a_forfeit(match, person):
    desk, referee = person("desk"), person("referee")
    games.forfeit(match_id=match.pk, loser="A", actor=referee, reason="late", clause="T7")
    record(match, win_for_b())
    assert table.read(match).status == "finished"
    assert results.reopen(match_id=match.pk, actor=desk, reason=WHY).status == "playing"
