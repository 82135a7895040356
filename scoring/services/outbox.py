"""A device's outbox, applied: every action answered for itself, all in one transaction.

A tablet that was away sends what it kept, in order, in one request. Each action has a savepoint:
one that cannot be applied leaves no trace but its copy at the desk ("needs attention"), and the
next one is tried as if it had not been sent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.models import Ruling
from scoring.queries.at_table import match_json
from scoring.queries.sent import is_place
from scoring.services import attention, submissions
from scoring.services.actions import OF_THE_TABLE, VERBS
from scoring.services.answers import Answer
from scoring.services.runs import Sent, record_run
from tournament.errors import Conflict, NotFound, Refusal, said
from tournament.models import Match
from tournament.queries.tables import DeviceIdentity
from tournament.rules.actors import Actor
from tournament.services import devices
from tournament.services.locking import lock

MOST_ACTIONS = 200
LARGEST_ACTION = 20_000
"""In characters of JSON; a hand with everything said has some 1,500."""
LARGEST_ID = 2**63 - 1
Outcome = Literal["applied", "repeated", "conflict", "refused"]


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one action. `current`: the match as it stands, on a conflict."""

    key: str | None
    outcome: Outcome
    errors: tuple[dict[str, str], ...] = ()
    settlement: Mapping[str, Any] | None = None
    hand: Mapping[str, Any] | None = None
    current: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "key": self.key,
            "outcome": self.outcome,
            "errors": list(self.errors),
        }
        for name in ("settlement", "hand", "current"):
            if (value := getattr(self, name)) is not None:
                answer[name] = value
        return answer


@dataclass(slots=True)
class _Batch:
    """One request: who sends it, and what is looked up once for all of its actions."""

    device: DeviceIdentity
    actor: Actor
    at_the_desk: set[str]
    states: dict[int, dict[str, Any]] = field(default_factory=dict)
    known: dict[int, bool] = field(default_factory=dict)

    def current(self, match_id: int) -> dict[str, Any]:
        """The match as it stands, for a conflict."""
        if match_id not in self.states:
            self.states[match_id] = match_json(match_id=match_id)
        return self.states[match_id]

    def match_of(self, action: Mapping[str, Any]) -> int | None:
        """The action's match, when it is one of this tournament: no other one is ever locked."""
        match_id = action.get("match")
        if type(match_id) is not int or not 0 < match_id <= LARGEST_ID:
            return None
        if match_id not in self.known:
            found = Match.objects.filter(pk=match_id, tournament_id=self.device.tournament_id)
            self.known[match_id] = found.exists()
        return match_id if self.known[match_id] else None


@transaction.atomic
def apply(
    *,
    device: DeviceIdentity,
    actions: Sequence[object],
    waiting: int | None = None,
    rules_version: str = "",
) -> tuple[Result, ...]:
    """Applies actions in order; one result each. `waiting`: what the device still holds.

    `rules_version` is what the device settles by; the server settles every hand itself, so an
    older one is no reason to refuse. Raises Refusal (too_many_actions, out_of_range).
    """
    if not 0 < len(actions) <= MOST_ACTIONS:
        raise Refusal.one(
            "actions",
            "too_many_actions" if actions else "no_actions",
            said(_("Send from 1 to %(most)s actions at once."), most=MOST_ACTIONS),
        )
    lock(tournament_id=device.tournament_id)
    devices.seen(device_id=device.id, unsent=waiting)
    actor = device.actor
    waiting_there = attention.open_keys(tournament_id=device.tournament_id)
    batch = _Batch(device, actor, waiting_there)
    results: list[Result] = []
    measured = list(map(_measured, actions))
    while len(results) < len(measured):
        left = measured[len(results) :]
        results += _hands_together(left, batch) or [_answer(left[0], batch)]
    return tuple(results)


def _hands_together(actions: Sequence[object], batch: _Batch) -> list[Result]:
    """The results of as many leading actions as are plain hands of one match; perhaps none."""
    leading: list[Any] = list(takewhile(_is_hand, actions))
    match_id = batch.match_of(leading[0]) if len(leading) > 1 else None
    if match_id is None:
        return []
    same = list(takewhile(lambda action: batch.match_of(action) == match_id, leading))
    sent = [Sent(a["key"], a.get("record"), (a["game"], a["hand"])) for a in same]
    try:
        with transaction.atomic():
            answers = record_run(match_id=match_id, sent=sent, actor=batch.actor)
    except Refusal:
        return []
    return [_applied(one, answer, batch) for one, answer in zip(same, answers, strict=False)]


def _is_hand(action: Any) -> bool:
    """Whether an action is a hand whose own fields can be read."""
    return (
        isinstance(action, dict)
        and action.get("kind") == "hand.record"
        and submissions.is_key(action.get("key"))
        and action.get("instead") is None
        and all(is_place(action.get(name)) for name in ("game", "hand"))
    )


