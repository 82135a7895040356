"""Official decisions: questions and appeals (D7), games, calls, and the Tribunal (G1, T6)."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.base import (
    SignedIn,
    actor_of,
    for_organizers,
    on_one,
    parse,
    respond,
)
from api.fields import (
    SIDES,
    Choice,
    Input,
    Listing,
    Reasoned,
    Return,
    Text,
    Whole,
    reason,
    sets_aside,
    two,
    version,
)
from api.schema import described
from api.shapes import shape_of
from scoring.outbox.services import calls
from scoring.rulings.models import VERDICTS
from scoring.rulings.queries.cases import CaseLine, case_line, cases_of, must_ask_here
from scoring.rulings.services import appeals, rulings, taking_back, tribunal
from scoring.rulings.services.previews import VerdictPreview, verdict_preview
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import NotAllowed, NotFound
from tournament.memory.services import desk_act

AnyCase = shape_of(CaseLine)
Verdict = shape_of(VerdictPreview)
MOST_STONES = 9_999


class _Outcome(Input):
    stones = two(MOST_STONES, "Of A and of B.", required=False)
    game_winner = Choice(SIDES, required=False)


def counts() -> serializers.ListField:
    """Field: the pairs whose false declaration counts as a repetition from now on (G1)."""
    return Listing(
        child=Choice(SIDES),
        required=False,
        max_length=2,
        help_text="G1: the pairs whose false yes or no in this hand counts as a repetition from "
        "now on; a reason is needed then. Left out: nobody's.",
    )


def ruling_version() -> Whole:
    """Field: the version of the ruling that the sender has seen."""
    return Whole(
        required=False,
        min_value=0,
        help_text="The `version` in the inbox, or of the ruling: when it is another one by now, "
        "the answer is a conflict.",
    )


class OutcomeDraft(_Outcome):
    """An outcome of a hand to preview; `counts` alone confirms the proposal."""

    counts = counts()


class NewOutcome(Return, _Outcome):
    """An outcome other than the proposed one: stones, or the winner of the game."""

    expected_version = ruling_version()


class Replacement(NewOutcome):
    counts = counts()


class Overruling(Replacement):
    expected_version = version()


class Confirmation(Input):
    reason = reason(required=False)


class Agreement(Confirmation):
    counts = counts()
    sets_aside = sets_aside()
    expected_version = ruling_version()


class Answering(Reasoned):
    """Reply to a question; does not affect the score."""

    expected_version = ruling_version()


class ClaimDecision(Return):
    stands = Choice(["engine", "claim"])
    expected_version = ruling_version()


class Appeal(Reasoned):
    """An appeal against the result, or against the hand that `game` and `number` name."""

    side = Choice(SIDES, help_text="Who appeals.")
    game = Whole(required=False, min_value=1)
    number = Whole(required=False, min_value=1)


class Upholding(NewOutcome):
    """Another outcome of the hand, another result (`games`), or neither when it was mended
    otherwise."""

    games = two(9, "Of A and of B.", required=False)


class TakenBack(Return):
    expected_version = ruling_version()


class Decided(serializers.Serializer[Any]):
    """A ruling and its decision."""

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
    """A game after an official's decision."""

    number = serializers.IntegerField()
    score_a = serializers.IntegerField()
    score_b = serializers.IntegerField()
    winner = serializers.CharField(allow_blank=True)
    ended_by = serializers.CharField(allow_blank=True)


def case_version() -> Whole:
    """Field: the version of the Tribunal's case that the sender has seen."""
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
    """The Tribunal's verdict, with a reason."""

    expected_version = case_version()


class CallRequest(Input):
    about = Choice(
        ["rule", "claim", "late", "cards", "conduct", "help"], required=False, help_text="Why."
    )
    message = Text(max_length=300, required=False, allow_blank=True)


class Called(serializers.Serializer[object]):
    """The call, with the id that closes it."""

    call = serializers.IntegerField()
    state = serializers.DictField()


