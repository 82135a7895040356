"""Applies a device's outbox: one answer for each action, all in one transaction.

A tablet that was without network sends its stored actions in order, in one request. Each action has
a savepoint. An action that cannot be applied changes nothing; the desk gets a copy of it ("needs
attention"), and the next action is tried.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.queries.states import Answer
from scoring.course.queries.stored import is_key
from scoring.hands.services.runs import Sent, record_run_in
from scoring.outbox.queries.at_table import match_at
from scoring.outbox.queries.sent import hand_line, is_place
from scoring.outbox.services import attention
from scoring.outbox.services.actions import HAND, OF_THE_TABLE, VERBS, Batch, record
from scoring.rulings.models import Ruling
from tournament import notify
from tournament.errors import Conflict, NotFound, Refusal, lazy_text
from tournament.log.queries.log import Head, head_in
from tournament.log.services import in_turn, lock
from tournament.tables.queries import DeviceIdentity
from tournament.tables.services import devices

# The answers to the actions of a device.


Outcome = Literal["applied", "repeated", "conflict", "refused"]


@dataclass(frozen=True, slots=True)
class Applied:
    """The answer to a request: a result for each action, the changed matches
    (`scoring.outbox.queries.sent`), and the log's head before and after."""

    results: tuple[ActionResult, ...]
    changed: list[dict[str, Any]]
    before: Head
    after: Head


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The answer to one action. `hand`: with its values in effect, without the record; `current`:
    on a conflict, the present state of the match, with the hand stored at the same place."""

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


MOST_ACTIONS = 200
LARGEST_ACTION = 20_000
"""Characters of JSON; a hand with everything said has about 1,500."""


@in_turn()
@transaction.atomic
def apply(
    *,
    device: DeviceIdentity,
    actions: Sequence[object],
    waiting: int | None = None,
    rules_version: str = "",
) -> Applied:
    """Applies actions in order; returns one result for each, and what changed. `waiting`: how many
    actions the device still holds.

    `rules_version`: of the device's own engine. The server settles every hand itself, so an older
    version is not refused. Raises Refusal (too_many_actions, out_of_range).
    """
    if not 0 < len(actions) <= MOST_ACTIONS:
        raise Refusal.one(
            "actions",
            "too_many_actions" if actions else "no_actions",
            _("Send from 1 to %(most)s actions at once."),
            most=MOST_ACTIONS,
        )
    tournament = lock(tournament_id=device.tournament_id)
    before = head_in(tournament)
    welcome = devices.seen(device_id=device.id, unsent=waiting)
    batch = Batch(device, tournament, device.table_id if welcome else None)
    results: list[ActionResult] = []
    measured = list(map(_measured, actions))
    while len(results) < len(measured):
        left = measured[len(results) :]
        results += _hands_together(left, batch) or [_answer(left[0], batch)]
    return Applied(tuple(results), batch.changes.to_json(), before, head_in(tournament))


def _hands_together(actions: Sequence[object], batch: Batch) -> list[ActionResult]:
    """Applies the leading actions that are plain hands of one match, in one run; returns their
    results, perhaps none.

    A refusal here comes before anything is written, so no savepoint is needed.
    """
    leading: list[Any] = list(takewhile(_is_hand, actions))
    if not leading:
        return []
    same = list(takewhile(lambda action: action["match"] == leading[0]["match"], leading))
    at = batch.open(same[0], *(action["key"] for action in same))
    if at is None:
        return []
    sent = [Sent(a["key"], a.get("record"), (a["game"], a["hand"])) for a in same]
    try:
        answers = record_run_in(at, sent=sent, actor=batch.actor)
    except Refusal:
        batch.forget()
        return []
    return [_applied(one, answer, batch) for one, answer in zip(same, answers, strict=False)]


def _is_hand(action: Any) -> bool:
    """Whether an action is a hand with readable fields."""
    return (
        isinstance(action, dict)
        and action.get("kind") == HAND
        and is_key(action.get("key"))
        and type(action.get("match")) is int
        and action.get("instead") is None
        and all(is_place(action.get(name)) for name in ("game", "hand"))
    )


@dataclass(frozen=True, slots=True)
class _Endless:
    """Replaces an action that is too long: such an action is neither read nor stored."""

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


def _answer(action: object, batch: Batch) -> ActionResult:
    if isinstance(action, _Endless):
        endless = lazy_text(_("An action has at most %(most)s characters."), most=LARGEST_ACTION)
        return ActionResult(action.key, "refused", (_error("", "action_too_large", endless),))
    if not isinstance(action, dict):
        return ActionResult(None, "refused", (_error("", "bad_action", _BAD_ACTION),))
    named = _key_of(action)
    try:
        with transaction.atomic(), notify.savepoint():
            answer = _carry_out(action, batch)
    except Conflict as conflict:
        batch.forget()
        if "key_reused" in conflict.codes:
            return ActionResult(named, "refused", _errors(conflict))
        return _not_applied(action, named, "conflict", conflict, batch)
    except Refusal as refusal:
        batch.forget()
        return _not_applied(action, named, "refused", refusal, batch)
    return _applied(action, answer, batch)


def _applied(action: dict[str, Any], answer: Answer, batch: Batch) -> ActionResult:
    key = action.get("key")
    hand = answer.body.get("hand")
    outcome: Outcome = "repeated" if answer.repeated else "applied"
    if not answer.repeated:
        batch.changes.note(answer)
        _settle(action, answer, batch)
    return ActionResult(
        key, outcome, settlement=hand and hand["settlement"], hand=hand and hand_line(hand)
    )


def _not_applied(
    action: dict[str, Any], key: str | None, outcome: Outcome, refusal: Refusal, batch: Batch
) -> ActionResult:
    """The answer to an action that was not applied. The desk gets a copy of the action."""
    errors = _errors(refusal)
    # Pairs that agreed to another score are asked again by the tablet; the desk has nothing to do.
    asked_again = "other_score" in refusal.codes
    of_no_match = asked_again or action.get("kind") in (*OF_THE_TABLE,)
    match_id = None if of_no_match else batch.match_of(action)
    if match_id is None or not is_key(key):
        return ActionResult(key, outcome, errors)
    assert key is not None
    current = match_at(match_id=match_id, action=action) if outcome == "conflict" else None
    if current is not None and any(hand["key"] == key for hand in current["history"]):
        # The same tablet sent it before it joined again, and it was applied then.
        attention.settle_applied(key=key, match_id=match_id, actor=batch.actor)
        return ActionResult(key, outcome, errors, current=current)
    attention.keep(
        match_id=match_id,
        key=key,
        action=action,
        problems=refusal.problems,
        actor=batch.actor,
        instead=_instead_of(action),
    )
    batch.at_the_desk.add(key)
    return ActionResult(key, outcome, errors, current=current)


def _settle(action: dict[str, Any], answer: Answer, batch: Batch) -> None:
    """Closes the desk's items of an applied action and of the actions it replaces."""
    became = Ruling.Became
    state = answer.body.get("state")
    if state is None or state["open_rulings"]:
        match_id = batch.match_of(action)
        if match_id is not None and action["key"] in batch.at_the_desk:
            attention.settle_applied(key=action["key"], match_id=match_id, actor=batch.actor)
            batch.forget()
    stands_for = _instead_of(action)
    waiting = [key for key in stands_for if key in batch.at_the_desk]
    if waiting:
        attention.settle(keys=waiting, became=became.REPLACED, actor=batch.actor)
        batch.forget()