@dataclass(frozen=True, slots=True)
class _Endless:
    """In the place of what is too long for any action: it is neither looked into nor kept."""

    key: str | None


def _measured(action: object) -> object:
    if not isinstance(action, dict):
        return action
    try:
        if len(json.dumps(action)) <= LARGEST_ACTION:
            return action
    except RecursionError:
        pass
    return _Endless(_key_of(action))


def _key_of(action: Mapping[str, Any]) -> str | None:
    key = action.get("key")
    return key if isinstance(key, str) else None


def _answer(action: object, batch: _Batch) -> Result:
    if isinstance(action, _Endless):
        endless = said(_("An action has at most %(most)s characters."), most=LARGEST_ACTION)
        return Result(action.key, "refused", (_error("", "action_too_large", endless),))
    if not isinstance(action, dict):
        return Result(None, "refused", (_error("", "bad_action", _BAD_ACTION),))
    named = _key_of(action)
    try:
        with transaction.atomic():
            answer = _carry_out(action, batch)
    except Conflict as conflict:
        if "key_reused" in conflict.codes:
            return Result(named, "refused", _errors(conflict))
        return _kept(action, named, "conflict", conflict, batch)
    except Refusal as refusal:
        return _kept(action, named, "refused", refusal, batch)
    return _applied(action, answer, batch)


def _applied(action: dict[str, Any], answer: Answer, batch: _Batch) -> Result:
    key = action.get("key")
    hand = answer.body.get("hand")
    outcome: Outcome = "repeated" if answer.repeated else "applied"
    if not answer.repeated:
        batch.states.clear()
        _settle(action, batch)
    return Result(key, outcome, settlement=hand and hand["settlement"], hand=hand)


def _kept(
    action: dict[str, Any], key: str | None, outcome: Outcome, refusal: Refusal, batch: _Batch
) -> Result:
    """The answer to an action that was not applied; the desk gets a copy of it."""
    errors = _errors(refusal)
    # Pairs that agreed to another score are asked again: there is nothing for the desk in it.
    asked_again = "other_score" in refusal.codes
    of_no_match = asked_again or action.get("kind") in (*OF_THE_TABLE,)
    match_id = None if of_no_match else batch.match_of(action)
    if match_id is None or not submissions.is_key(key):
        return Result(key, outcome, errors)
    assert key is not None
    current = batch.current(match_id) if outcome == "conflict" else None
    if current is not None and _stands(key, current):
        # Sent before, by this tablet before it joined anew: it has been applied.
        attention.settle_applied(key=key, match_id=match_id, actor=batch.actor)
        return Result(key, outcome, errors, current=current)
    attention.keep(
        match_id=match_id,
        key=key,
        action=action,
        errors=errors,
        actor=batch.actor,
        instead=_instead_of(action),
    )
    batch.at_the_desk.add(key)
    return Result(key, outcome, errors, current=current)


def _stands(key: str, current: Mapping[str, Any]) -> bool:
    return any(hand["key"] == key for hand in current["history"])


def _settle(action: dict[str, Any], batch: _Batch) -> None:
    """What has been applied, and what it stands for, need not wait at the desk any more."""
    became = Ruling.Became
    match_id = batch.match_of(action)
    if match_id is not None and action["key"] in batch.at_the_desk:
        attention.settle_applied(key=action["key"], match_id=match_id, actor=batch.actor)
    waiting = [key for key in _instead_of(action) if key in batch.at_the_desk]
    attention.settle(keys=waiting, became=became.REPLACED, actor=batch.actor)


def _instead_of(action: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of the refused actions that this one stands for, as far as they can be read."""
    try:
        return attention.read_keys(action.get("instead"), field="instead")
    except Refusal:
        return ()


def _carry_out(action: dict[str, Any], batch: _Batch) -> Answer:
    kind = action.get("kind")
    if isinstance(kind, str) and kind in OF_THE_TABLE:
        return OF_THE_TABLE[kind](action, batch.actor)
    verb = VERBS.get(kind) if isinstance(kind, str) else None
    if verb is None:
        raise Refusal.one("kind", "bad_kind", _("This app sent something unknown. Update it."))
    attention.read_keys(action.get("instead"), field="instead")
    match_id = batch.match_of(action)
    if match_id is None:
        raise NotFound.one(
            "match",
            "no_such_match",
            _("There is no such match at this tournament. Load the table again."),
        )
    return verb(match_id, action, batch.actor)


_BAD_ACTION = _("An action is an object with a key, a kind and a match.")


def _errors(refusal: Refusal) -> tuple[dict[str, str], ...]:
    return tuple(_error(p.field, p.code, p.message) for p in refusal.problems)


def _error(path: str, code: str, message: object) -> dict[str, str]:
    return {"code": code, "path": path, "message": str(message)}
