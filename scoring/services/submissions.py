"""Each keyed request is carried out once; a retry gets the first answer again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Submission
from tournament.errors import Conflict, Refusal, said
from tournament.rules.actors import Actor

LONGEST_KEY = 80


def earlier_answer(*, actor: Actor, key: str, body: object) -> dict[str, Any] | None:
    """The answer this very request got before; None when it is new or has no key.

    Call it under the tournament's lock. Raises Refusal (key_required, bad_key), Conflict
    (key_reused) when the key came with other content.
    """
    _check(actor, key)
    found = Submission.objects.filter(scope=_scope(actor), key=key).first() if key else None
    if found is None:
        return None
    if found.body_hash != _hash(body):
        raise Conflict.over(
            "key",
            "key_reused",
            _("This key was used for something else. Make a new key for a new hand."),
            current=found.answer,
        )
    return dict(found.answer)


def is_key(key: object) -> bool:
    """Whether a device may send something under this key."""
    return isinstance(key, str) and 0 < len(key) <= LONGEST_KEY and key.isprintable()


def known_keys(*, actor: Actor, keys: Sequence[str]) -> frozenset[str]:
    """Those of `keys` under which this sender has been answered before. One query."""
    found = Submission.objects.filter(scope=_scope(actor), key__in=keys)
    return frozenset(found.values_list("key", flat=True))


def keep_answers(*, actor: Actor, answered: Sequence[tuple[str, object, dict[str, Any]]]) -> None:
    """Keeps several answers at once: key, body and answer of each, as `keep_answer` does."""
    at = timezone.now()
    Submission.objects.bulk_create(
        Submission(scope=_scope(actor), key=key, body_hash=_hash(body), answer=answer, at=at)
        for key, body, answer in answered
    )


def keep_answer(*, actor: Actor, key: str, body: object, answer: dict[str, Any]) -> None:
    """Keeps what was answered, in the transaction that did it."""
    if key:
        Submission.objects.create(
            scope=_scope(actor), key=key, body_hash=_hash(body), answer=answer, at=timezone.now()
        )


def _check(actor: Actor, key: object) -> None:
    if not isinstance(key, str) or len(key) > LONGEST_KEY or not key.isprintable():
        raise Refusal.one(
            "key",
            "bad_key",
            said(_("A key is a text of at most %(most)s characters."), most=LONGEST_KEY),
        )
    if actor.kind == "device" and not key:
        raise Refusal.one(
            "key", "key_required", _("A device sends each hand under a key of its own making.")
        )


def _scope(actor: Actor) -> str:
    """Who has used a key. A tablet that joins its table anew is another device with the same
    outbox: what it was answered before it is answered again."""
    if actor.table_id is not None:
        return f"table:{actor.table_id}"
    return f"{actor.kind}:{actor.id if actor.id is not None else actor.label}"[:40]


def _hash(body: object) -> str:
    try:
        text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    except RecursionError as error:
        raise Refusal.one(
            "record", "bad_json", _("This is nested too deeply. Send one hand record.")
        ) from error
    return hashlib.sha256(text.encode()).hexdigest()
