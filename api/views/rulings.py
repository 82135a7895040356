"""What waits for an official, decided (D7). Who may decide is asked by the services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.base import SignedIn, given, organized_match, organizer, shown
from api.fields import Nothing
from api.schema import described
from api.serializers.hands import (
    Agreement,
    Appeal,
    ClaimDecision,
    Confirmation,
    Decided,
    Replacement,
    TakenBack,
    Upholding,
)
from api.serializers.inputs import Reasoned
from scoring.outbox.services import calls
from scoring.rulings.services import appeals, rulings, taking_back
from tournament.errors import NotAllowed, NotFound


class confirm(SignedIn):  # noqa: N801
    @described(Decided, body=Agreement, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Let what the program proposes stand."""
        return _decide(request, ruling_id, Agreement, rulings.confirm)


class replace(SignedIn):  # noqa: N801
    @described(Decided, body=Replacement, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Put your stones, or your winner of the game, in place of what is proposed."""
        return _decide(request, ruling_id, Replacement, rulings.replace)


class decide_claim(SignedIn):  # noqa: N801
    @described(Decided, body=ClaimDecision, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Decide a claim that differs (S8): the rules' stones stand, or the table's."""
        return _decide(request, ruling_id, ClaimDecision, rulings.decide_claim)


class dismiss(SignedIn):  # noqa: N801
    @described(Decided, body=Reasoned, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Nothing follows from this question."""
        return _decide(request, ruling_id, Reasoned, rulings.dismiss)


class appeal(SignedIn):  # noqa: N801
    @described(Decided, body=Appeal, status=201)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """A pair appeals: until it is decided everybody sees the match as under review."""
        organized_match(request, slug, match_id)
        entered = appeals.enter(
            match_id=match_id, actor=organizer(request), **given(request, Appeal)
        )
        return shown(Decided, entered, status=201)


class reject(SignedIn):  # noqa: N801
    @described(Decided, body=Reasoned, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """An appeal is rejected: what it is against stands."""
        return _decide(request, ruling_id, Reasoned, appeals.reject)


class uphold(SignedIn):  # noqa: N801
    @described(Decided, body=Upholding, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """An appeal is upheld, with another outcome of its hand, another result, or neither."""
        return _decide(request, ruling_id, Upholding, appeals.uphold)


class withdraw(SignedIn):  # noqa: N801
    @described(Decided, body=Reasoned, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """An open appeal is taken back: entered by mistake, or let be by its pair."""
        return _decide(request, ruling_id, Reasoned, appeals.withdraw)


class reopen(SignedIn):  # noqa: N801
    @described(Decided, body=Reasoned)
    def post(self, request: Request, ruling_id: int) -> Response:
        """What was decided of an appeal is taken back: it waits again."""
        return _decide(request, ruling_id, Reasoned, appeals.reopen)


class take_back(SignedIn):  # noqa: N801
    @described(Decided, body=TakenBack, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """A decided ruling is taken back: its question waits again, and a hand that was given
        another outcome pays again by the rules."""
        return _decide(request, ruling_id, TakenBack, taking_back.take_back)


class answer_call(SignedIn):  # noqa: N801
    @described(Decided, body=Nothing, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Somebody is on the way to the table that called; the table is told so."""
        return _decide(request, ruling_id, Nothing, calls.answer, what="call")


class close_call(SignedIn):  # noqa: N801
    @described(Decided, body=Confirmation, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """You have been to the table that called."""
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
    """Rulings of all tournaments have one row of numbers: to whoever may not decide one, it is as
    one that is not there, so that nobody can count what is asked at other tables."""
    try:
        decided = verb(ruling_id=ruling_id, actor=organizer(request), **given(request, body))
    except NotAllowed as refusal:
        raise NotFound.one(what, *UNKNOWN[what]) from refusal
    return shown(Decided, decided)
