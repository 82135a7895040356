"""Pairs: typed one by one, pasted or from a file."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from web.organizer.forms.pasted import PastedForm, file_field, text_field


class PairForm(forms.Form):
    """One pair. Enter in any field sends it.

    How long a name may be is said by the service: a browser that is told cuts what is pasted.
    """

    player_1 = forms.CharField(
        label=_("Player 1"),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    player_2 = forms.CharField(
        label=_("Player 2"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    club = forms.CharField(
        label=_("Club"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "clubs"}),
    )
    contact = forms.CharField(
        label=_("Contact"),
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "placeholder": _("Only organizers see it.")}
        ),
    )


class ImportForm(PastedForm):
    """A list of pairs."""

    nothing = _("Paste the list here, or choose a file.")
    text = text_field(label=_("One pair on each line"), rows=12)
    file = file_field(
        help_text=_("CSV or text, as a spreadsheet saves it."),
        accept=".csv,.txt,.tsv,text/csv,text/plain",
    )
