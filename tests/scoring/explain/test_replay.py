"""A hand step by step adds up to what stands: for every kind of hand that is played."""

from random import Random

import pytest
from django.utils.translation import override

from scoring.course.models import Hand
from scoring.explain.queries.pages import match_page
from scoring.explain.queries.replay import HandAddress, Replay, hand_replay
from scoring.explain.services import count_chances
from scoring.rulings.services import rulings
from tests.night import seed_of
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, record, win_for_a
from tournament.errors import NotFound
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


def replay(match: Match, game: int = 1, number: int = 1) -> Replay:
    return hand_replay(page=match_page(match_id=match.pk), game=game, number=number)


def kinds(of: Replay) -> list[str]:
    return [step.moment.kind for step in of.steps]


def test_a_hand_is_said_shown_and_paid(match):
    record(match, plain(bets=table.seen("grande", 4)))
    found = replay(match)
    assert kinds(found)[0] == "cut"
    assert kinds(found)[-5:] == ["cards", *["payment"] * 4]
    assert [step.number for step in found.steps] == [*range(1, len(found.steps) + 1)]
    assert found.steps[-1].moment.score == (7, 4)


def test_cards_are_shown_from_the_showdown_on_and_chances_told_before(match):
    record(match, plain())
    count_chances(seconds=60)
    for step in replay(match).steps:
        assert step.has_cards == (step.moment.kind in ("cards", "payment"))
        is_bet = step.moment.lance != "" and not step.has_cards
        assert [one.side for one in step.chances] == (["A", "B"] if is_bet else [])
        assert not step.waits


def test_steps_wait_for_their_chances_where_there_will_be_some(match):
    record(match, plain())
    record(match, quick(2, 0))
    steps = replay(match).steps
    assert [step.waits for step in steps] == [
        step.moment.lance != "" and not step.has_cards for step in steps
    ]
    assert replay(match).waits
    assert not any(step.chances for step in steps)
    assert not replay(match, 1, 2).waits


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.sampled(4)
def test_the_score_grows_to_the_score_of_the_hand(match, seed):
    rng = Random(seed_of(seed))
    for _hand in range(3):
        if table.read(match).status == "playing":
            record(match, table.dealt(match, rng))
    for hand in Hand.objects.filter(game__match=match, is_current=True).select_related("game"):
        found = replay(match, hand.game.number, hand.number)
        score = found.score_before
        for step in found.steps:
            taken = step.moment.taken
            score = (score[0] + taken[0], score[1] + taken[1])
            assert step.moment.score == score, kinds(found)
        assert score == tuple(hand.settlement["score"])


def test_hands_lead_to_each_other_over_the_end_of_a_game(match):
    record(match, win_for_a())
    record(match, plain())
    first, second = replay(match), replay(match, 2, 1)
    assert (first.previous, first.next) == (None, HandAddress(2, 1))
    assert (second.previous, second.next) == (HandAddress(1, 1), None)
    assert kinds(first)[-1] == "won"


def test_G0_a_false_word_stands_after_the_cards_and_before_what_is_paid(match):
    record(match, table.lie(1))
    found = kinds(replay(match))
    assert found.index("cards") < found.index("false_word") < found.index("payment")


def test_S8_a_claim_that_differs_and_D7_the_ruling_stand_at_the_end(match):
    answer = record(match, plain(claim=[9, 1]))
    assert kinds(replay(match))[-2:] == ["claim", "waits"]
    question = answer.body["rulings"][0]["id"]
    rulings.replace(ruling_id=question, stones=(8, 1), reason="counted aloud", actor=PROGRAM)
    last = replay(match).steps[-1].moment
    assert last.kind == "ruled_because"
    assert last.score == (8, 1)
    with override("en"):
        assert str(last.text) == "The organizers rule: 8 – 1 stones. “counted aloud”"


def test_a_hand_without_cards_has_its_stones_alone(match):
    record(match, quick(5, 2))
    assert kinds(replay(match)) == ["without_cards", "payment", "payment"]


def test_a_hand_that_was_not_played_is_not_there(match):
    record(match, plain())
    with pytest.raises(NotFound):
        replay(match, 1, 2)
