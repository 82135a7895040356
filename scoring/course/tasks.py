"""A nightly job: deletes old answers to keyed requests."""

from django.conf import settings

from jobs.registry import days_ago, job
from scoring.course.services.submissions import forget


@job("course.forget_answers", daily_at="04:50", seconds=600)
def forget_answers() -> str:
    """Deletes old answers, also while nothing is entered any more."""
    return f"{forget(before=days_ago(settings.ANSWER_DAYS))} answers forgotten."