class RulingViewSet(SignedIn):
    tag = "rulings"

    @described(Decided, body=Agreement, conflict=True)
    def confirm(self, request: Request, ruling_id: int) -> Response:
        """Confirm the proposed decision."""
        return decide(request, ruling_id, Agreement, rulings.confirm)

    @described(Decided, body=Replacement, conflict=True)
    def replace(self, request: Request, ruling_id: int) -> Response:
        """Decide otherwise than proposed: other stones, or the winner of the game."""
        return decide(request, ruling_id, Replacement, rulings.replace)

    @described(Decided, body=ClaimDecision, conflict=True)
    def decide_claim(self, request: Request, ruling_id: int) -> Response:
        """Decide a disputed claim (S8): the rules' stones count, or the table's."""
        return decide(request, ruling_id, ClaimDecision, rulings.decide_claim)

    @described(Decided, body=Answering, conflict=True)
    def dismiss(self, request: Request, ruling_id: int) -> Response:
        """Dismiss a question; does not affect the score."""
        return decide(request, ruling_id, Answering, rulings.dismiss)

    @on_one(Decided, body=Appeal, status=201)
    def appeal(self, **arguments: Any) -> object:
        """Enter a pair's appeal; until it is decided the match is shown as under review."""
        return appeals.enter(**arguments)

    @described(Decided, body=Answering, conflict=True)
    def reject(self, request: Request, ruling_id: int) -> Response:
        """Reject an appeal: the hand or the result stands."""
        return decide(request, ruling_id, Answering, appeals.reject)

    @described(Decided, body=Upholding, conflict=True)
    def uphold(self, request: Request, ruling_id: int) -> Response:
        """Uphold an appeal, with another outcome of the hand, another result, or neither."""
        return decide(request, ruling_id, Upholding, appeals.uphold)

    @described(Decided, body=TakenBack, conflict=True)
    def take_back(self, request: Request, ruling_id: int) -> Response:
        """Revert a ruling: its question is open again. A hand whose outcome it changed is paid by
        the rules again."""
        return decide(request, ruling_id, TakenBack, taking_back.take_back)

    @described(Decided, body=Confirmation, conflict=True)
    def close_call(self, request: Request, ruling_id: int) -> Response:
        """Close a call after the visit to the table."""
        return decide(request, ruling_id, Confirmation, calls.close, what="call")


UNKNOWN = {
    "ruling": ("no_such_ruling", _("There is no such ruling. Choose one from the desk.")),
    "call": ("no_such_call", _("There is no such call. Choose one from the desk.")),
}


def decide(
    request: Request,
    ruling_id: int,
    body: type[Serializer[Any]],
    verb: Callable[..., Any],
    what: str = "ruling",
) -> Response:
    """Decides a ruling. All tournaments number their rulings in one sequence: a ruling that the
    sender may not decide is answered as unknown, so that nobody can count other tables' questions.
    """
    sent = parse(body, request.data)
    try:
        with desk_act():
            decided = verb(ruling_id=ruling_id, actor=actor_of(request), **sent)
    except NotAllowed as refusal:
        raise NotFound.one(what, *UNKNOWN[what]) from refusal
    return respond(Decided, decided)


class GameViewSet(SignedIn):
    tag = "games"

    @on_one(Called, body=CallRequest, status=201)
    def call(self, **arguments: Any) -> object:
        """Call an official to a match; the call is on the desk's list with the match's state."""
        return calls.raise_call(**arguments)


class TribunalViewSet(SignedIn):
    tag = "tribunal"

    @for_organizers(AnyCase, many=True, operation_id="tribunal.index.get")
    def index(self, tournament: TournamentView) -> object:
        """List the Tribunal's cases, oldest first."""
        return cases_of(tournament_id=tournament.id)

    @for_organizers(
        AnyCase, body=CaseRequest, status=201, conflict=True, operation_id="tribunal.index.post"
    )
    def open(self, tournament: TournamentView, *, ruling: int, **arguments: Any) -> object:
        """Open a case: a third or later false claim counts."""
        must_ask_here(ruling_id=ruling, tournament_id=tournament.id)
        case = rulings.pass_on(ruling_id=ruling, **arguments)
        return case_line(case_id=case.pk, tournament_id=tournament.id)

    @for_organizers(AnyCase, operation_id="tribunal.detail")
    def read(self, tournament: TournamentView, case_id: int) -> object:
        """Read a case: its state, the hearings, the verdict and its reason."""
        return case_line(case_id=case_id, tournament_id=tournament.id)

    @for_organizers(AnyCase, body=Heard, conflict=True)
    def hear(self, tournament: TournamentView, case_id: int, **arguments: Any) -> object:
        """Record a hearing of the pair; there can be several."""
        case_line(case_id=case_id, tournament_id=tournament.id)
        tribunal.hear(case_id=case_id, **arguments)
        return case_line(case_id=case_id, tournament_id=tournament.id)

    @for_organizers(Verdict, body=VerdictChoice)
    def preview(self, tournament: TournamentView, **arguments: Any) -> object:
        """Preview what a verdict does to the match and to later ones. Saves nothing."""
        return verdict_preview(tournament_id=tournament.id, **arguments)

    @for_organizers(AnyCase, body=VerdictRequest, conflict=True)
    def decide(self, tournament: TournamentView, case_id: int, **arguments: Any) -> object:
        """Give the verdict and apply it. Later matches are set aside only if `sets_aside` names
        them."""
        case_line(case_id=case_id, tournament_id=tournament.id)
        tribunal.judge(case_id=case_id, **arguments)
        return case_line(case_id=case_id, tournament_id=tournament.id)
