"""Each request with an idempotency key is carried out once; a retry gets the first answer again.

A reused key, the same key with other content, is refused (`key_reused`).
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.course.models import Submission
from scoring.course.queries.states import Answer, hand_json
from scoring.course.queries.stored import (
    LONGEST_KEY,
    is_key,
    recorded_under,
    scope_of,
    submitted_at_tables,
    submitted_under,
)
from tournament.errors import Conflict, Refusal
from tournament.log.rules.roles import Actor

SOME = 500
EVERY = 50
"""Old answers are deleted whenever so many new ones have been stored: at most twice as many at
once."""


def earlier_answer(*, actor: Actor, key: str, body: object) -> Answer | None:
    """The answer this very request got before; None when it is new or has no key.

    Call it under the tournament's lock. Raises Refusal (key_required, bad_key), Conflict
    (key_reused) when the key came with other content.
    """
    check_key(actor, key)
    if not key:
        return None
    submission = submitted_under(scope_of(actor), [key]).first()
    if submission is None:
        hand = recorded_under(actor=actor, keys=[key]).select_related("game").first()
        if hand is not None:
            raise key_reused({"hand": hand_json(hand)})
        return None
    if submission.body_hash != _hash(body):
        raise key_reused(submission.answer)
    return Answer(submission.answer, repeated=True)


def answer_elsewhere(*, tournament_id: int, actor: Actor, key: str, body: object) -> Answer | None:
    """The answer that this very request got at another table, from where its tablet has moved;
    None when there is none. At most two queries. Raises Refusal (bad_json)."""
    if actor.kind != "device" or not key:
        return None
    submissions = submitted_at_tables(tournament_id=tournament_id, key=key)
    sent = submissions.filter(body_hash=_hash(body)).first()
    return None if sent is None else Answer(sent.answer, repeated=True)


def digest(body: object) -> str:
    """A digest of a hand's content, to recognize the same content sent again: 128 bits of SHA-256.

    Raises Refusal (bad_json) for content that is nested too deeply.
    """
    return _hash(body)[:32]


def key_reused(answer: Mapping[str, Any]) -> Conflict:
    """The Conflict for a reused key; `answer`: the answer to the first content."""
    return Conflict.over(
        "key",
        "key_reused",
        _("This key was used for something else. Make a new key for a new hand."),
        current=answer,
    )


def keep_answer(*, actor: Actor, key: str, body: object, answer: dict[str, Any]) -> Answer:
    """Stores the answer to a keyed request, in the transaction that carried the request out;
    returns it.

    Raises Refusal (bad_json) for a body that is nested too deeply.
    """
    if key:
        submission = Submission.objects.create(
            scope=scope_of(actor), key=key, body_hash=_hash(body), answer=answer, at=timezone.now()
        )
        purge(after=submission)
    return Answer(answer)


def purge(*, after: Submission) -> int:
    """Deletes answers older than ANSWER_DAYS, once every EVERY answers; returns how many. Hands
    keep their keys for good."""
    if after.pk % EVERY:
        return 0
    oldest = Submission.objects.order_by("pk").values_list("pk", "at")[: 2 * EVERY]
    term = after.at - timedelta(days=settings.ANSWER_DAYS)
    gone = [pk for pk, at in oldest if at < term]
    return Submission.objects.filter(pk__in=gone).delete()[0] if gone else 0


def forget(*, before: datetime) -> int:
    """Deletes the answers given before that moment, in batches so that no request waits long;
    returns how many. Hands keep their keys for good."""
    old = Submission.objects.filter(at__lt=before).order_by("pk")
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:SOME]):
        gone += Submission.objects.filter(pk__in=keys).delete()[0]
    return gone


def check_key(actor: Actor, key: object) -> None:
    """Raises Refusal: bad_key for a malformed key, key_required for a device without a key."""
    if key != "" and not is_key(key):
        raise Refusal.one(
            "key",
            "bad_key",
            _("A key is a text of at most %(most)s characters."),
            most=LONGEST_KEY,
        )
    if actor.kind == "device" and not key:
        raise Refusal.one(
            "key", "key_required", _("A device sends each hand under a key of its own making.")
        )


def _hash(body: object) -> str:
    try:
        text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    except RecursionError as error:
        raise Refusal.one(
            "record", "bad_json", _("This is nested too deeply. Send one hand record.")
        ) from error
    return hashlib.sha256(text.encode()).hexdigest()


# Forms of pages, carried out once. They are stored like the keyed requests of devices.


def claim(*, sender: int | None, digest: str) -> str | None:
    """None for a new form: it is now claimed, and the caller carries it out in the same
    transaction. For a form sent before: the address that the first one led to.

    A second sender of the same form waits here until that transaction ends. A rollback removes the
    claim. Raises RuntimeError outside a transaction.
    """
    if transaction.get_autocommit():
        raise RuntimeError("claim() holds only inside transaction.atomic")
    mine = token_hex(8)
    scope = _scope(sender)
    row = Submission(
        scope=scope, key=digest, body_hash=digest, answer={"claim": mine}, at=timezone.now()
    )
    # `ignore_conflicts`: a conflict raises nothing, so the transaction need not be rolled back.
    Submission.objects.bulk_create([row], ignore_conflicts=True)
    stored = Submission.objects.get(scope=scope, key=digest)
    if stored.answer.get("claim") != mine:
        return str(stored.answer.get("to", ""))
    purge(after=stored)
    return None


def done(*, sender: int | None, digest: str, to: str) -> None:
    """Stores the address that the claimed form led to."""
    Submission.objects.filter(scope=_scope(sender), key=digest).update(answer={"to": to})


def _scope(sender: int | None) -> str:
    return f"form:{sender}"
