"""Nobody decides a question otherwise than he has seen it."""

import pytest

from scoring.desk.queries.now import desk_inbox
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import appeals, games, rulings, taking_back, tribunal
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, read, record, win_for_a, win_for_b
from tournament.entries.services import departures
from tournament.errors import Conflict
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db
WHY = {"reason": "looked at", "actor": PROGRAM}


@pytest.fixture
def match() -> Match:
    found = table.a_match()
    record(found, plain())
    record(found, plain(claim=[6, 1]))
    return found


def shown(match: Match) -> dict[str, int]:
    """The one open question as the desk shows it."""
    (item,) = desk_inbox(tournament_id=match.tournament_id).items
    return {"ruling_id": item.ruling.id, "expected_version": item.version}


def test_what_happens_elsewhere_in_the_match_makes_no_claim_stale(match):
    seen = shown(match)
    record(match, plain())
    table.correct(match, 1, 1, plain(cards=["A A 4 4", "R R R 7", "C S 7 4", "7 6 5 4"]))
    rulings.decide_claim(**seen, stands="engine", **WHY)


def test_G1_a_repetition_whose_game_has_another_winner_since_costs_no_game_unseen():
    match = table.a_match()
    lie = table.lie(0)
    for hand in (lie, lie, win_for_b()):
        record(match, hand)
    stale = shown(match)
    table.correct(match, 1, 3, win_for_a())
    assert refusal(rulings.confirm, **stale, **WHY) == ("changed_meanwhile",)
    rulings.confirm(**shown(match), **WHY)


def test_G1_a_case_is_another_once_its_game_has_another_winner():
    match = table.a_match(best_of=5)
    case = table.a_case(match)
    record(match, win_for_b())
    seen, place = case.version, case.ruling.game
    assert place is not None
    games.rule(match_id=match.pk, game=place.number, winner="A", **WHY)
    with pytest.raises(Conflict) as refused:
        tribunal.judge(case_id=case.pk, verdict="game", expected_version=seen, **WHY)
    assert refused.value.codes == ("changed_meanwhile",)


def test_a_ruling_that_was_taken_back_and_made_anew_is_not_taken_back_unseen(match):
    asked = Ruling.objects.get(kind="claim")
    rulings.decide_claim(ruling_id=asked.pk, stands="claim", **WHY)
    stale = {"ruling_id": asked.pk, "expected_version": Ruling.objects.get(pk=asked.pk).version}
    taking_back.take_back(**stale, **WHY)
    rulings.replace(ruling_id=asked.pk, stones=(2, 2), **WHY)
    assert refusal(taking_back.take_back, **stale, **WHY) == ("changed_meanwhile",)


def test_an_appeal_against_a_result_that_changed_since_is_not_decided_unseen():
    match = table.a_match()
    for hand in (win_for_a(), win_for_a()):
        record(match, hand)
    appeals.set_window(tournament_id=match.tournament_id, minutes=30, actor=PROGRAM)
    asked = appeals.enter(match_id=match.pk, side="B", **WHY)
    stale = shown(match)
    decided = {"match_id": match.pk, "games": (0, 2), "winner": "B", "ended_by": "ruling"}
    assert read(match).winner == "A"
    results.replace_result(**decided, **WHY)
    for act in (appeals.reject, appeals.uphold, appeals.withdraw):
        assert refusal(act, **stale, **WHY) == ("changed_meanwhile",)
    appeals.reject(ruling_id=asked.pk, **WHY, expected_version=shown(match)["expected_version"])


def test_G1_a_verdict_that_was_taken_back_and_given_anew_is_not_taken_back_unseen():
    match = table.a_match(best_of=5)
    case = table.a_case(match)
    here = {"case_id": case.pk, "tournament_id": match.tournament_id, **WHY}
    tribunal.judge(case_id=case.pk, verdict="cleared", **WHY)
    stale = TribunalCase.objects.get().version
    tribunal.take_back(**here, expected_version=stale)
    tribunal.judge(case_id=case.pk, verdict="warned", **WHY)
    with pytest.raises(Conflict) as refused:
        tribunal.take_back(**here, expected_version=stale)
    assert refused.value.codes == ("changed_meanwhile",)
    now = TribunalCase.objects.get()
    assert refused.value.current["verdict"] == now.verdict == "warned"
    assert refused.value.current["version"] == now.version
    tribunal.take_back(**here, expected_version=now.version)


@pytest.mark.parametrize(
    "act",
    [
        lambda match, **act: rulings.decide_claim(
            ruling_id=shown(match)["ruling_id"], stands="engine", **act
        ),
        lambda match, **act: rulings.dismiss(ruling_id=shown(match)["ruling_id"], **act),
        lambda match, **act: rulings.overrule(
            match_id=match.pk, game=1, number=1, stones=(1, 0), **act
        ),
        lambda match, **act: games.rule(match_id=match.pk, game=1, winner="A", **act),
        lambda match, **act: departures.withdraw(pair_id=match.pair_a_id, **act),
        lambda match, **act: departures.both_absent(match_id=match.pk, **act),
        lambda match, **act: departures.reinstate(pair_id=match.pair_a_id, **act),
        lambda match, **act: departures.disqualify(pair_id=match.pair_a_id, **act),
    ],
)
def test_a_misspelt_argument_is_refused_and_changes_nothing(match, act):
    events = Event.objects.count()
    with pytest.raises(TypeError, match="expected_versoin"):
        act(match, expected_versoin=0, **WHY)
    assert Event.objects.count() == events
