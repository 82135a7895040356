"""Forms of pages, carried out once. They are stored like the keyed requests of devices."""

from __future__ import annotations

from secrets import token_hex

from django.db import transaction
from django.utils import timezone

from scoring.course.models import Submission
from scoring.course.services.submissions import purge


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
