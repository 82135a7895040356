"""Jobs: notifying pairs that they are called and entrants of another day, deleting old records."""

from django.conf import settings

from jobs.registry import days_ago, job
from tournament.notices import services as notices

job("notices.called", seconds=120, attempts=4, backoff=20)(notices.tell)
job("notices.day", seconds=120, attempts=6, backoff=30)(notices.tell_day)


@job("notices.forget", daily_at="04:30", seconds=300)
def forget() -> str:
    """Deletes the records of old messages."""
    return f"{notices.forget(before=days_ago(settings.NOTICE_DAYS))} notices forgotten."
