"""What a game says of its hands is what its hands say, whatever was done."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.course.models import Game, Hand
from scoring.course.services.versions import recount
from scoring.rulings.services import games
from tests.night import of_many
from tests.scoring import table
from tests.scoring.table import PROGRAM, quick, record
from tournament.errors import Refusal
from tournament.matches.models import Match


def counted(match: Match) -> dict[int, tuple[int, int]]:
    """Of each game: how many of its hands count, and the highest number of any."""
    found = {game.pk: (0, 0) for game in Game.objects.filter(match=match)}
    for hand in Hand.objects.filter(game__match=match, is_current=True):
        count, last = found[hand.game_id]
        found[hand.game_id] = (count + hand.counts, max(last, hand.number))
    return found


def said(match: Match) -> dict[int, tuple[int, int]]:
    games_of = Game.objects.filter(match=match)
    return {game.pk: (game.hand_count, game.last_number) for game in games_of}


def act(match: Match, rng: Random) -> None:
    """One act of many kinds; most of those that cannot be carried out are refused."""
    hands = list(Hand.objects.filter(game__match=match, is_current=True, is_void=False))
    what = rng.choice(["enter", "enter", "enter", "win", "correct", "undo", "rule", "take back"])
    stones = quick(rng.randint(0, 25), rng.randint(0, 25))
    if what == "enter":
        record(match, stones)
    elif what == "win":
        record(match, quick(0, 0, game_winner=rng.choice("AB")))
    elif what == "correct" and hands:
        hand = rng.choice(hands)
        table.correct(
            match,
            hand.game.number,
            hand.number,
            rng.choice([stones, quick(0, 0, game_winner=rng.choice("AB"))]),
        )
    elif what == "undo":
        table.undo(match, reason="another table's")
    elif what == "rule":
        games.rule(
            match_id=match.pk, game=rng.randint(1, 3), winner=rng.choice("AB"),
            reason="late", actor=PROGRAM,
        )  # fmt: skip
    elif what == "take back":
        games.take_back(match_id=match.pk, game=rng.randint(1, 3), reason="mended", actor=PROGRAM)


class TestAfterRandomActs(TestCase):
    @settings(max_examples=of_many(6, nightly=30), deadline=None)
    @given(seed=st.integers(0, 2**32))
    def test_a_game_counts_its_hands(self, seed):
        rng, match = Random(seed), table.a_match()
        for _act in range(14):
            try:
                act(match, rng)
            except Refusal:
                continue
            assert said(match) == counted(match), seed


@pytest.mark.django_db
def test_what_was_never_counted_is_counted_from_the_hands():
    match = table.a_match()
    for number in range(3):
        record(match, quick(number, 1))
    table.undo(match, reason="another table's")
    Game.objects.update(hand_count=0, last_number=0)
    recount(match=match)
    assert list(said(match).values()) == [(2, 3)]
