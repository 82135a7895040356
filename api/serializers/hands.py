"""The shapes of requests and answers about hands."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Choice, Input, Record, Text, Whole
from api.schema import HandRecordField
from api.serializers.answers import AnyMatch
from api.serializers.errors import Remark
from api.serializers.inputs import SIDES, reason, sets_aside
from api.serializers.settlements import two_numbers
from api.shapes import shape_of
from scoring.desk import queries as desk
from scoring.explain.queries import hands as hand_pages
from scoring.explain.queries import pages
from scoring.explain.queries.lines import HandLines
from scoring.explain.queries.replay import Replay
from scoring.rulings.queries.cases import PairRecord as FalseWords

Lines = shape_of(HandLines)
RulingLine = shape_of(hand_pages.RulingLine)
HandWithReasons = shape_of(hand_pages.HandPage)
GameWithHands = shape_of(pages.GamePage)
HandReplay = shape_of(Replay)
InboxItem = shape_of(desk.InboxItem)
PairRecord = shape_of(FalseWords)


class MatchWithReasons(serializers.Serializer[Any]):
    """A match with every hand explained, entry by entry, in the reader's language."""

    match = AnyMatch(source="card")
    games = GameWithHands(many=True)


class HandRequest(Input):
    """The next hand. Rule set, mano and score come from the match; what is said must agree."""

    record = Record(help_text='A hand record, or {"quick": {"stones": [a, b]}}.')
    game = Whole(required=False, min_value=1, help_text="With `hand`: the one you believe is next.")
    hand = Whole(required=False, min_value=1)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("game" in attrs) != ("hand" in attrs):
            missing = "hand" if "game" in attrs else "game"
            raise serializers.ValidationError(
                {missing: self.fields[missing].error_messages["required"]}, code="required"
            )
        return attrs


class HandDraft(Input):
    record = Record()


class Correction(Input):
    record = Record()
    reason = reason()
    expected_version = Whole(required=False, min_value=1)
    sets_aside = sets_aside()


class CorrectionDraft(Correction):
    """The body of a correction; its reason can still be missing."""

    reason = reason(required=False)


class UndoHand(Input):
    """Take back the last hand; `game` and `hand` say which one you believe that to be."""

    game = Whole(min_value=1)
    hand = Whole(min_value=1)
    reason = reason()
    expected_version = Whole(required=False, min_value=1)
    sets_aside = sets_aside()


class CallRequest(Input):
    about = Choice(
        ["rule", "claim", "late", "cards", "conduct", "help"], required=False, help_text="Why."
    )
    message = Text(max_length=300, required=False, allow_blank=True)


class SettledHand(serializers.Serializer[Any]):
    """A hand in its place: as entered, settled and in effect."""

    game = serializers.IntegerField()
    number = serializers.IntegerField()
    verified = serializers.BooleanField()
    record = HandRecordField()
    settlement = serializers.DictField()
    ruled = serializers.DictField(allow_null=True)
    stones = two_numbers("Of A and of B, in effect.")
    score = two_numbers("After the hand.")
    game_winner = serializers.ChoiceField(SIDES, allow_null=True)


class HandVersion(SettledHand):
    """One version of a hand, as entered, settled and in effect."""

    version = serializers.IntegerField()
    void = serializers.BooleanField(required=False)
    key = serializers.CharField(required=False, allow_blank=True)


class Question(serializers.Serializer[Any]):
    """Something that waits for an official."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    proposed = serializers.DictField()


class Saved(serializers.Serializer[Any]):
    """The hand as it was saved, what it leaves to an official, and where the match stands."""

    hand = HandVersion()
    rulings = Question(many=True)
    state = serializers.DictField()


class Changed(serializers.Serializer[Any]):
    """The versions written, everything that changed with them, and where the match stands."""

    hands = HandVersion(many=True)
    changes = serializers.DictField()
    state = serializers.DictField()


class Draft(serializers.Serializer[Any]):
    """What saving would give; or, with `settlement` null, why it could not be saved."""

    ok = serializers.BooleanField()
    settlement = serializers.DictField(allow_null=True)
    lines = Lines(allow_null=True)
    problems = Remark(many=True)


class Consequences(serializers.Serializer[Any]):
    """What a correction would change."""

    hands = serializers.ListField(child=serializers.DictField())
    games = serializers.ListField(child=serializers.DictField())
    before = serializers.DictField()
    after = serializers.DictField()


class MatchHands(serializers.Serializer[Any]):
    """A match with its games and every hand that counts: record, settlement and ledger."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    status = serializers.CharField()
    kind = serializers.CharField()
    round = serializers.IntegerField()
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    ended_by = serializers.CharField(allow_blank=True)
    pairs = serializers.DictField(child=serializers.DictField(allow_null=True))
    seating = serializers.DictField(allow_null=True)
    first_mano = serializers.IntegerField(allow_null=True)
    best_of = serializers.IntegerField()
    four_kings = serializers.BooleanField()
    four_kings_allowed = serializers.BooleanField()
    ruleset = serializers.DictField()
    games_won = two_numbers("Of A and of B.")
    games = serializers.ListField(child=serializers.DictField())
    game = serializers.DictField(allow_null=True, help_text="Of the next hand.")
    hand = serializers.DictField(allow_null=True)
    mano = serializers.IntegerField(allow_null=True)
    mano_free = serializers.BooleanField(help_text="Whoever cuts mus is mano (H4).")
    awaiting_ruling = serializers.BooleanField()
    open_rulings = serializers.IntegerField()
    history = HandVersion(many=True)
    confirmed = serializers.DictField()
