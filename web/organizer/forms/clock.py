"""Forms for fewer games in a match (T5) and for pauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.errors import said
from tournament.pauses.rules import LEAST_MINUTES, MOST_MINUTES
from web.organizer.forms.reasons import Reason


class ReduceGames(Reason):
    """Fewer games from a round on (T5)."""

    best_of = forms.TypedChoiceField(label=_("Play best of"), coerce=int, widget=forms.RadioSelect)

    from_round = forms.TypedChoiceField(
        label=_("From which round on"), coerce=int, required=False, empty_value=1
    )

    field_order = ["best_of", "from_round", "reason"]

    def __init__(
        self,
        *args: Any,
        choices: Sequence[int] = (),
        rounds: Sequence[int] = (),
        all_played: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        later = [(n, said(_("round %(number)s"), number=n)) for n in rounds if n > 1]
        self.fields["from_round"].choices = [(1, _("everything that has not ended")), *later]
        self.fields["best_of"].choices = [(n, str(n)) for n in choices]
        if all_played:
            self.fields["best_of"].label = _("Games of a match, all played")

    def clean(self) -> dict[str, Any]:
        """Checks that the consequences were shown for exactly the rounds that are chosen."""
        data = super().clean() or self.cleaned_data
        looked_at = self.data.get("looked_at", "")
        if looked_at and looked_at != str(data.get("from_round", looked_at)):
            self.add_error(
                "from_round", _("Above is what it would do from that round on. Press again.")
            )
        return data


class PauseMinutes(forms.Form):
    """How long a pause lasts."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=LEAST_MINUTES,
        max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class Announcement(PauseMinutes):
    """A pause: its start, its minutes, its reason."""

    starts_at = forms.TimeField(
        label=_("From"),
        required=False,
        help_text=_("Empty: from now on."),
        widget=forms.TimeInput(attrs={"type": "time"}),
    )
    reason = forms.CharField(
        label=_("What for"),
        max_length=60,
        help_text=_("A word for everybody to read, such as lunch."),
    )
    stops_clock = forms.BooleanField(
        label=_("Stop the six-hour clock"),
        required=False,
        help_text=_("Otherwise the day ends when it would have ended without the pause."),
    )
    field_order = ["starts_at", "minutes", "reason", "stops_clock"]
