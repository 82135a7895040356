"""G1: the ladder counts decisions, not proposals, and a case of the Tribunal has its own state."""

from typing import Any

import pytest

from scoring.course.models import Game
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.cases import pair_records
from scoring.rulings.queries.words import takes
from scoring.rulings.services import cascades, games, rulings, taking_back, tribunal
from tests.previews import verdict_back
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, a_case, plain, quick, read, record, win_for_a
from tests.tournament import play
from tournament.entries.services import departures
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match

pytestmark = pytest.mark.django_db


def lie(match: Match, **changes: Any) -> Ruling | None:
    """A hand in which pair A claims falsely; the question that it asks, if any."""
    record(match, table.lie(0, **changes))
    return Ruling.objects.filter(kind="repetition", status="open").order_by("-pk").first()


def lies(match: Match, times: int) -> Ruling:
    found = [lie(match) for _time in range(times)]
    assert found[-1] is not None
    return found[-1]


def again(ruling: Ruling) -> Ruling:
    return Ruling.objects.get(pk=ruling.pk)


def dismiss(ruling: Ruling) -> None:
    rulings.dismiss(ruling_id=ruling.pk, actor=PROGRAM, reason="a slip of the tongue")


def confirm(ruling: Ruling) -> Ruling:
    return rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)


def judge(case: TribunalCase, verdict: str, **options: Any) -> TribunalCase:
    return tribunal.judge(
        case_id=case.pk, verdict=verdict, reason="heard both sides", actor=PROGRAM, **options
    )


def test_G1_a_dismissed_repetition_does_not_count(match):
    dismiss(lies(match, 2))

    third = lies(match, 1)

    assert (third.proposed["time"], third.proposed["tribunal"]) == (2, False)
    (of_a,) = pair_records(tournament_id=match.tournament_id)
    assert of_a.false_claims == 1


def test_G1_a_decision_about_one_pair_leaves_the_questions_about_the_other(match):
    confirm(lies(match, 2))
    of_a = lies(match, 1)  # its third
    for _time in range(2):
        record(match, table.lie(1))
    of_b = Ruling.objects.exclude(pk=of_a.pk).get(kind="repetition", status="open")
    assert (of_a.proposed["time"], of_b.proposed["time"]) == (3, 2)

    dismiss(of_b)

    assert again(of_b).status == "dismissed"
    assert (again(of_a).status, again(of_a).proposed) == ("open", of_a.proposed)


def test_G1_a_third_claim_is_not_settled_while_the_second_is_open(match):
    second = lies(match, 2)
    third = lies(match, 1)
    assert third.proposed["tribunal"]

    for verb in (confirm, dismiss):
        assert refusal(verb, third) == ("earlier_open",)
    dismiss(second)

    assert again(third).proposed["time"] == 2
    confirm(third)
    assert Game.objects.get(number=1).winner == "B"


def test_G1_the_ladder_follows_a_corrected_hand(match):
    second = lies(match, 2)
    table.correct(match, 1, 2, plain(), reason="it was true")
    assert again(second).status == "dismissed"
    assert lies(match, 1).proposed["time"] == 2
    table.correct(match, 1, 2, table.lie(0))
    assert Ruling.objects.filter(kind="repetition", status="open").count() == 2


def test_G1_the_second_is_none_once_the_first_fell_away(match):
    """The first, in game 1, counts no more where that game was won before it."""
    record(match, quick(30, 0))
    lie(match)
    record(match, quick(40, 0))
    second = lies(match, 1)
    table.correct(match, 1, 1, quick(40, 0))
    assert again(second).status == "dismissed"


def test_G1_a_game_that_the_pair_won_with_that_hand_is_lost_instead(match):
    lie(match)
    record(match, quick(40, 0))
    record(match, quick(39, 0))
    # B refuses: the deje ends the game for A, whatever A claims falsely after it.
    refused = [{"by": "A", "call": "envido", "stake": 2}, {"by": "B", "call": "no_quiero"}]
    second = lie(match, bets={"grande": refused})
    assert second is not None
    assert Game.objects.get(number=2).winner == "A"
    assert takes(second) == "won"

    confirm(second)

    decided = Game.objects.get(number=2)
    assert (decided.winner, decided.ended_by) == ("B", "forfeit")


def test_G1_of_a_game_that_it_lost_anyway_nothing_more_is_taken(match):
    lie(match)
    record(match, quick(0, 39 - Game.objects.get().score_b))
    second = lie(match)
    assert second is not None
    assert Game.objects.get(number=1).winner == "B"
    assert takes(second) == "nothing"

    confirm(second)

    game = Game.objects.get(number=1)
    assert (game.winner, game.ended_by) == ("B", "hands")
    outcome = again(second).outcome
    assert outcome is not None
    assert outcome["takes"] == "nothing"
    assert read(match).games_b == 1


def test_G1_a_claim_that_was_cleared_does_not_count(match):
    judge(a_case(match), "cleared")
    assert lies(match, 1).proposed["time"] == 3


def test_G1_a_case_must_be_decided_before_the_next_claim(match):
    case = a_case(match)
    fourth = lies(match, 1)
    assert refusal(confirm, fourth) == ("case_open",)
    judge(case, "warned")
    confirm(fourth)
    assert TribunalCase.objects.count() == 2


def test_G1_a_disqualification_settles_what_was_open_against_the_pair():
    match = table.a_match(best_of=5)
    case = a_case(match)
    fourth = lies(match, 1)

    departures.disqualify(pair_id=match.pair_a_id, reason="the Tribunal's word", actor=PROGRAM)

    case.refresh_from_db()
    assert (case.state, case.verdict) == ("decided", "disqualified")
    assert again(fourth).outcome["settled_by"] == "disqualification"
    assert read(match).ended_by == "disqualification"


