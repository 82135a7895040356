"""Jobs: notifying pairs that they are called, and deleting old records of it."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from jobs.registry import job
from tournament.notices import services

job("notices.called", seconds=120, attempts=4, backoff=20)(services.tell)


@job("notices.forget", daily_at="04:30", seconds=300)
def forget() -> str:
    """Deletes the records of old messages."""
    before = timezone.now() - timedelta(days=settings.NOTICE_DAYS)
    return f"{services.forget(before=before)} notices forgotten."