def _instead_of(action: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of the refused actions that this one replaces; empty when they cannot be read."""
    try:
        return attention.read_keys(action.get("instead"), field="instead")
    except Refusal:
        return ()


def _carry_out(action: dict[str, Any], batch: Batch) -> Answer:
    kind = action.get("kind")
    if isinstance(kind, str) and kind in OF_THE_TABLE:
        of_the_table = OF_THE_TABLE[kind](action, batch.actor)
        batch.forget()
        batch.forget_desk()
        return of_the_table
    if not isinstance(kind, str) or (kind not in VERBS and kind != HAND):
        raise Refusal.one("kind", "bad_kind", _("This app sent something unknown. Update it."))
    attention.read_keys(action.get("instead"), field="instead")
    at = batch.open(action, *filter(is_key, [_key_of(action) or ""]))
    if at is None:
        raise NotFound.one(
            "match",
            "no_such_match",
            _("There is no such match at this tournament. Load the table again."),
        )
    if kind == HAND:
        return record(at, action, batch.actor)
    answer = VERBS[kind](at.match.pk, action, batch.actor)
    batch.forget()
    return answer


_BAD_ACTION = _("An action is an object with a key, a kind and a match.")


def _errors(refusal: Refusal) -> tuple[dict[str, str], ...]:
    return tuple(_error(p.field, p.code, p.message) for p in refusal.problems)


def _error(path: str, code: str, message: object) -> dict[str, str]:
    return {"code": code, "path": path, "message": str(message)}