def test_G1_a_verdict_needs_a_reason_and_an_official(match):
    case = a_case(match)
    assert refusal(
        tribunal.judge, case_id=case.pk, verdict="warned", reason=" ", actor=PROGRAM
    ) == ("reason_required",)
    assert refusal(judge, case, "hanged") == ("bad_verdict",)
    with pytest.raises(NotAllowed):
        tribunal.judge(case_id=case.pk, verdict="warned", reason="x", actor=table.a_device(match))


@pytest.mark.parametrize("verdict", ["game", "match"])
@pytest.mark.sampled(4)
def test_G1_a_verdict_that_is_taken_back_with_its_cascade_leaves_its_case_to_be_decided_again(
    match, verdict
):
    case = a_case(match)
    tribunal.hear(case_id=case.pk, note="they deny it", actor=PROGRAM)
    won_by_a(match)
    final = play.start(play.match(match.tournament, 2, 0))
    judge(case, verdict, sets_aside=[final.pk])
    assert (read(match).winner, read(final).kind) != ("A", "championship")

    cascades.take_back(cascade_id=Cascade.objects.get().pk, reason="misread", actor=PROGRAM)

    assert (read(match).winner, read(final).kind) == ("A", "championship")
    case.refresh_from_db()
    assert (case.state, case.verdict, case.decided_at, case.reason) == ("heard", "", None, "")
    told = Event.objects.latest("number").data
    assert (told["case"]["game"], told["case"]["number"], told["case"]["state"]) == (2, 1, "heard")
    assert judge(case, "warned").state == "decided"


def won_by_a(match: Match) -> None:
    """A wins the match, and so somebody the other one: the final can begin."""
    while read(match).status == "playing":
        record(match, win_for_a())
    play.win(play.match(match.tournament, 1, 1))


def test_G1_the_tribunal_can_disqualify_a_pair_that_has_withdrawn(match):
    case = a_case(match)
    departures.withdraw(pair_id=case.pair_id, reason="went home", actor=PROGRAM)

    judge(case, "disqualified")

    case.pair.refresh_from_db()
    assert case.pair.status == "disqualified"


def judged(case: TribunalCase, verdict: str) -> dict[str, Any]:
    tribunal.judge(case_id=case.pk, verdict=verdict, reason="heard", actor=PROGRAM)
    of = TribunalCase.objects.select_related("pair").get(pk=case.pk)
    return {"case_id": of.pk, "tournament_id": of.pair.tournament_id}


WHY = {"reason": "the wrong pair", "actor": PROGRAM}


@pytest.mark.parametrize(("verdict", "time"), [("cleared", 3), ("warned", 4)])
@pytest.mark.sampled(4)
def test_g1_a_verdict_that_took_nothing_is_taken_back_and_the_ladder_counts_anew(
    match, verdict, time
):
    of = judged(a_case(match), verdict)
    fourth = lie(match)
    assert fourth is not None
    assert again(fourth).proposed["time"] == time
    verdict_back(**of)
    case = tribunal.take_back(**of, **WHY)
    case.refresh_from_db()
    assert (case.state, case.verdict, case.reason) == ("open", "", "")
    assert again(fourth).proposed["time"] == 4
    told = Event.objects.filter(kind="tribunal.taken_back").get()
    assert (told.data["was"], told.data["state"], told.data["reason"]) == (
        verdict, "open", "the wrong pair",
    )  # fmt: skip
    assert refusal(rulings.confirm, ruling_id=fourth.pk, actor=PROGRAM) == ("case_open",)
    assert (
        refusal(tribunal.take_back, **of, **WHY) == refusal(verdict_back, **of) == ("still_open",)
    )
    judged(case, "warned")


def test_g1_a_case_that_was_heard_is_heard_still_when_its_verdict_is_taken_back(match):
    case = a_case(match)
    tribunal.hear(case_id=case.pk, note="they deny it", actor=PROGRAM)
    case = tribunal.take_back(**judged(case, "warned"), **WHY)
    assert (case.state, case.heard) == ("heard", "they deny it")


def test_g1_a_verdict_stands_while_what_it_took_is_lost(match):
    of = judged(a_case(match), "game")
    assert refusal(tribunal.take_back, **of, **WHY) == refusal(verdict_back, **of) == ("it_stands",)
    number = TribunalCase.objects.get().ruling.game.number
    games.take_back(match_id=match.pk, game=number, **WHY)
    tribunal.take_back(**of, **WHY)


def test_g1_of_two_verdicts_the_later_is_taken_back_first(match):
    first = judged(a_case(match), "warned")
    confirm(lies(match, 1))
    later = judged(TribunalCase.objects.latest("pk"), "warned")
    assert refusal(tribunal.take_back, **first, **WHY) == ("later_decided",)
    tribunal.take_back(**later, **WHY)
    tribunal.take_back(**first, **WHY)


def test_g1_who_may_not_judge_takes_no_verdict_back(match):
    of = judged(a_case(match), "warned")
    tablet = table.a_device(match)
    with pytest.raises(NotAllowed):
        tribunal.take_back(**of, reason="no", actor=tablet)
    assert refusal(tribunal.take_back, **of, reason=" ", actor=PROGRAM) == ("reason_required",)


def test_G1_the_game_comes_back_and_is_not_asked_about_once_its_claim_is_corrected_away(match):
    second = confirm(lies(match, 2))
    table.correct(match, 1, 2, plain())
    assert Game.objects.get(number=1).winner == "B"

    taking_back.take_back(ruling_id=second.pk, actor=PROGRAM, reason="it was true")

    assert Game.objects.get(number=1).winner == ""
    assert again(second).status == "dismissed"
