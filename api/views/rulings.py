"""Official decisions: questions and appeals (D7), games, calls, and the Tribunal (G1, T6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.base import SignedIn, given, organized, organized_match, organizer, shown
from api.fields import (
    SIDES,
    Choice,
    Input,
    Nothing,
    Reasoned,
    Return,
    Text,
    Whole,
    reason,
    sets_aside,
    version,
)
from api.schema import described
from api.shapes import shape_of
from scoring.outbox.services import calls
from scoring.rulings.models.case import VERDICTS
from scoring.rulings.queries.cases import CaseLine, case_line, cases_of, must_ask_here
from scoring.rulings.services import appeals, games, rulings, taking_back, tribunal, verdicts
from scoring.rulings.services.previews import VerdictPreview, verdict_preview
from tournament.errors import NotAllowed, NotFound

AnyCase = shape_of(CaseLine)
Verdict = shape_of(VerdictPreview)
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
    expected_version = version()


class GameRuling(Input):
    winner = Choice(SIDES)
    reason = reason()
    sets_aside = sets_aside()
    expected_version = version()


class GameDecisionBack(Return):
    """An official's word on a game is taken back, and why."""

    expected_version = version()


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


def case_version() -> Whole:
    """The version of the Tribunal's case that the sender has seen."""
    return Whole(
        required=False, help_text="The `version` of the case: another one by now is a conflict."
    )


class CaseRequest(Input):
    ruling = Whole(min_value=1, help_text="The open repetition, a third or later false claim.")
    reason = reason(required=False)
    expected_version = Whole(
        required=False, help_text="The `version` in the inbox: another one by now is a conflict."
    )


class Heard(Input):
    note = Text(max_length=500, help_text="What was said; it goes on the record.")
    expected_version = case_version()


class VerdictChoice(Input):
    verdict = Choice(VERDICTS)


class VerdictRequest(VerdictChoice, Return):
    """The Tribunal's word, and why."""

    expected_version = case_version()


class VerdictBack(Reasoned):
    """A verdict is taken back, and why."""

    expected_version = case_version()


class CallRequest(Input):
    about = Choice(
        ["rule", "claim", "late", "cards", "conduct", "help"], required=False, help_text="Why."
    )
    message = Text(max_length=300, required=False, allow_blank=True)


class Called(serializers.Serializer[object]):
    """The call, to be closed when it has been answered."""

    call = serializers.IntegerField()
    state = serializers.DictField()


class RulingViewSet(SignedIn):
    tag = "rulings"

    @described(Decided, body=Agreement, conflict=True)
    def confirm(self, request: Request, ruling_id: int) -> Response:
        """Confirm what the program proposes."""
        return _decide(request, ruling_id, Agreement, rulings.confirm)

    @described(Decided, body=Replacement, conflict=True)
    def replace(self, request: Request, ruling_id: int) -> Response:
        """Put your stones, or your winner of the game, in place of what is proposed."""
        return _decide(request, ruling_id, Replacement, rulings.replace)

    @described(Decided, body=ClaimDecision, conflict=True)
    def decide_claim(self, request: Request, ruling_id: int) -> Response:
        """Decide a claim that differs (S8): the rules' stones stand, or the table's."""
        return _decide(request, ruling_id, ClaimDecision, rulings.decide_claim)

    @described(Decided, body=Answering, conflict=True)
    def dismiss(self, request: Request, ruling_id: int) -> Response:
        """Dismiss a question: nothing follows from it."""
        return _decide(request, ruling_id, Answering, rulings.dismiss)

    @described(Decided, body=Appeal, status=201)
    def appeal(self, request: Request, slug: str, match_id: int) -> Response:
        """A pair appeals: until it is decided everybody sees the match as under review."""
        organized_match(request, slug, match_id)
        entered = appeals.enter(
            match_id=match_id, actor=organizer(request), **given(request, Appeal)
        )
        return shown(Decided, entered, status=201)

    @described(Decided, body=Answering, conflict=True)
    def reject(self, request: Request, ruling_id: int) -> Response:
        """An appeal is rejected: what it is against stands."""
        return _decide(request, ruling_id, Answering, appeals.reject)

    @described(Decided, body=Upholding, conflict=True)
    def uphold(self, request: Request, ruling_id: int) -> Response:
        """An appeal is upheld, with another outcome of its hand, another result, or neither."""
        return _decide(request, ruling_id, Upholding, appeals.uphold)

    @described(Decided, body=Answering, conflict=True)
    def withdraw(self, request: Request, ruling_id: int) -> Response:
        """Take back an open appeal: entered by mistake, or dropped by its pair."""
        return _decide(request, ruling_id, Answering, appeals.withdraw)

    @described(Decided, body=Answering, conflict=True)
    def reopen(self, request: Request, ruling_id: int) -> Response:
        """Take back the decision of an appeal: the appeal waits again."""
        return _decide(request, ruling_id, Answering, appeals.reopen)

    @described(Decided, body=TakenBack, conflict=True)
    def take_back(self, request: Request, ruling_id: int) -> Response:
        """Take back a decided ruling: its question waits again. A hand that was given another
        outcome pays by the rules again."""
        return _decide(request, ruling_id, TakenBack, taking_back.take_back)

    @described(Decided, body=Nothing, conflict=True)
    def answer_call(self, request: Request, ruling_id: int) -> Response:
        """Somebody is on the way to the table that called; the table is told so."""
        return _decide(request, ruling_id, Nothing, calls.answer, what="call")

    @described(Decided, body=Confirmation, conflict=True)
    def close_call(self, request: Request, ruling_id: int) -> Response:
        """Close a call: you have been to the table."""
        return _decide(request, ruling_id, Confirmation, calls.close, what="call")


