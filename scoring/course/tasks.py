"""A nightly job: deletes old answers to keyed requests."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from jobs.registry import job
from scoring.course.services.submissions import forget


@job("course.forget_answers", daily_at="04:50", seconds=600)
def forget_answers() -> str:
    """Deletes old answers, also while nothing is entered any more."""
    before = timezone.now() - timedelta(days=settings.ANSWER_DAYS)
    return f"{forget(before=before)} answers forgotten."
