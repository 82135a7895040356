"""Jobs: notifying pairs that they are called, and deleting old records of it."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from jobs.registry import job
from tournament.notices import services


@job("notices.called", seconds=120, attempts=4, backoff=20)
def called(match_ids: list[int], key: str) -> str:
    """Notifies those who asked that these matches are called."""
    return services.tell(match_ids=match_ids, key=key)


@job("notices.forget", daily_at="04:30", seconds=300)
def forget() -> str:
    """Deletes the records of old messages."""
    before = timezone.now() - timedelta(days=settings.NOTICE_DAYS)
    return f"{services.forget(before=before)} notices forgotten."
