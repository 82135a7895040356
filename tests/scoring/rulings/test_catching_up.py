"""Matches that stopped and go on again: what was decided about them meanwhile is not forgotten."""

from typing import Any

import pytest

from scoring.course.queries import ladder
from scoring.hands.services import corrections
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import cascades, tribunal
from tests.scoring import table
from tests.scoring.table import PROGRAM, lie, plain, quick, read, record, win_for_a, win_for_b
from tests.tournament import play
from tournament.consolation import services as consolation
from tournament.entries.services import departures
from tournament.matches.models import Cascade, Match
from tournament.matches.services import results

pytestmark = [pytest.mark.django_db, pytest.mark.rows_by_hand]
WHY: dict[str, Any] = {"reason": "looked at again", "actor": PROGRAM}


def the_open(kind: str) -> Ruling:
    return Ruling.objects.get(kind=kind, status="open")


def last_cascade() -> Cascade:
    return Cascade.objects.filter(undone_at=None).latest("pk")


@pytest.fixture
def waits() -> Match:
    """Won by B, and waiting for a word on the second false claim of pair A."""
    match = table.a_match(best_of=1)
    record(match, lie(0))
    record(match, lie(0))
    record(match, win_for_b())
    assert read(match).status == "playing"
    return read(match)


def test_G1_a_won_match_ends_when_its_pair_comes_back_after_the_claim_fell_away(waits):
    departures.withdraw(pair_id=waits.pair_a_id or 0, **WHY)
    where = {"match_id": waits.pk, "game": 1, "number": 2}
    corrections.correct(**where, record=plain(), **WHY)

    departures.reinstate(pair_id=waits.pair_a_id or 0, **WHY)

    assert (read(waits).status, read(waits).winner, read(waits).ended_by) == (
        "finished", "B", "games",
    )  # fmt: skip


def test_a_match_that_was_opened_again_stays_open_when_its_pair_has_left_and_come_back():
    match = table.a_match(best_of=1)
    record(match, win_for_a())
    results.reopen(match_id=match.pk, **WHY)
    departures.withdraw(pair_id=match.pair_a_id or 0, **WHY)

    departures.reinstate(pair_id=match.pair_a_id or 0, **WHY)

    assert (read(match).status, read(match).games_a) == ("playing", 1)


@pytest.fixture
def lied() -> tuple[Match, Match]:
    """A match in which pair A made its first false claim; a correction that took it away also
    turned the match, so that the final fell. The final as it was played."""
    first = table.a_match(best_of=1)
    for hand in (lie(0), win_for_a()):
        record(first, hand)
    play.win(Match.objects.get(tournament=first.tournament, round=1, slot=1))
    last = play.start(Match.objects.get(tournament=first.tournament, round=2))
    record(last, plain())
    where = {"match_id": first.pk, "game": 1, "number": 1}
    corrections.correct(**where, record=quick(0, 40), **WHY, sets_aside=[last.pk])
    return read(first), read(last)


def counted(match: Match) -> int:
    pair = match.pair_a_id or 0
    return ladder.counted_of(pair_ids=[pair]).get(pair, 0)


def test_G1_a_false_claim_that_a_change_taken_back_brings_again_is_asked_about_as_the_second(lied):
    first, _last = lied
    lost = Match.objects.get(tournament=first.tournament, round=1, slot=1)
    beaten = lost.to_rules().losing_pair
    other = Match.objects.create(
        tournament=first.tournament, kind="consolation", round=1, slot=0, best_of=1, status="ready",
        pair_a=first.pair_a, pair_b_id=beaten,
    )  # fmt: skip
    play.start(other)
    record(other, lie(0))
    assert counted(first) == 1
    other.refresh_from_db()
    consolation.cancel(match_id=other.pk, **WHY)

    cascades.take_back(cascade_id=last_cascade().pk, **WHY)

    asked = the_open("repetition")
    assert (asked.match_id, asked.pair_id, asked.proposed["time"]) == (first.pk, first.pair_a_id, 2)
    assert counted(first) == 1  # the other waits for a word


@pytest.fixture
def judged() -> TribunalCase:
    """The case of the winner of a match: the verdict gave the match to the other pair, so that the
    final fell. The result was put right since, and the verdict taken back."""
    match = table.a_match()
    case = table.a_case(match)
    for _game in range(2):
        record(match, win_for_a())
    play.win(Match.objects.get(tournament=match.tournament, round=1, slot=1))
    last = play.start(Match.objects.get(tournament=match.tournament, round=2))
    tribunal.judge(case_id=case.pk, verdict="match", **WHY, sets_aside=[last.pk])
    results.replace_result(match_id=match.pk, games=(2, 1), **WHY)
    at = {"case_id": case.pk, "tournament_id": match.tournament_id}
    tribunal.take_back(**at, **WHY)
    return case


@pytest.mark.parametrize(("verdict", "stands"), [("warned", "warned"), ("match", "match")])
@pytest.mark.sampled(4)
def test_G1_a_verdict_given_since_is_not_taken_back_with_the_change_that_an_earlier_one_made(
    judged, verdict, stands
):
    tribunal.judge(case_id=judged.pk, verdict=verdict, **WHY)
    match = judged.ruling.match
    if verdict == "warned":
        results.replace_result(
            match_id=match.pk, games=(2, 1), winner="B", ended_by="ruling", **WHY
        )

    cascades.take_back(cascade_id=last_cascade().pk, **WHY)

    judged.refresh_from_db()
    assert (judged.state, judged.verdict) == ("decided", stands)
    assert verify_tournament(tournament_id=match.tournament_id).first is None
