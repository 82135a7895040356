"""The hands of a match: read, tried out, saved, corrected and taken back."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from api.base import Open, SignedIn, by_key, on_one, public, respond, uncached
from api.fields import SIDES, Decision, Input, Record, Return, Whole, reason
from api.schema import HandRecordField
from api.shapes import AnyMatch, Remark, shape_of, two_numbers
from api.views.rulings import Decided, OutcomeDraft, Overruling
from scoring.course.queries.consequences import Consequences as MatchConsequences
from scoring.course.queries.states import Answer
from scoring.course.services.refolding import match_preview
from scoring.explain.queries import hands as hand_pages
from scoring.explain.queries import pages
from scoring.explain.queries.lines import HandLines
from scoring.explain.queries.pages import match_page
from scoring.explain.queries.replay import Replay, hand_replay
from scoring.hands.services import corrections, hands, previews
from scoring.outbox.queries.at_table import match_json
from scoring.rulings.services import rulings
from scoring.rulings.services.previews import letting_count
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from tournament.matches.services.results import REASON, Act

Lines = shape_of(HandLines)
RulingLine = shape_of(hand_pages.RulingLine)
HandWithReasons = shape_of(hand_pages.HandPage)
GameWithHands = shape_of(pages.GamePage)
HandReplay = shape_of(Replay)


class MatchWithReasons(serializers.Serializer[Any]):
    """A match with every hand explained, payment by payment, in the reader's language."""

    match = AnyMatch(source="card")
    games = GameWithHands(many=True)


class HandRequest(Input):
    """The next hand. Rule set, mano and score come from the match; those in the record must
    agree."""

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


class Correction(Decision):
    record = Record()
    goes_on = serializers.BooleanField(
        required=False,
        help_text="A game that the hand no longer wins is played on; the hands of the games after "
        "it become void.",
    )


class CorrectionBack(Return):
    """Take the last correction back."""


class CorrectionDraft(Correction):
    """A correction to preview; its reason is optional."""

    reason = reason(required=False)


class UndoHand(Decision):
    """Undo the last hand, which `game` and `hand` name; refused when another one is last."""

    game = Whole(min_value=1)
    hand = Whole(min_value=1)


class SettledHand(serializers.Serializer[Any]):
    """A hand as entered, as settled, and as it counts."""

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
    """One version of a hand, as entered, as settled, and as it counts."""

    version = serializers.IntegerField()
    void = serializers.BooleanField(required=False)
    key = serializers.CharField(required=False, allow_blank=True)


