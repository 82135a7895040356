"""Decides questions that wait for an official (D7). The services check who may decide."""

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
from api.serializers.rulings import (
    Agreement,
    Answering,
    Appeal,
    ClaimDecision,
    Confirmation,
    Decided,
    Replacement,
    TakenBack,
    Upholding,
)
from scoring.outbox.services import calls
from scoring.rulings.services import appeals, rulings
from scoring.rulings.services import decisions as taking_back
from tournament.errors import NotAllowed, NotFound


class confirm(SignedIn):  # noqa: N801
    @described(Decided, body=Agreement, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Confirm what the program proposes."""
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
    @described(Decided, body=Answering, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Dismiss a question: nothing follows from it."""
        return _decide(request, ruling_id, Answering, rulings.dismiss)


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
    @described(Decided, body=Answering, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """An appeal is rejected: what it is against stands."""
        return _decide(request, ruling_id, Answering, appeals.reject)


class uphold(SignedIn):  # noqa: N801
    @described(Decided, body=Upholding, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """An appeal is upheld, with another outcome of its hand, another result, or neither."""
        return _decide(request, ruling_id, Upholding, appeals.uphold)


class withdraw(SignedIn):  # noqa: N801
    @described(Decided, body=Answering, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Take back an open appeal: entered by mistake, or dropped by its pair."""
        return _decide(request, ruling_id, Answering, appeals.withdraw)


class reopen(SignedIn):  # noqa: N801
    @described(Decided, body=Answering, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Take back the decision of an appeal: the appeal waits again."""
        return _decide(request, ruling_id, Answering, appeals.reopen)


class take_back(SignedIn):  # noqa: N801
    @described(Decided, body=TakenBack, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Take back a decided ruling: its question waits again. A hand that was given another
        outcome pays by the rules again."""
        return _decide(request, ruling_id, TakenBack, taking_back.take_back)


class answer_call(SignedIn):  # noqa: N801
    @described(Decided, body=Nothing, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
        """Somebody is on the way to the table that called; the table is told so."""
        return _decide(request, ruling_id, Nothing, calls.answer, what="call")


class close_call(SignedIn):  # noqa: N801
    @described(Decided, body=Confirmation, conflict=True)
    def post(self, request: Request, ruling_id: int) -> Response:
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
