"""Jobs: notifying pairs that they are called, and deleting old records of it."""

from django.conf import settings

from jobs.registry import days_ago, job
from tournament.notices import services

job("notices.called", seconds=120, attempts=4, backoff=20)(services.tell)


@job("notices.forget", daily_at="04:30", seconds=300)
def forget() -> str:
    """Deletes the records of old messages."""
    return f"{services.forget(before=days_ago(settings.NOTICE_DAYS))} notices forgotten."
