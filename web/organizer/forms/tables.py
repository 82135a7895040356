"""Forms for tables and their tablets."""

from django import forms
from django.utils.translation import gettext_lazy as _


class TablesCount(forms.Form):
    """How many tables the room has."""

    count = forms.IntegerField(
        label=_("Number of tables"),
        min_value=1,
        max_value=500,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class DeviceName(forms.Form):
    """The name by which people know a tablet."""

    label = forms.CharField(label=_("Name"), max_length=80)


class Revoking(forms.Form):
    """Revoking a tablet. With the old code the same browser could join again as a new device; a new
    code prevents that."""

    new_code = forms.BooleanField(
        label=_("And make a new code for this table"),
        required=False,
        initial=True,
        help_text=_("Print it again. The other tablets of the table stay in."),
    )
