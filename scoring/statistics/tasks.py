"""Jobs: computing facts of games."""

from __future__ import annotations

from jobs.registry import More, job
from scoring.statistics.queries.keeping import anything_to_keep
from scoring.statistics.services import keep_anew, keep_facts

SHARE_SECONDS = 5.0
"""After so many seconds other jobs get their turn."""


@job("statistics.keep", seconds=300, attempts=5, backoff=15, whenever=anything_to_keep)
def keep() -> str:
    """Stores the facts of games that are no longer played, for a few seconds."""
    kept = keep_facts(seconds=SHARE_SECONDS)
    said = f"facts of {kept.games} games kept"
    if kept.unreadable:
        said = f"{said}; counted by their stones alone: {'; '.join(kept.unreadable)}"[:400]
    return More(f"{said}, and there are more") if kept.more else said


@job("statistics.keep_anew", daily_at="03:15", seconds=3600, attempts=2)
def keep_what_changed() -> str:
    """Computes facts again for hands that somebody edited in the database."""
    return f"facts of {keep_anew()} games kept anew"
