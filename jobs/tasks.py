"""Jobs that clean up jobs."""

from datetime import timedelta

from django.utils import timezone

from jobs import products
from jobs.models import Job, JobState
from jobs.registry import job

KEPT = timedelta(days=30)
FAILED_KEPT = timedelta(days=180)


@job("jobs.forget", daily_at="04:10")
def forget() -> str:
    """Deletes old jobs: done ones after a month, failed ones after half a year."""
    now = timezone.now()
    done = Job.objects.filter(state=JobState.DONE, ended_at__lt=now - KEPT).delete()[0]
    failed = Job.objects.filter(state=JobState.FAILED, ended_at__lt=now - FAILED_KEPT).delete()[0]
    return f"{done} done and {failed} failed jobs forgotten."


@job("jobs.forget_products", daily_at="04:20")
def forget_products() -> str:
    """Deletes files older than a day; they can be made again."""
    return f"{products.forget()} files thrown away."
