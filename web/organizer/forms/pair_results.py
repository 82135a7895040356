"""The form that says who enters results."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.statements.models import ResultTerms
from scoring.statements.services import LEAST_MINUTES, MOST_MINUTES


class WhoEnters(forms.Form):
    """Referees, pairs or both; and what follows when a pair does not answer."""

    entered_by = forms.ChoiceField(
        label=_("Who enters the results"), choices=ResultTerms.By.choices, widget=forms.RadioSelect
    )
    minutes = forms.IntegerField(
        label=_("Minutes for the other pair to answer"),
        min_value=LEAST_MINUTES,
        max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    closes_alone = forms.BooleanField(
        label=_("After these minutes a result counts without an answer"),
        required=False,
        help_text=_("Otherwise it waits at the desk for you."),
    )
