"""The cases of the Tribunal, one after the other."""

import pytest
from django.utils import timezone, translation

from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import tribunal
from tests.scoring import table
from tests.scoring.table import PROGRAM, win_for_b
from tournament.errors import NotFound, Refusal
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


def test_g1_a_case_waits_for_the_one_before_it(match):
    assert match.pair_a is not None
    now = timezone.now()
    cases = [
        TribunalCase.objects.create(
            ruling=Ruling.objects.create(
                match=match, kind="repetition", status="confirmed", pair=match.pair_a,
                proposed={"tribunal": True, "time": n, "loser": "A", "clause": "G1"},
                outcome={"tribunal": True}, raised_at=now, decided_at=now,
            ),
            pair=match.pair_a, opened_by="test", opened_at=now,
        )
        for n in (3, 4)
    ]  # fmt: skip
    with pytest.raises(Refusal) as refusal:
        tribunal._must_be_first(cases[1])
    (problem,) = refusal.value.problems
    assert (problem.field, problem.code) == ("case", "earlier_open")
    with translation.override("en"):
        assert str(problem.message).endswith("Decide that one first.")
    tribunal._must_be_first(cases[0])


class TestACase:
    """Of the third false claim of pair A, in the first hand of game 2."""

    @pytest.fixture
    def case(self, match: Match) -> TribunalCase:
        return table.a_case(match)

    def test_g1_the_log_says_what_was_heard_of_whom_and_about_which_hand(self, case, match):
        heard = tribunal.hear(case_id=case.pk, note="they say it was the noise", actor=PROGRAM)
        case.refresh_from_db()
        assert (case.state, case.heard_by) == ("heard", PROGRAM.label)
        assert case.heard_at == heard.heard_at
        assert case.heard_at is not None
        told = Event.objects.latest("number")
        assert told.kind == "tribunal.heard"
        assert (told.data["match"]["slot"], told.data["pair"]["number"]) == (
            match.slot, case.pair.number,
        )  # fmt: skip
        said = {name: told.data[name] for name in ("game", "number", "state", "verdict", "reason")}
        assert said == {
            "game": 2, "number": 1, "state": "heard", "verdict": None,
            "reason": "they say it was the noise",
        }  # fmt: skip

    def test_g1_a_case_that_never_was_is_neither_heard_nor_judged(self, case):
        with pytest.raises(NotFound) as refused:
            tribunal.hear(case_id=case.pk + 1, note="who?", actor=PROGRAM)
        assert refused.value.codes == ("no_such_case",)

    def test_g1_a_game_lost_anyway_is_lost_once(self, case, match):
        table.record(match, win_for_b())
        before = Event.objects.latest("number").number

        tribunal.judge(case_id=case.pk, verdict="game", reason="a third time", actor=PROGRAM)

        done = table.read(match)
        assert (done.status, done.winner, done.games_a, done.games_b) == ("finished", "B", 0, 2)
        told = Event.objects.filter(number__gt=before).values_list("kind", flat=True)
        assert list(told) == ["tribunal.decided"]
