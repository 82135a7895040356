"""Jobs: merges whose names were erased are let go, and organizers hear of changed rankings."""

from jobs.registry import job
from season.services import merging, telling


@job("season.forget_erased", daily_at="05:20", seconds=120)
def forget_erased() -> str:
    """Deletes the merges of people of whom a name was erased."""
    return f"{merging.forget_erased()} merges of people without a name."


@job("season.tell_changed", daily_at="08:35", seconds=300)
def tell_changed() -> str:
    """Tells organizers of published rankings that would come out otherwise today."""
    return f"{telling.tell_changed()} published rankings have changed."


@job("season.mail_changed", seconds=60, attempts=6, backoff=30)
def mail_changed(circuit_id: int, number: int, user_id: int) -> str:
    """Mails an organizer about a published ranking that has changed."""
    return telling.mail_changed(circuit_id=circuit_id, number=number, user_id=user_id)
