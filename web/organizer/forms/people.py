"""Who else runs the tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AddOrganizer(forms.Form):
    username = forms.CharField(
        label=_("Their name on this site"),
        max_length=150,
        help_text=_("They need an account first. They will be able to do all that you can."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
