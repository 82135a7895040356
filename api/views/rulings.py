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
    Return,
    Text,
    Whole,
    reason,
    two,
    version,
)
from api.shapes import shape_of
from scoring.outbox.services import calls
from scoring.rulings.models import VERDICTS
from scoring.rulings.queries.cases import CaseLine, case_line, cases_of, must_ask_here
from scoring.rulings.services import rulings
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


class Overruling(Return, _Outcome):
    counts = counts()
    expected_version = version()


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


class CaseRequest(Input):
    ruling = Whole(min_value=1, help_text="The open repetition, a third or later false claim.")
    reason = reason(required=False)
    expected_version = Whole(
        required=False, help_text="The `version` in the inbox: another one by now is a conflict."
    )


class VerdictChoice(Input):
    verdict = Choice(VERDICTS)


class CallRequest(Input):
    about = Choice(
        ["rule", "claim", "late", "cards", "conduct", "help"], required=False, help_text="Why."
    )
    message = Text(max_length=300, required=False, allow_blank=True)


class Called(serializers.Serializer[object]):
    """The call, with the id that closes it."""

    call = serializers.IntegerField()
    state = serializers.DictField()


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

    @for_organizers(Verdict, body=VerdictChoice)
    def preview(self, tournament: TournamentView, **arguments: Any) -> object:
        """Preview what a verdict does to the match and to later ones. Saves nothing."""
        return verdict_preview(tournament_id=tournament.id, **arguments)
