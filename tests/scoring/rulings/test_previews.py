"""What an official's word would bring with it."""

from functools import partial
from typing import ClassVar

import pytest

from scoring.course.models import Game, Hand
from scoring.rulings.models import Ruling
from scoring.rulings.services import games, rulings
from tests.previews import answer_preview, game_decision_preview, hand_ruling_preview
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, record, win_for_a, win_for_b
from tournament.errors import NotFound, Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return table.a_match()


def test_d7_a_ruling_foretells_what_it_then_does(match):
    record(match, plain())
    record(match, plain())

    told = hand_ruling_preview(match_id=match.pk, game=1, number=1, stones=(0, 9))
    assert Hand.objects.count() == 2

    rulings.overrule(
        match_id=match.pk, game=1, number=1, actor=PROGRAM, reason="void", stones=(0, 9)
    )
    current = Hand.objects.filter(is_current=True).order_by("number")
    assert [change.after.score for change in told.hands] == [hand.score for hand in current]


def test_g1_a_forfeit_foretells_who_wins(match):
    record(match, win_for_a())

    told = game_decision_preview(match_id=match.pk, winner="A")
    assert (len(told.games), told.winner_after) == (2, "A")
    assert Game.objects.count() == 1

    games.forfeit(match_id=match.pk, loser="B", actor=PROGRAM, reason="second false claim")
    match.refresh_from_db()
    assert match.winner == "A"


def test_taking_a_decision_back_foretells_an_open_game(match):
    record(match, plain())
    games.forfeit(match_id=match.pk, loser="B", actor=PROGRAM, reason="second false claim")

    told = game_decision_preview(match_id=match.pk, winner="", game=1)
    assert told.games[0].winner_after == ""


def test_what_cannot_be_ruled_cannot_be_foretold(match):
    with pytest.raises(NotFound):
        hand_ruling_preview(match_id=match.pk, game=1, number=1, stones=(1, 0))
    with pytest.raises(Refusal):
        game_decision_preview(match_id=table.a_match(started=False).pk, winner="A")


@pytest.mark.parametrize(("game", "code"), [
    (1, "not_decided"), (2, "not_decided"), (0, "no_such_game"), (3, "no_such_game"),
    (10**20, "no_such_game"),
])  # fmt: skip
def test_a_decision_that_nobody_made_is_not_foretold_to_be_taken_back(match, game, code):
    record(match, plain())

    with pytest.raises(Refusal) as foretold:
        game_decision_preview(match_id=match.pk, winner="", game=game)
    with pytest.raises(Refusal) as done:
        games.take_back(match_id=match.pk, game=game, actor=PROGRAM, reason="x")

    assert foretold.value.codes == done.value.codes == (code,)


def test_a_game_after_the_last_one_is_not_foretold(match):
    record(match, win_for_a())
    record(match, win_for_a())

    with pytest.raises(Refusal) as foretold:
        game_decision_preview(match_id=match.pk, winner="B")
    assert foretold.value.codes == ("match_won",)


def test_g1_a_game_that_its_hands_ended_is_not_forfeited(match):
    table.record(match, table.win_for_a())
    for loser in "AB":
        other = "B" if loser == "A" else "A"
        foretell = partial(
            game_decision_preview, match_id=match.pk, game=1, winner=other, ended_by="forfeit"
        )
        act = partial(
            games.forfeit, match_id=match.pk, game=1, loser=loser, reason="late", actor=PROGRAM
        )
        for refuses in (foretell, act):
            with pytest.raises(Refusal) as refused:
                refuses()
            assert refused.value.codes == ("game_over",)
    games.forfeit(match_id=match.pk, loser="A", reason="late", actor=PROGRAM)
    assert [one.ended_by for one in Game.objects.order_by("number")] == ["hands", "forfeit"]


class TestAMatchThatIsWonAndWaits:
    """Its end, that an answer brings with it, is foretold (D7, S8)."""

    BOTH_GUILTY: ClassVar = {"infractions": [{"kind": "false_claim", "seat": n} for n in (0, 1)]}

    @pytest.fixture
    def won(self, match):
        record(match, win_for_a())
        record(match, plain(**self.BOTH_GUILTY))
        record(match, win_for_a())
        return match

    def test_d7_confirming_the_proposal_ends_it(self, won):
        asked = Ruling.objects.get(kind="needs_ruling")
        told = answer_preview(ruling_id=asked.pk, match_id=won.pk)
        assert (told.winner_before, told.winner_after) == ("", "A")

        rulings.confirm(ruling_id=asked.pk, actor=PROGRAM)
        won.refresh_from_db()
        assert won.winner == "A"

    def test_d7_nothing_is_foretold_while_another_question_holds_it(self, match):
        record(match, plain(**self.BOTH_GUILTY))
        record(match, win_for_a())
        record(match, plain(**self.BOTH_GUILTY))
        record(match, win_for_a())
        first = Ruling.objects.filter(kind="needs_ruling").order_by("pk")[0]

        assert answer_preview(ruling_id=first.pk, match_id=match.pk) is None
        told = hand_ruling_preview(match_id=match.pk, game=1, number=1, stones=(1, 1))
        assert (told.winner_before, told.winner_after) == ("", "")

        rulings.replace(ruling_id=first.pk, stones=(1, 1), actor=PROGRAM, reason="shared")
        match.refresh_from_db()
        assert match.status == "playing"

    def test_s8_the_rules_count_standing_ends_it(self, match):
        record(match, win_for_a())
        record(match, quick(33, 0))
        record(match, plain(claim=[6, 1]))
        claim = Ruling.objects.get(kind="claim")
        told = answer_preview(ruling_id=claim.pk, match_id=match.pk)
        assert told.winner_after == "A"

        rulings.decide_claim(ruling_id=claim.pk, stands="engine", actor=PROGRAM, reason="counted")
        match.refresh_from_db()
        assert match.winner == "A"

    def test_g1_a_false_claim_that_takes_the_last_game_ends_it(self, match):
        guilty = {"infractions": [{"kind": "false_claim", "seat": 0}]}
        record(match, win_for_b())
        record(match, plain(**guilty))
        record(match, plain(**guilty))
        asked = Ruling.objects.get(kind="repetition")
        told = answer_preview(ruling_id=asked.pk, match_id=match.pk)
        assert told.winner_after == "B"

        rulings.confirm(ruling_id=asked.pk, actor=PROGRAM)
        match.refresh_from_db()
        assert match.winner == "B"

    def test_an_answer_in_a_match_that_goes_on_changes_nothing(self, match):
        record(match, plain(**self.BOTH_GUILTY))
        asked = Ruling.objects.get(kind="needs_ruling")
        assert answer_preview(ruling_id=asked.pk, match_id=match.pk) is None
