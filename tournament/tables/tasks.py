"""A nightly job: deletes tablets that did nothing."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from jobs.registry import job
from tournament.tables.services.tables import forget_idle


@job("tables.forget_devices", daily_at="04:40", seconds=600)
def forget_devices() -> str:
    """Deletes tablets that did nothing but join, some time after their tournament."""
    before = timezone.now() - timedelta(days=settings.DEVICE_DAYS)
    return f"{forget_idle(before=before)} tablets forgotten."
