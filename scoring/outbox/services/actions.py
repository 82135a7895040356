"""Kinds of actions: how each is read from a device's request, and which service it calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.course.models import Hand
from scoring.course.queries.states import Answer
from scoring.course.services import submissions
from scoring.hands.queries import OpenedMatch
from scoring.hands.services import corrections, hands
from scoring.outbox.queries.sent import is_place
from scoring.outbox.services import asides, attention, calls, confirmations
from tournament.errors import Refusal
from tournament.log.rules.roles import Actor
from tournament.matches.services import matches

HAND = "hand.record"
Action = dict[str, Any]
Verb = Callable[[int, Action, Actor], Answer]


def record(at: OpenedMatch, action: Action, actor: Actor) -> Answer:
    """Records the hand of an action in `at`, its match opened for the action's key. Raises what
    `hands.record` raises."""
    return hands.record_in(
        at, record=action.get("record"), actor=actor, key=_key(action), expected=_place(action)
    )


def _correct(match_id: int, action: Action, actor: Actor) -> Answer:
    game, number = _place(action)
    return corrections.correct(
        match_id=match_id,
        game=game,
        number=number,
        record=action.get("record"),
        reason=_text(action, "reason"),
        actor=actor,
        key=_key(action),
        expected_version=_version(action),
    )


def _undo(match_id: int, action: Action, actor: Actor) -> Answer:
    return corrections.undo(
        match_id=match_id,
        reason=_text(action, "reason"),
        actor=actor,
        key=_key(action),
        expected=_place(action),
        expected_version=_version(action),
    )


def _start(match_id: int, action: Action, actor: Actor) -> Answer:
    four_kings = action.get("four_kings", False)
    if not isinstance(four_kings, bool):
        raise Refusal.one("four_kings", "bad_choice", _("Say true or false."))
    key = _key(action)
    body = ["start", match_id, action.get("seating"), action.get("first_mano"), four_kings]
    earlier = submissions.earlier_answer(actor=actor, key=key, body=body)
    if earlier is not None:
        return Answer(earlier, repeated=True)
    match = matches.start(
        match_id=match_id,
        actor=actor,
        seating=action.get("seating"),
        first_mano=action.get("first_mano", 0),
        four_kings=four_kings,
    )
    answer = {"match": match.pk, "version": match.version}
    submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)
    return Answer(answer)


def _take_back_start(match_id: int, action: Action, actor: Actor) -> Answer:
    key = _key(action)
    body = ["take back start", match_id]
    earlier = submissions.earlier_answer(actor=actor, key=key, body=body)
    if earlier is not None:
        return Answer(earlier, repeated=True)
    if Hand.objects.filter(game__match_id=match_id, is_current=True, is_void=False).exists():
        raise Refusal.one(
            "match",
            "hands_entered",
            _("A hand of this match has been entered. Take the hands back first."),
        )
    match = matches.take_back_start(match_id=match_id, actor=actor)
    answer = {"match": match.pk, "version": match.version}
    submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)
    return Answer(answer)


def _confirm_game(match_id: int, action: Action, actor: Actor) -> Answer:
    game = action.get("game")
    if type(game) is not int:
        raise Refusal.one("game", "bad_number", _("Say which game, by its number."))
    return _confirm(match_id, action, actor, game)


def _confirm_match(match_id: int, action: Action, actor: Actor) -> Answer:
    return _confirm(match_id, action, actor, None)


def _confirm(match_id: int, action: Action, actor: Actor, game: int | None) -> Answer:
    return confirmations.confirm(
        match_id=match_id,
        game=game,
        by=action.get("by", ()),
        score=action.get("score"),
        hands=action.get("hands"),
        signed=action.get("signed"),
        actor=actor,
        key=_key(action),
    )


def _call(match_id: int, action: Action, actor: Actor) -> Answer:
    return calls.raise_call(
        match_id=match_id,
        actor=actor,
        message=_text(action, "message"),
        about=_text(action, "about"),
        draft=action.get("state"),
        key=_key(action),
    )


def _discard(action: Action, actor: Actor) -> Answer:
    return attention.discard(keys=action.get("of"), actor=actor, key=_key(action))


def _raise(action: Action, actor: Actor) -> Answer:
    return asides.set_aside(action=action.get("action"), actor=actor, key=_key(action))


VERBS: Mapping[str, Verb] = {  # HAND is not among them: `record` carries it out
    "match.start": _start,
    "match.take_back_start": _take_back_start,
    "hand.correct": _correct,
    "hand.undo": _undo,
    "game.confirm": _confirm_game,
    "match.confirm": _confirm_match,
    "call.raise": _call,
}
OF_THE_TABLE: Mapping[str, Callable[[Action, Actor], Answer]] = {
    "attention.discard": _discard,
    "attention.raise": _raise,
}
"""Kinds of actions that concern the device's table and no particular match."""


def _key(action: Action) -> str:
    """The action's key, unchecked. A wrong key is refused by `submissions`, with its reason."""
    key: str = action.get("key", "")
    return key


def _place(action: Action) -> tuple[int, int]:
    game, hand = action.get("game"), action.get("hand")
    for name, number in (("game", game), ("hand", hand)):
        if not is_place(number):
            raise Refusal.one(name, "bad_number", _("Say which game and which hand, from 1."))
    return game, hand  # type: ignore[return-value]


def _version(action: Action) -> int | None:
    version = action.get("version")
    if version is not None and type(version) is not int:
        raise Refusal.one("version", "bad_number", _("The version is a whole number."))
    return version


def _text(action: Action, name: str) -> str:
    text = action.get(name, "")
    if not isinstance(text, str):
        raise Refusal.one(name, "not_text", _("Write this as text."))
    return text
