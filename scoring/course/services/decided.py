"""The row of a question: closed with its outcome, or open again."""

from __future__ import annotations

from typing import Any

from scoring.course.services.versions import Writing
from scoring.rulings.models import Ruling


def decide(ruling: Ruling, status: str, outcome: dict[str, Any], writing: Writing) -> None:
    """Closes a ruling with its outcome. Only inside a service's transaction."""
    ruling.status = status
    ruling.outcome = outcome
    ruling.reason = writing.reason
    ruling.decided_by = writing.actor.label[:120]
    ruling.decided_by_id = writing.actor.id
    ruling.decided_at = writing.at
    ruling.save(
        update_fields=["status", "outcome", "reason", "decided_by", "decided_by_id", "decided_at"]
    )


def ask_again(ruling: Ruling) -> None:
    """Opens a decided ruling again. Only inside a service's transaction."""
    ruling.status = Ruling.Status.OPEN
    ruling.outcome = None
    ruling.reason = ruling.decided_by = ""
    ruling.decided_by_id = ruling.decided_at = None
    ruling.save(
        update_fields=[
            "status", "outcome", "reason", "decided_by", "decided_by_id", "decided_at", "proposed",
        ]
    )  # fmt: skip