class Question(serializers.Serializer[Any]):
    """An open question for an official."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    proposed = serializers.DictField()


class Saved(serializers.Serializer[Any]):
    """The saved hand, the questions it opened, and the state of the match."""

    hand = HandVersion()
    rulings = Question(many=True)
    state = serializers.DictField()


class Changed(serializers.Serializer[Any]):
    """The versions written, everything that changed with them, and the state of the match."""

    hands = HandVersion(many=True)
    changes = serializers.DictField()
    state = serializers.DictField()


class Draft(serializers.Serializer[Any]):
    """The settlement that saving would give; null when the hand could not be saved, for
    `problems`."""

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
    best_of = serializers.IntegerField(help_text="Games, or vacas where `vaca` is more than 1.")
    all_played = serializers.BooleanField()
    vaca = serializers.IntegerField(help_text="The games that win a vaca; 1 without vacas (T1).")
    last_game_stones = serializers.IntegerField(
        allow_null=True, help_text="Of the last game that the match can have, where it has its own."
    )
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
    awaits = serializers.CharField(
        allow_null=True, help_text="The side whose agreement the result waits for."
    )
    open_rulings = serializers.IntegerField()
    history = HandVersion(many=True)
    confirmed = serializers.DictField()


class HandViewSet(Open):
    tag = "hands"

    @public(MatchHands, operation_id="hands.index.get")
    def index(self, tournament: TournamentView, match_id: int) -> object:
        """Read a match with its games, hands and ledgers."""
        match_card(match_id=match_id, tournament_id=tournament.id)
        return Response(match_json(match_id=match_id))

    @by_key(Saved, body=HandRequest, operation_id="hands.index.post")
    def save(self, *, game: int = 0, hand: int = 0, **arguments: Any) -> Answer:
        """Save the next hand: it is settled, and ends the game and the match when they are won."""
        return hands.record(expected=(game, hand) if game else None, **arguments)

    @public(MatchWithReasons)
    def explained(self, tournament: TournamentView, match_id: int) -> object:
        """Read a match with the reason for every stone, its rulings and earlier versions."""
        match_card(match_id=match_id, tournament_id=tournament.id)
        return match_page(match_id=match_id)

    @public(HandReplay)
    def replay(self, tournament: TournamentView, match_id: int, game: int, number: int) -> object:
        """Replay a hand step by step: what was said, the cards, each payment, and the score after
        it.

        The chances of a step that `waits` are still being computed: ask again in some seconds.
        """
        match_card(match_id=match_id, tournament_id=tournament.id)
        steps = hand_replay(page=match_page(match_id=match_id), game=game, number=number)
        return uncached(respond(HandReplay, steps)) if steps.waits else steps


class HandDeskViewSet(SignedIn):
    tag = "hands"

    @on_one(Draft, body=HandDraft)
    def preview(self, **arguments: Any) -> object:
        """Preview the settlement of the next hand, line by line. Saves nothing."""
        return previews.preview(**arguments)

    @by_key(Changed, body=UndoHand)
    def undo(self, *, game: int, hand: int, **arguments: Any) -> Answer:
        """Undo the last hand of the match."""
        return corrections.undo(expected=(game, hand), **arguments)

    @by_key(Changed, body=Correction)
    def correct(self, **arguments: Any) -> Answer:
        """Correct a hand: everything after it is settled again."""
        return corrections.correct(**arguments)

    @by_key(Changed, body=CorrectionBack)
    def take_back_correction(self, **arguments: Any) -> Answer:
        """Take the last correction of the match back, with the hands that it made void."""
        return corrections.take_back(**arguments)

    @on_one(Consequences, body=CorrectionDraft, conflict=True)
    def preview_correction(self, *, reason: str = "", **arguments: Any) -> object:
        """Preview a correction: everything it would change. Saves nothing.

        `sets_aside` is not needed: the answer names the matches to set aside.
        """
        arguments.pop("sets_aside", None)
        act = partial(corrections.correct, reason=reason or REASON, **arguments)
        return Response(_preview(act, arguments).to_json())

    @on_one(Consequences, body=OutcomeDraft)
    def preview_ruling(self, **arguments: Any) -> object:
        """Preview overruling a hand: everything it would change, and the false declarations that
        would count as a repetition (G1). Saves nothing.

        With `counts` alone: what follows when the proposal is confirmed with them; empty lists when
        nothing in the match changes.
        """
        if arguments.get("counts") and arguments.keys().isdisjoint(("stones", "game_winner")):
            follows = _preview(letting_count(**arguments), arguments)
            return Response(follows.to_json() if follows.anything else NOTHING_CHANGES)
        act = partial(rulings.overrule, reason=REASON, **arguments)
        return Response(_preview(act, arguments).to_json())

    @on_one(Decided, body=Overruling, conflict=True)
    def overrule(self, **arguments: Any) -> object:
        """Overrule a hand's outcome, on the record and with a reason (D7)."""
        return rulings.overrule(**arguments)


def _preview(act: Act, place: Mapping[str, Any]) -> MatchConsequences:
    """What an act would change; `place`: the match, the game and the number of its hand."""
    return match_preview(act, match_id=place["match_id"], target=(place["game"], place["number"]))


NOTHING_CHANGES: dict[str, Any] = {"hands": [], "games": [], "before": {}, "after": {}}
