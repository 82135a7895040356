"""The hands of a match: read, tried out, saved, corrected and taken back."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import (
    Open,
    SignedIn,
    given,
    not_kept,
    organized_match,
    organizer,
    shown,
    unless_known,
)  # fmt: skip
from api.schema import described
from api.serializers.hands import (
    Changed,
    Consequences,
    Correction,
    CorrectionDraft,
    Draft,
    HandDraft,
    HandReplay,
    HandRequest,
    MatchHands,
    MatchWithReasons,
    Saved,
    UndoHand,
)
from api.serializers.rulings import Decided, OutcomeDraft, Overruling
from publication.marks import published
from scoring.course.queries.states import Answer
from scoring.course.services.refolding import match_preview
from scoring.explain.queries.pages import match_page
from scoring.explain.queries.replay import hand_replay
from scoring.hands.queries import hand_preview
from scoring.hands.services import corrections, hands
from scoring.outbox.queries.at_table import match_json
from scoring.rulings.services import rulings
from scoring.rulings.services.previews import letting_count
from tournament.championship.queries.tournaments import get_public
from tournament.matches.queries.matches import match_card
from tournament.matches.services.results import REASON, Act

KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Made by you: the same key and content again get the first answer again.",
)


class index(Open):  # noqa: N801
    permission_classes = [IsAuthenticatedOrReadOnly]

    @published()
    @described(MatchHands)
    def get(self, request: Request, slug: str, match_id: int) -> HttpResponseBase:
        """A match with its games, hands and ledgers."""
        found = get_public(slug=slug)
        match_card(match_id=match_id, tournament_id=found.id)
        return unless_known(request, found, lambda: Response(match_json(match_id=match_id)))

    @described(
        Saved, body=HandRequest, status=201, conflict=True, also={200: Saved}, parameters=[KEY]
    )
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Save the next hand: settled, and the game and the match closed when they are won."""
        organized_match(request, slug, match_id)
        body = given(request, HandRequest)
        expected = (body["game"], body["hand"]) if "game" in body else None
        answer = hands.record(
            match_id=match_id,
            record=body["record"],
            expected=expected,
            actor=organizer(request),
            key=_key(request),
        )
        return _answer(answer)


class explained(Open):  # noqa: N801
    @published()
    @described(MatchWithReasons)
    def get(self, request: Request, slug: str, match_id: int) -> HttpResponseBase:
        """A match with the reason of every stone, its rulings and earlier versions."""
        found = get_public(slug=slug)
        match_card(match_id=match_id, tournament_id=found.id)
        return unless_known(
            request, found, lambda: shown(MatchWithReasons, match_page(match_id=match_id))
        )


class replay(Open):  # noqa: N801
    @published()
    @described(HandReplay)
    def get(
        self, request: Request, slug: str, match_id: int, game: int, number: int
    ) -> HttpResponseBase:
        """A hand step by step: what was said, the cards, each payment, and the score after it.

        A step that `waits` has chances that are being worked out: ask again in some seconds."""
        found = get_public(slug=slug)
        match_card(match_id=match_id, tournament_id=found.id)

        def build() -> Response:
            page = match_page(match_id=match_id)
            found = hand_replay(page=page, game=game, number=number)
            answer = shown(HandReplay, found)
            return not_kept(answer) if found.waits else answer

        return unless_known(request, found, build)


class preview(SignedIn):  # noqa: N801
    @described(Draft, body=HandDraft)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """What the next hand would settle to, line by line. Saves nothing."""
        organized_match(request, slug, match_id)
        record = given(request, HandDraft)["record"]
        return shown(Draft, hand_preview(match_id=match_id, record=record))


class undo(SignedIn):  # noqa: N801
    @described(
        Changed, body=UndoHand, status=201, conflict=True, also={200: Changed}, parameters=[KEY]
    )
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Take back the last hand of the match."""
        organized_match(request, slug, match_id)
        body = given(request, UndoHand)
        answer = corrections.undo(
            match_id=match_id,
            expected=(body["game"], body["hand"]),
            reason=body["reason"],
            expected_version=body.get("expected_version"),
            sets_aside=body.get("sets_aside", ()),
            actor=organizer(request),
            key=_key(request),
        )
        return _answer(answer)


class correct(SignedIn):  # noqa: N801
    @described(
        Changed, body=Correction, status=201, conflict=True, also={200: Changed}, parameters=[KEY]
    )
    def post(self, request: Request, slug: str, match_id: int, game: int, number: int) -> Response:
        """Put another content in place of a hand's; everything after it is settled again."""
        organized_match(request, slug, match_id)
        answer = corrections.correct(
            match_id=match_id,
            game=game,
            number=number,
            actor=organizer(request),
            key=_key(request),
            **given(request, Correction),
        )
        return _answer(answer)


class preview_correction(SignedIn):  # noqa: N801
    @described(Consequences, body=CorrectionDraft, conflict=True)
    def post(self, request: Request, slug: str, match_id: int, game: int, number: int) -> Response:
        """Everything that a correction with the same body would change. Saves nothing.

        `sets_aside` is not needed: the answer names the matches to set aside.
        """
        organized_match(request, slug, match_id)
        draft = given(request, CorrectionDraft)
        act = partial(
            corrections.correct,
            match_id=match_id,
            game=game,
            number=number,
            record=draft["record"],
            reason=draft.get("reason") or REASON,
            expected_version=draft.get("expected_version"),
            actor=organizer(request),
        )
        found = match_preview(act, match_id=match_id, target=(game, number))
        return Response(found.to_json())


NOTHING_CHANGES: dict[str, Any] = {"hands": [], "games": [], "before": {}, "after": {}}


class preview_ruling(SignedIn):  # noqa: N801
    @described(Consequences, body=OutcomeDraft)
    def post(self, request: Request, slug: str, match_id: int, game: int, number: int) -> Response:
        """Everything that ruling a hand would change, with the false words that would count as a
        repetition (G1). Saves nothing.

        With `counts` alone: what follows when the proposal is confirmed so; empty lists when
        nothing in the match changes.
        """
        organized_match(request, slug, match_id)
        draft = given(request, OutcomeDraft)
        place = {"match_id": match_id, "game": game, "number": number}
        counts = draft.get("counts", [])
        stones, winner = draft.get("stones"), draft.get("game_winner")
        actor = organizer(request)
        if counts and stones is None and not winner:
            act: Act = letting_count(**place, counts=counts, actor=actor)
            follows = match_preview(act, match_id=match_id, target=(game, number))
            return Response(follows.to_json() if follows.anything else NOTHING_CHANGES)
        act = partial(
            rulings.overrule,
            **place,
            stones=stones,
            game_winner=winner,
            counts=counts,
            reason=REASON,
            actor=actor,
        )
        return Response(match_preview(act, match_id=match_id, target=(game, number)).to_json())


class overrule(SignedIn):  # noqa: N801
    @described(Decided, body=Overruling, conflict=True)
    def post(self, request: Request, slug: str, match_id: int, game: int, number: int) -> Response:
        """Rule any hand: the organisation's word is law, never silently (D7)."""
        organized_match(request, slug, match_id)
        ruling = rulings.overrule(
            match_id=match_id,
            game=game,
            number=number,
            actor=organizer(request),
            **given(request, Overruling),
        )
        return shown(Decided, ruling)


def _key(request: Request) -> str:
    key: str = request.headers.get("Idempotency-Key", "")
    return key


def _answer(answer: Answer) -> Response:
    body: dict[str, Any] = answer.body
    return Response(body, status=200 if answer.repeated else 201)
