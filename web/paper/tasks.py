"""The job that makes one file of all paper, or of every acta."""

from jobs.registry import job
from tournament.paper import BOUND

ALL = BOUND


@job(ALL, seconds=900, attempts=2)
def bind(*, tournament_id: int, what: str, language: str, base: str, key: str) -> str:
    """Makes the file and stores it; reports its progress after each sheet."""
    from web.paper.everything import bound  # imported here: drawing costs memory

    return bound(
        tournament_id=tournament_id, what=what, language=language, base=base, key=key, job=ALL
    )
