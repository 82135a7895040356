"""Forms for the people who run the tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Role
from tournament.referees.services import LONGEST_NAME


class AddOrganizer(forms.Form):
    """The account and the role of a new organizer."""

    username = forms.CharField(
        label=_("Their name on this site"),
        max_length=150,
        help_text=_("They need an account first."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(
        label=_("Role"), choices=Role.Name.choices, initial=Role.Name.OWNER, required=False
    )

    def clean_role(self) -> str:
        """The role, "owner" when none was sent."""
        return self.cleaned_data["role"] or Role.Name.OWNER


class AddReferee(forms.Form):
    """A new table referee: a name, without an account."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("For the organizers alone: the public log says “referee 1”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
