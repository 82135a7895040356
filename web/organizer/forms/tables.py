"""How many tables the room has, and the tablets at them."""

from django import forms
from django.utils.translation import gettext_lazy as _


class TablesCount(forms.Form):
    """How many tables the room has."""

    count = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=500,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class DeviceName(forms.Form):
    """The name by which people know a tablet."""

    label = forms.CharField(label=_("Name"), max_length=80)


class Revoking(forms.Form):
    """Whoever has the code comes in again as somebody new: a new one shuts it."""

    new_code = forms.BooleanField(
        label=_("And make a new code for this table"),
        required=False,
        initial=True,
        help_text=_("Print it anew. The other tablets of the table stay in."),
    )
