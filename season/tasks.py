"""The nightly job that lets go of merges whose names were erased."""

from jobs.registry import job
from season.services import merging


@job("season.forget_erased", daily_at="05:20", seconds=120)
def forget_erased() -> str:
    """Deletes the merges of people of whom a name was erased."""
    return f"{merging.forget_erased()} merges of people without a name."
