"""A time of today, as the day's clock shows it."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone

A_DAY, JUST_PASSED = timedelta(days=1), timedelta(hours=6)


class TodayAt(forms.TimeField):
    """A time of day, as the moment that is meant."""

    widget = forms.TimeInput(attrs={"type": "time"})

    def clean(self, value: Any) -> datetime | None:
        """The moment of this time in the tournament's time zone: today or, for a day that goes on
        after midnight, tomorrow, whichever is nearer. A time that has just passed, even before
        midnight, is never the next day's. None where it is empty."""
        hour = super().clean(value)
        if hour is None:
            return None
        now = timezone.localtime()
        moment = datetime.combine(now.date(), hour, now.tzinfo)
        if moment - A_DAY > now - JUST_PASSED:
            return moment - A_DAY
        if moment <= now - A_DAY / 2:
            return moment + A_DAY
        # In the night in which an hour comes twice, the one that is still to come.
        second = moment.replace(fold=1)
        has_passed = moment.timestamp() < now.timestamp() - 60
        return second if has_passed and second.timestamp() > moment.timestamp() else moment
