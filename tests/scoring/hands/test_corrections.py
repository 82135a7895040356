"""A correction is a new version; everything after it follows, and nothing is lost."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as bounded
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from mus import settle_json
from scoring.course.models import Game, Hand, Penalty
from scoring.course.queries.states import match_state
from scoring.course.queries.stored import stored_match
from scoring.hands.services import hands
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling
from scoring.rulings.services import games, rulings, taking_back
from tests.night import of_many
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import (
    PROGRAM,
    correct,
    lie,
    plain,
    quick,
    record,
    undo,
    win_for_a,
    win_for_b,
)
from tournament.errors import Conflict, NotAllowed, Refusal
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match


def score(match: Match, game: int = 1) -> tuple[int, int]:
    found = Game.objects.get(match=match, number=game)
    return found.score_a, found.score_b


def test_the_old_version_stays_and_the_new_one_points_at_it(match):
    record(match, plain())

    correct(match, 1, 1, lie(1), reason="seat 2 claimed a 31")

    first, second = Hand.objects.order_by("version")
    assert (first.is_current, second.is_current) == (False, True)
    assert second.previous == first
    assert second.reason == "seat 2 claimed a 31"
    assert first.stones == (7, 1)


def test_every_hand_after_it_is_settled_again_from_its_new_score(match):
    record(match, quick(10, 0))
    record(match, plain(claim=[7, 1]))
    record(match, quick(0, 3))

    correct(match, 1, 1, quick(2, 0))

    assert score(match) == (9, 4)
    second = Hand.objects.get(number=2, is_current=True)
    assert (second.version, second.record["score"], second.stones) == (2, [2, 0], (7, 1))
    assert second.record["claim"] == [7, 1]
    assert Hand.objects.get(number=3, is_current=True).record["score"] == [9, 1]


def test_a_correction_of_the_first_mano_moves_the_mano_of_the_game(match):
    record(match, plain())
    record(match, plain())

    correct(match, 1, 1, plain(mano=2))

    manos = [h.record["mano"] for h in Hand.objects.filter(is_current=True).order_by("number")]
    assert manos == [2, 3]
    assert match_state(match_id=match.pk).next.mano == 0


def test_hands_after_a_game_that_now_ends_earlier_fall_away_and_stay_readable(match):
    record(match, plain())
    record(match, plain(claim=[7, 1]))

    correct(match, 1, 1, win_for_a())

    fallen = Hand.objects.get(number=2, is_current=True)
    assert (fallen.is_void, fallen.version) == (True, 2)
    assert fallen.record["claim"] == [7, 1]
    match.refresh_from_db()
    assert (match.games_a, score(match)) == (1, (40, 0))


def test_lances_after_a_deje_that_now_ends_the_game_are_not_played(match):
    record(match, quick(36, 0))
    refused = [{"by": "A", "call": "envido", "stake": 2}, {"by": "B", "call": "no_quiero"}]
    record(match, plain(bets={"grande": refused, **table.seen("pares", 2)}, claim=[4, 0]))

    correct(match, 1, 1, quick(39, 0))

    last = Hand.objects.get(number=2, is_current=True)
    assert last.game_winner == "A"
    assert list(last.record["bets"]) == ["grande"]
    assert last.settlement == settle_json(last.record)
    assert "pares" in last.previous.record["bets"]


# A later hand keeps what was entered, from whatever score it is settled


def refused(by: str) -> list[dict[str, Any]]:
    other = "B" if by == "A" else "A"
    return [{"by": by, "call": "envido", "stake": 2}, {"by": other, "call": "no_quiero"}]


IN_ALL = {
    "grande": refused("B"), "chica": refused("A"), **table.seen("pares", 5),
    **table.seen("juego", 6),
}  # fmt: skip


@pytest.fixture
def to_30(db: None) -> Match:
    """A match to 30 stones, in its second hand a refused envido of each pair and two seen ones."""
    match = table.a_match(best_of=5, settings={"target": 30})
    record(match, quick(2, 3))
    record(match, plain(bets=IN_ALL))
    assert score(match) == (20, 4)
    return match


def bets_of_the_second(match: Match) -> list[str]:
    assert verify_tournament(tournament_id=match.tournament_id).first is None
    return list(Hand.objects.get(number=2, is_current=True).record["bets"])


def test_D7_bets_after_an_end_that_was_a_mistake_come_back(to_30):
    correct(to_30, 1, 1, quick(2, 29))
    assert (score(to_30), bets_of_the_second(to_30)) == ((2, 30), ["grande"])

    correct(to_30, 1, 1, quick(2, 3))

    assert (score(to_30), bets_of_the_second(to_30)) == ((20, 4), list(IN_ALL))


def test_D7_bets_come_back_after_several_ends_that_were_mistakes(to_30):
    correct(to_30, 1, 1, quick(2, 29))
    correct(to_30, 1, 1, quick(29, 2))
    assert (score(to_30), bets_of_the_second(to_30)) == ((30, 3), ["grande", "chica"])
    correct(to_30, 1, 1, quick(3, 29))
    ruling = table.overrule(to_30, 1, 2, stones=(1, 0))

    correct(to_30, 1, 1, quick(2, 3))
    taking_back.take_back(ruling_id=ruling.pk, actor=PROGRAM, reason="it was right")

    assert (score(to_30), bets_of_the_second(to_30)) == ((20, 4), list(IN_ALL))


def test_D7_a_hand_entered_anew_after_it_ended_the_game_stays_as_it_is(to_30):
    correct(to_30, 1, 1, quick(2, 29))
    undo(to_30)
    record(to_30, plain(bets={"grande": IN_ALL["grande"]}))

    correct(to_30, 1, 1, quick(2, 3))

    assert bets_of_the_second(to_30) == ["grande"]


def test_D7_a_hand_corrected_where_it_ended_the_game_stays_as_corrected(to_30):
    correct(to_30, 1, 1, quick(2, 29))
    by_three = [{**IN_ALL["grande"][0], "stake": 3}, IN_ALL["grande"][1]]
    correct(to_30, 1, 2, plain(bets={"grande": by_three}))

    correct(to_30, 1, 1, quick(2, 3))

    assert bets_of_the_second(to_30) == ["grande"]


# Refused


def test_nothing_is_corrected_into_itself(match):
    record(match, plain())

    assert refusal(correct, match, 1, 1, plain()) == ("nothing_changed",)


def test_a_game_cannot_be_left_open_under_a_later_one(match, in_english):
    record(match, win_for_a())
    record(match, plain())

    with pytest.raises(Refusal) as refused:
        correct(match, 1, 1, plain())

    assert refused.value.codes == ("game_left_open",)
    assert "rule who wins" in str(refused.value.problems[0].message)
    assert Hand.objects.count() == 2


def test_a_later_hand_that_could_not_have_been_played_so_is_named(match):
    record(match, quick(39, 0))
    refused_bet = [{"by": "A", "call": "envido", "stake": 2}, {"by": "B", "call": "no_quiero"}]
    record(match, {"bets": {"grande": refused_bet}})

    with pytest.raises(Refusal) as refused:
        correct(match, 1, 1, quick(30, 0))

    assert refused.value.codes[0] == "later_hand_impossible"
    assert "declaration_required" in refused.value.codes


def test_another_tables_tablet_corrects_nothing(match):
    record(match, plain())

    with pytest.raises(NotAllowed):
        correct(match, 1, 1, quick(1, 1), actor=table.a_device(match, table=3), key="k")


def test_a_tablet_does_not_correct_what_an_official_has_ruled(match):
    record(match, plain(claim=[9, 9]))
    rulings.replace(
        ruling_id=Ruling.objects.get().pk, actor=PROGRAM, reason="seen by all", stones=(8, 2)
    )

    with pytest.raises(NotAllowed) as refused:
        correct(match, 1, 1, quick(1, 1), actor=table.a_device(match), key="k", expected_version=2)

    assert refused.value.codes == ("hand_was_ruled",)


def test_faults_of_the_new_content_are_the_corrections_own(match):
    record(match, plain())

    assert refusal(correct, match, 1, 1, plain(cards=None)) == ("cards_required",)


def test_the_same_correction_sent_twice_is_made_once(match):
    record(match, plain())
    tablet = table.a_device(match)
    correct(match, 1, 1, quick(1, 1), actor=tablet, key="c1", expected_version=1)

    assert correct(match, 1, 1, quick(1, 1), actor=tablet, key="c1", expected_version=1).repeated
    assert Hand.objects.count() == 2


# Undo


def test_undo_of_another_hand_than_the_last_is_a_conflict(match):
    record(match, plain())
    record(match, plain())

    with pytest.raises(Conflict):
        undo(match, expected=(1, 1))


# What was asked of an official, after a correction


def test_a_question_that_the_new_version_does_not_ask_is_dismissed(match):
    record(match, plain(claim=[9, 9]))

    correct(match, 1, 1, plain(claim=[7, 1]))

    ruling = Ruling.objects.get()
    assert (ruling.status, ruling.reason) == ("dismissed", "written down wrongly")


def test_penalties_belong_to_the_version_that_counts(match):
    record(match, lie(1))
    record(match, lie(1))
    assert Ruling.objects.filter(kind="repetition", status="open").exists()

    correct(match, 1, 2, plain())

    assert not Ruling.objects.filter(kind="repetition", status="open").exists()
    assert Penalty.objects.filter(hand__is_current=True).count() == 1


def test_an_officials_word_on_a_later_hand_holds_from_any_score(match):
    record(match, quick(5, 0))
    record(match, plain())
    table.overrule(match, 1, 2, reason="misdeal", stones=(0, 0))

    correct(match, 1, 1, quick(9, 0))

    assert score(match) == (9, 0)
    assert Hand.objects.get(number=2, is_current=True).ruled is not None


# Any sequence of hands and corrections


RULES = (
    {}, {"vaca_games": 2}, {"last_game_stones": 6}, {"games_all_played": 3}, {"without_twos": True},
)  # fmt: skip


class AnySequence(TestCase):
    """The stored match is always what following its hands from scratch gives."""

    @bounded(max_examples=of_many(5, nightly=30))
    @given(
        seed=st.integers(0, 2**32),
        steps=st.lists(st.integers(0, 12), min_size=5, max_size=30),
        rules=st.sampled_from(RULES),
    )
    def test_replaying_gives_the_same_as_settling_from_scratch(self, seed, steps, rules):
        rng = Random(seed)
        match = table.a_match(settings={"target": 15, **rules})
        for step in steps:
            with suppress(Refusal):
                self.step(match, step, rng)
            self.holds(match)
        assert verify_log(tournament_id=match.tournament_id).ok

    def step(self, match: Match, step: int, rng: Random) -> None:
        current = list(Hand.objects.filter(is_current=True, is_void=False, game__match=match))
        if step < 6 or not current:
            if match_state(match_id=match.pk).next is not None:
                hands.record(match_id=match.pk, record=table.dealt(match, rng), actor=PROGRAM)
        elif step < 9:
            hand = rng.choice(current)
            entered = rng.choice([win_for_a(), win_for_b(), plain(), quick(rng.randrange(9), 1)])
            correct(match, hand.game.number, hand.number, entered)
        elif step == 9:
            undo(match)
        else:
            self.rule(match, step, rng, rng.choice(current))

    def rule(self, match: Match, step: int, rng: Random, hand: Hand) -> None:
        official: Any = {"match_id": match.pk, "actor": PROGRAM, "reason": "the organisation"}
        game = hand.game.number
        if step == 10:
            stones = (rng.randrange(4), rng.randrange(20))
            rulings.overrule(game=game, number=hand.number, stones=stones, **official)
        elif step == 11:
            games.rule(game=game, winner=rng.choice("AB"), **official)
        else:
            games.take_back(game=game, **official)

    def holds(self, match: Match) -> None:
        match = table.read(match)
        stored = stored_match(match=match)
        course = stored.course(stored.entered())
        for row, followed in zip(stored.games, course.games, strict=True):
            assert not followed.fell_away
            assert (row.game.score_a, row.game.score_b) == followed.score
            assert row.game.winner == (followed.winner or "")
            for hand, again in zip(row.hands, followed.hands, strict=True):
                assert (hand.record, hand.settlement) == (again.record, again.settlement)
                assert (hand.stones, hand.score) == (again.stones, again.score)
        assert (match.games_a, match.games_b) == course.games_won
        assert (match.status == "finished") == (course.outcome is not None) or blocked(match)


def blocked(match: Match) -> bool:
    return match_state(match_id=match.pk).awaiting_ruling
