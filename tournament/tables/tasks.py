"""A nightly job: deletes tablets that did nothing."""

from django.conf import settings

from jobs.registry import days_ago, job
from tournament.tables.services.tables import forget_idle


@job("tables.forget_devices", daily_at="04:40", seconds=600)
def forget_devices() -> str:
    """Deletes tablets that did nothing but join, some time after their tournament."""
    return f"{forget_idle(before=days_ago(settings.DEVICE_DAYS))} tablets forgotten."