UNKNOWN = {
    "ruling": ("no_such_ruling", _("There is no such ruling. Choose one from the desk.")),
    "call": ("no_such_call", _("There is no such call. Choose one from the desk.")),
}


def _decide(
    request: Request,
    ruling_id: int,
    body: type[Serializer[Any]],
    verb: Callable[..., Any],
    what: str = "ruling",
) -> Response:
    """Decides a ruling. All tournaments number their rulings in one sequence: a ruling that the
    sender may not decide is answered as unknown, so that nobody can count other tables' questions.
    """
    try:
        decided = verb(ruling_id=ruling_id, actor=organizer(request), **given(request, body))
    except NotAllowed as refusal:
        raise NotFound.one(what, *UNKNOWN[what]) from refusal
    return shown(Decided, decided)


class GameViewSet(SignedIn):
    tag = "games"

    @described(DecidedGame, body=Forfeit, conflict=True)
    def forfeit(self, request: Request, slug: str, match_id: int) -> Response:
        """A pair loses a game: for a repeated false claim (G1), or being late (T7)."""
        organized_match(request, slug, match_id)
        game = games.forfeit(match_id=match_id, actor=organizer(request), **given(request, Forfeit))
        return shown(DecidedGame, game)

    @described(DecidedGame, body=GameRuling, conflict=True)
    def rule(self, request: Request, slug: str, match_id: int, game: int) -> Response:
        """Say who wins a game, whatever its hands (D7)."""
        organized_match(request, slug, match_id)
        decided = games.rule(
            match_id=match_id, game=game, actor=organizer(request), **given(request, GameRuling)
        )
        return shown(DecidedGame, decided)

    @described(DecidedGame, body=GameDecisionBack, conflict=True)
    def take_back(self, request: Request, slug: str, match_id: int, game: int) -> Response:
        """Take an official's word on a game back: its hands say again how it stands."""
        organized_match(request, slug, match_id)
        body = given(request, GameDecisionBack)
        decided = games.take_back(match_id=match_id, game=game, actor=organizer(request), **body)
        return shown(DecidedGame, decided)

    @described(Called, body=CallRequest, status=201)
    def call(self, request: Request, slug: str, match_id: int) -> Response:
        """Put a call on the desk's list, with the state of the match attached."""
        organized_match(request, slug, match_id)
        answer = calls.raise_call(
            match_id=match_id, actor=organizer(request), **given(request, CallRequest)
        )
        return Response(answer.body, status=201)


class TribunalViewSet(SignedIn):
    tag = "tribunal"

    @described(AnyCase(many=True), operation_id="tribunal.index.get")
    def index(self, request: Request, slug: str) -> Response:
        """Every case of the tournament, the first first."""
        return shown(AnyCase, cases_of(tournament_id=organized(request, slug).id))

    @described(
        AnyCase, body=CaseRequest, status=201, conflict=True, operation_id="tribunal.index.post"
    )
    def open(self, request: Request, slug: str) -> Response:
        """Let a third or later false claim count, which opens its case."""
        found = organized(request, slug)
        body = given(request, CaseRequest)
        must_ask_here(ruling_id=body["ruling"], tournament_id=found.id)
        case = rulings.pass_on(
            ruling_id=body["ruling"],
            reason=body.get("reason", ""),
            expected_version=body.get("expected_version"),
            actor=organizer(request),
        )
        opened = case_line(case_id=case.pk, tournament_id=found.id)
        return shown(AnyCase, opened, status=201)

    @described(AnyCase, operation_id="tribunal.detail")
    def read(self, request: Request, slug: str, case_id: int) -> Response:
        """One case: how it stands, who said what and why."""
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=organized(request, slug).id))

    @described(AnyCase, body=Heard, conflict=True)
    def hear(self, request: Request, slug: str, case_id: int) -> Response:
        """The Tribunal has heard the pair; it may be heard again."""
        found = organized(request, slug)
        case_line(case_id=case_id, tournament_id=found.id)
        tribunal.hear(case_id=case_id, actor=organizer(request), **given(request, Heard))
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))

    @described(Verdict, body=VerdictChoice)
    def preview(self, request: Request, slug: str, case_id: int) -> Response:
        """What a verdict would do to the match and to those after it. Saves nothing."""
        found = organized(request, slug)
        verdict = given(request, VerdictChoice)["verdict"]
        return shown(
            Verdict,
            verdict_preview(
                case_id=case_id,
                tournament_id=found.id,
                verdict=verdict,
                actor=organizer(request),
            ),
        )

    @described(AnyCase, body=VerdictRequest, conflict=True)
    def decide(self, request: Request, slug: str, case_id: int) -> Response:
        """The verdict, and what follows. Later matches fall when `sets_aside` names them."""
        found = organized(request, slug)
        case_line(case_id=case_id, tournament_id=found.id)
        tribunal.judge(case_id=case_id, actor=organizer(request), **given(request, VerdictRequest))
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))

    @described(AnyCase, body=VerdictBack, conflict=True)
    def take_back(self, request: Request, slug: str, case_id: int) -> Response:
        """Take back a verdict on which nothing hangs: the case waits again."""
        found = organized(request, slug)
        verdicts.take_back(
            case_id=case_id,
            tournament_id=found.id,
            actor=organizer(request),
            **given(request, VerdictBack),
        )
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))
