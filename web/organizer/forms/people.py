"""Forms for the people who run the tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.referees.services import LONGEST_NAME


class AddOrganizer(forms.Form):
    """The account of a new organizer."""

    username = forms.CharField(
        label=_("Their name on this site"),
        max_length=150,
        help_text=_("They need an account first. They will be able to do all that you can."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class AddReferee(forms.Form):
    """A new table referee: a name, without an account."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("For the organizers alone: the public log says “referee 1”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
