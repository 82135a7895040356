"""Nobody decides a question otherwise than he has seen it."""

import pytest

from scoring.desk.queries import desk_inbox
from scoring.hands.services import corrections
from scoring.rulings.models import Ruling
from scoring.rulings.services import appeals, rulings, taking_back, window
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, read, record, win_for_a
from tournament.errors import Conflict
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


def correct(match: Match, number: int, entered: object) -> None:
    corrections.correct(match_id=match.pk, game=1, number=number, record=entered, **WHY)


def test_a_claim_whose_hand_was_corrected_since_is_not_decided_unseen(match: Match) -> None:
    stale = shown(match)
    correct(match, 2, plain(claim=[7, 5]))
    for act, more in [
        (rulings.decide_claim, {"stands": "claim"}),
        (rulings.decide_claim, {"stands": "engine"}),
        (rulings.replace, {"stones": (1, 1)}),
        (rulings.dismiss, {}),
    ]:
        with pytest.raises(Conflict) as refused:
            act(**stale, **more, **WHY)
        assert refused.value.codes == ("changed_meanwhile",)
        assert refused.value.current["version"] == shown(match)["expected_version"]
        assert Ruling.objects.get(kind="claim").is_open
    rulings.decide_claim(**shown(match), stands="claim", **WHY)
    assert Ruling.objects.get(kind="claim").status == "replaced"


def test_what_happens_elsewhere_in_the_match_makes_no_claim_stale(match: Match) -> None:
    seen = shown(match)
    record(match, plain())
    correct(match, 1, plain(cards=["A A 4 4", "R R R 7", "C S 7 4", "7 6 5 4"]))
    rulings.decide_claim(**seen, stands="engine", **WHY)


def test_a_ruling_that_was_taken_back_and_made_anew_is_not_taken_back_unseen(match: Match) -> None:
    asked = Ruling.objects.get(kind="claim")
    rulings.decide_claim(ruling_id=asked.pk, stands="claim", **WHY)
    stale = {"ruling_id": asked.pk, "expected_version": Ruling.objects.get(pk=asked.pk).version}
    taking_back.take_back(**stale, **WHY)
    rulings.replace(ruling_id=asked.pk, stones=(2, 2), **WHY)
    with pytest.raises(Conflict) as refused:
        taking_back.take_back(**stale, **WHY)
    assert refused.value.codes == ("changed_meanwhile",)


def test_an_appeal_against_a_result_that_changed_since_is_not_decided_unseen() -> None:
    match = table.a_match()
    for hand in (win_for_a(), win_for_a()):
        record(match, hand)
    window.set_window(tournament_id=match.tournament_id, minutes=30, actor=PROGRAM)
    asked = appeals.enter(match_id=match.pk, side="B", **WHY)
    stale = shown(match)
    decided = {"match_id": match.pk, "games": (0, 2), "winner": "B", "ended_by": "ruling"}
    assert read(match).winner == "A"
    results.replace_result(**decided, **WHY)
    for act in (appeals.reject, appeals.uphold, appeals.withdraw):
        with pytest.raises(Conflict) as refused:
            act(**stale, **WHY)
        assert refused.value.codes == ("changed_meanwhile",)
    appeals.reject(ruling_id=asked.pk, **WHY, expected_version=shown(match)["expected_version"])
