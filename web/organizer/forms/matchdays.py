"""Forms for the match days of a league, and for postponing a match."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.matchdays.rules import every
from scoring.matchdays.services.schedule import LONGEST
from tournament.errors import lazy_text
from web.forms import Number
from web.organizer.forms.tournaments import StartInput


class EveryFewDays(forms.Form):
    """All match days at once: until when the first is played, and the days between them."""

    first = forms.DateTimeField(label=_("Match day 1 ends"), widget=StartInput)
    between = Number(label=_("Days from one to the next"), min_value=1, max_value=60, initial=7)

    def clean_first(self) -> datetime:
        """Refuses a day that is over: nobody could play by it; and one so far away that the days
        after it would be in no calendar."""
        first: datetime = self.cleaned_data["first"]
        if first - timezone.now() > LONGEST:
            raise forms.ValidationError(_("That is years away. Check the year."))
        if first < timezone.now():
            raise forms.ValidationError(
                _("That time has passed. Choose a later one; past match days are set one by one.")
            )
        return first

    def dates(self, rounds: int) -> tuple[datetime, ...]:
        """The last days of so many match days."""
        return every(self.cleaned_data["first"], self.cleaned_data["between"], rounds)


class EachDay(forms.Form):
    """The last day of each round. Empty from some round on: those have none."""

    def __init__(self, *args: Any, rounds: int, dates: Mapping[int, datetime], **kwargs: Any):
        super().__init__(*args, **kwargs)
        for number in range(1, max(rounds, *dates, 1) + 1):
            self.fields[f"day_{number}"] = forms.DateTimeField(
                label=lazy_text(_("Match day %(number)s"), number=number),
                initial=dates.get(number),
                required=False,
                widget=StartInput,
            )

    def clean(self) -> dict[str, Any]:
        """Checks that no match day is left out."""
        data = super().clean() or self.cleaned_data
        day_values = [data.get(name) for name in self.fields]
        if None in day_values[: len(self.dates)]:
            name = list(self.fields)[day_values.index(None)]
            self.add_error(name, _("This one is missing: later match days have a date."))
        return data

    @property
    def dates(self) -> list[datetime]:
        """The dates given, in order."""
        return [one for name in self.fields if (one := self.cleaned_data.get(name))]
