"""How many tables the room has."""

from django import forms
from django.utils.translation import gettext_lazy as _


class TablesCount(forms.Form):
    count = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=500,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
