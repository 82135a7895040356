"""Pages' forms, sent once: beside the keyed requests of devices, and kept like them."""

from __future__ import annotations

from secrets import token_hex

from django.db import transaction
from django.utils import timezone

from scoring.course.models import Submission
from scoring.course.services.submissions import purge


def claim(*, sender: int | None, digest: str) -> str | None:
    """None when this form is new: it is claimed, and the caller does what it asks in the same
    transaction. Else where the first one led.

    Who sends the same form meanwhile waits here until that transaction ends; when it is undone,
    the claim goes with it. Outside a transaction it raises RuntimeError.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("claim() holds only inside transaction.atomic")
    mine = token_hex(8)
    scope = _scope(sender)
    row = Submission(
        scope=scope, key=digest, body_hash=digest, answer={"claim": mine}, at=timezone.now()
    )
    # On a conflict nothing is raised, so that nothing has to be rolled back.
    Submission.objects.bulk_create([row], ignore_conflicts=True)
    stored = Submission.objects.get(scope=scope, key=digest)
    if stored.answer.get("claim") != mine:
        return str(stored.answer.get("to", ""))
    purge(after=stored)
    return None


def done(*, sender: int | None, digest: str, to: str) -> None:
    """Keeps where the claimed form led."""
    Submission.objects.filter(scope=_scope(sender), key=digest).update(answer={"to": to})


def _scope(sender: int | None) -> str:
    return f"form:{sender}"
