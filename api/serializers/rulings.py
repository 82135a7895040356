"""The shapes of requests and answers about rulings, appeals and decided games."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Choice, Input, Whole
from api.serializers.inputs import SIDES, Reasoned, Return, reason, sets_aside
from api.serializers.inputs import version as match_version

MOST_STONES = 9_999


class _Outcome(Input):
    stones = serializers.ListField(
        child=Whole(max_value=MOST_STONES),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Of A and of B.",
    )
    game_winner = Choice(SIDES, required=False)


def counts() -> serializers.ListField:
    """The pairs whose false yes or no counts as a repetition from now on (G1)."""
    return serializers.ListField(
        child=Choice(SIDES),
        required=False,
        max_length=2,
        help_text="G1: the pairs whose false yes or no in this hand counts as a repetition from "
        "now on; a reason is needed then. Left out: nobody's.",
    )


def ruling_version() -> Whole:
    """The version of the ruling that the sender has seen."""
    return Whole(
        required=False,
        min_value=0,
        help_text="The `version` in the inbox, or of the ruling: when it is another one by now, "
        "the answer is a conflict.",
    )


class OutcomeDraft(_Outcome):
    """What an official would say of a hand; `counts` alone lets what is proposed stand."""

    counts = counts()


class NewOutcome(_Outcome):
    """Stones, or the winner of the game, in place of what is proposed."""

    reason = reason()
    sets_aside = sets_aside()
    expected_version = ruling_version()


class Replacement(NewOutcome):
    counts = counts()


class Overruling(Replacement):
    expected_version = Whole(required=False, min_value=1)


class Confirmation(Input):
    reason = reason(required=False)


class Agreement(Confirmation):
    counts = counts()
    sets_aside = sets_aside()
    expected_version = ruling_version()


class Answering(Reasoned):
    """A word on a question, from which nothing else follows."""

    expected_version = ruling_version()


class ClaimDecision(Input):
    stands = Choice(["engine", "claim"])
    reason = reason()
    sets_aside = sets_aside()
    expected_version = ruling_version()


class Appeal(Input):
    """Against the result, or a hand when `game` and `number` say which."""

    side = Choice(SIDES, help_text="Who appeals.")
    game = Whole(required=False, min_value=1)
    number = Whole(required=False, min_value=1)
    reason = reason()


class Upholding(NewOutcome):
    """Another outcome of the hand, another result (`games`), or neither: put right by itself."""

    games = serializers.ListField(
        child=Whole(max_value=9), min_length=2, max_length=2, required=False,
        help_text="Of A and of B.",
    )  # fmt: skip


class TakenBack(Input):
    reason = reason()
    sets_aside = sets_aside()
    expected_version = ruling_version()


class Forfeit(Input):
    loser = Choice(SIDES)
    game = Whole(required=False, min_value=1, help_text="Left out: the one in progress.")
    clause = Choice(["G1", "T7", "D7"], required=False)
    reason = reason()
    sets_aside = sets_aside()
    expected_version = match_version()


class GameRuling(Input):
    winner = Choice(SIDES)
    reason = reason()
    sets_aside = sets_aside()
    expected_version = match_version()


class GameDecisionBack(Return):
    """An official's word on a game is taken back, and why."""

    expected_version = match_version()


class Decided(serializers.Serializer[Any]):
    """A ruling and what became of it."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    status = serializers.CharField()
    proposed = serializers.DictField()
    outcome = serializers.DictField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    decided_by = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class DecidedGame(serializers.Serializer[Any]):
    """A game after an official's word on it."""

    number = serializers.IntegerField()
    score_a = serializers.IntegerField()
    score_b = serializers.IntegerField()
    winner = serializers.CharField(allow_blank=True)
    ended_by = serializers.CharField(allow_blank=True)
