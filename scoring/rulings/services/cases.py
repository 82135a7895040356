"""Opens cases of the Disciplinary Tribunal (G1)."""

from __future__ import annotations

from scoring.course.services.versions import Writing
from scoring.rulings.models import Ruling, TribunalCase


def open_case(ruling: Ruling, writing: Writing) -> TribunalCase:
    """Opens the Tribunal's case for a counted false claim. Only inside a service's transaction."""
    assert ruling.pair_id is not None
    return TribunalCase.objects.create(
        ruling=ruling,
        pair_id=ruling.pair_id,
        opened_by=writing.actor.label[:120],
        opened_at=writing.at,
    )
