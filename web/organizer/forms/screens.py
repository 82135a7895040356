"""The form for what the big screens show."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.screens.rules import LEAST_SECONDS, MOST_SECONDS, PANELS
from web.screenwords import PANEL_NAMES as NAMES


class Steering(forms.Form):
    """The panels to show in turn with their seconds, or one that stays."""

    shown = forms.ChoiceField(
        label=_("On the screen now"),
        required=False,
        choices=[("", _("Everything ticked below, in turn")), *NAMES.items()],
        widget=forms.RadioSelect,
    )
    panels = forms.MultipleChoiceField(
        label=_("In turn"),
        choices=[(panel, NAMES[panel]) for panel in PANELS],
        widget=forms.CheckboxSelectMultiple,
    )
    seconds = forms.IntegerField(
        label=_("Seconds each"),
        min_value=LEAST_SECONDS,
        max_value=MOST_SECONDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
