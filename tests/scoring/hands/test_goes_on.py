"""A corrected hand no longer wins its game, and the next has begun: the game goes on, the hands of
the next are set aside, and one act brings all of it back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as bounded
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from mus.sides import BySide
from scoring.course.models import Game, Hand
from scoring.course.queries.states import match_state
from scoring.hands.services import corrections
from scoring.rulings.services import games
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, record, win_for_a, win_for_b
from tests.tournament import play
from tournament.errors import Refusal
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match

WHY = {"reason": "entered on the wrong side", "actor": PROGRAM}


@pytest.fixture
def match(db: None) -> Match:
    """Game 1 won by its second hand, two hands of game 2 played."""
    found = table.a_match()
    for entered in (plain(), win_for_a(), quick(2, 3), plain(claim=[9, 9])):
        record(found, entered)
    return found


def let_go_on(match: Match, **more: Any) -> None:
    what = {"game": 1, "number": 2, "record": quick(0, 5), "goes_on": True, **WHY, **more}
    corrections.correct(match_id=match.pk, **what)


def take_back(match: Match, **more: Any) -> None:
    corrections.take_back(match_id=match.pk, **{**WHY, **more})


def stands(match: Match) -> tuple[Any, ...]:
    """The hands that count, the games, the open questions, and how the match stands."""
    hands = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    questions = match.rulings.filter(status="open").order_by("kind")
    found = Match.objects.get(pk=match.pk)
    return (
        [(h.game.number, h.number, h.record, h.settlement, h.ruled) for h in hands],
        list(Game.objects.filter(match=match).values_list(
            "number", "mano", "score_a", "score_b", "winner", "hand_count"
        )),
        [(q.kind, q.proposed) for q in questions],
        (found.status, found.winner, found.games),
    )  # fmt: skip


def test_the_game_goes_on_where_it_stands_and_the_next_has_no_hands(match):
    let_go_on(match)
    state = match_state(match_id=match.pk)
    assert state.games_won == (0, 0)
    assert state.next is not None
    assert (state.next.game, state.next.hand, state.next.score) == (1, 3, (7, 6))
    assert [(hand.game, hand.number) for hand in state.history] == [(1, 1), (1, 2)]
    assert not match.rulings.filter(status="open").exists()
    aside = Hand.objects.filter(game__number=2, is_current=True)
    assert [(hand.is_void, hand.reason) for hand in aside] == [(True, WHY["reason"])] * 2


def test_what_was_taken_back_can_be_taken_back_again(match):
    let_go_on(match)
    aside = stands(match)
    take_back(match)
    take_back(match)
    assert stands(match) == aside


def test_game_2_is_played_anew_under_its_number(match):
    let_go_on(match)
    record(match, win_for_b())
    record(match, win_for_b())
    assert Match.objects.get(pk=match.pk).winner == "B"


def test_a_correction_is_not_taken_back_once_a_hand_has_followed(match):
    let_go_on(match)
    record(match, quick(1, 1))
    assert refusal(take_back, match) == ("changed_since",)


def test_the_same_request_sent_again_gets_the_same_answer(match):
    let_go_on(match)
    asked = {"match_id": match.pk, "key": "once", **WHY}
    first = corrections.take_back(**asked)
    again = corrections.take_back(**asked)
    assert (first.repeated, again.repeated) == (False, True)
    assert again.body == json.loads(json.dumps(first.body))


def test_a_later_game_that_an_official_decided_is_not_set_aside(match):
    games.rule(match_id=match.pk, game=2, winner="B", reason="G1", actor=PROGRAM)
    assert refusal(let_go_on, match) == ("game_left_open",)


def test_a_match_that_was_won_by_the_next_game_is_played_on_and_comes_back(db):
    match = table.a_match()
    record(match, win_for_a())
    record(match, win_for_a())
    before = stands(match)
    table.correct(match, 1, 1, quick(3, 2), goes_on=True, **WHY)
    found = Match.objects.get(pk=match.pk)
    assert (found.status, found.winner, found.games) == ("playing", "", BySide(0, 0))
    final = play.match(match.tournament, 2, 0)
    assert match.pair_a_id not in (final.pair_a_id, final.pair_b_id)
    take_back(match)
    assert stands(match) == before
    final.refresh_from_db()
    assert match.pair_a_id in (final.pair_a_id, final.pair_b_id)


HANDS = st.sampled_from([plain(), win_for_a(), win_for_b(), quick(4, 1), plain(claim=[9, 9])])


class TestWhateverWasPlayed(TestCase):
    @bounded(deadline=None)
    @given(played=st.lists(HANDS, min_size=2, max_size=6), at=st.integers(0, 5), new=HANDS)
    @pytest.mark.long
    def test_taking_a_correction_back_leaves_all_as_it_was(self, played, at, new):
        match = table.a_match(best_of=5)
        for entered in played:
            if match_state(match_id=match.pk).next is None:
                break
            record(match, entered)
        hands = Hand.objects.filter(game__match=match).order_by("game__number", "number")
        hand = hands[at % len(hands)]
        before = stands(match)
        try:
            table.correct(match, hand.game.number, hand.number, new, goes_on=True, **WHY)
        except Refusal:
            assert stands(match) == before
            return
        corrections.take_back(match_id=match.pk, **WHY)
        assert stands(match) == before
        assert verify_log(tournament_id=match.tournament_id).ok
