"""Jobs: counting chances."""

from jobs.registry import More, job
from scoring.explain.queries.chances import anything_to_count
from scoring.explain.services import count_chances, forget_changed

SHARE_SECONDS = 5.0
"""After so many seconds other jobs get their turn."""


@job("explain.chances", seconds=300, attempts=5, backoff=15, whenever=anything_to_count)
def chances() -> str:
    """Counts the chances of hands that have none yet, for a few seconds."""
    counted = count_chances(seconds=SHARE_SECONDS)
    if counted.faults:
        raise RuntimeError("; ".join(counted.faults)[:2000])
    line = f"{counted.hands} hands counted"
    if counted.unreadable:
        line = f"{line}, of {len(counted.unreadable)} the cards cannot be read"
    return More(f"{line}, and there are more") if counted.more else line


@job("explain.forget_changed", daily_at="03:10", seconds=600)
def forget_chances_of_other_cards() -> str:
    """Deletes chances of hands edited in the database, so that they are counted again."""
    return f"{forget_changed()} hands to be counted anew"
