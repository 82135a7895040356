"""What waits for an official, decided (D7). Who may decide is asked by the services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.base import SignedIn, given, organizer, shown
from api.fields import Nothing
from api.schema import described
from api.serializers.hands import Agreement, ClaimDecision, Confirmation, Decided, Replacement
from api.serializers.inputs import Reasoned
from scoring.outbox.services import calls
from scoring.rulings.services import rulings


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


class answer_call(SignedIn):  # noqa: N801
    @described(Decided, body=Nothing, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Somebody is on the way to the table that called; the table is told so."""
        given(request, Nothing)
        return shown(Decided, calls.answer(ruling_id=ruling_id, actor=organizer(request)))


class close_call(SignedIn):  # noqa: N801
    @described(Decided, body=Confirmation, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """You have been to the table that called."""
        return _decide(request, ruling_id, Confirmation, calls.close)


def _decide(
    request: Request, ruling_id: int, body: type[Serializer[Any]], verb: Callable[..., Any]
) -> Response:
    decided = verb(ruling_id=ruling_id, actor=organizer(request), **given(request, body))
    return shown(Decided, decided)
