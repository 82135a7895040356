"""What a worker does for the paper: everything, or every acta, bound into one file."""

from __future__ import annotations

from jobs.registry import job
from publication.paper import BOUND

ALL = BOUND


@job(ALL, seconds=900, attempts=2)
def bind(*, tournament_id: int, what: str, language: str, base: str, key: str) -> str:
    """Makes the file and keeps it; tells after each sheet how far it has come."""
    from web.paper.everything import bound  # drawing costs memory that others need not carry

    return bound(
        tournament_id=tournament_id, what=what, language=language, base=base, key=key, job=ALL
    )
