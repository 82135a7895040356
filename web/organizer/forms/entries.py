"""Pairs: typed one by one, pasted or from a file."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.rules.entries import LONGEST, LONGEST_TEXT
from web.organizer.forms.pasted import PastedForm, file_field, text_field


class PairForm(forms.Form):
    """One pair. Enter in any field sends it."""

    player_1 = forms.CharField(
        label=_("Player 1"),
        max_length=LONGEST["player_1"],
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    player_2 = forms.CharField(
        label=_("Player 2"),
        max_length=LONGEST["player_2"],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    club = forms.CharField(
        label=_("Club"),
        max_length=LONGEST["club"],
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "clubs"}),
    )
    contact = forms.CharField(
        label=_("Contact"),
        max_length=LONGEST["contact"],
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "placeholder": _("Only organizers see it.")}
        ),
    )


class ImportForm(PastedForm):
    """A list of pairs."""

    nothing = _("Paste the list here, or choose a file.")
    text = text_field(label=_("One pair on each line"), rows=12, longest=LONGEST_TEXT)
    file = file_field(
        help_text=_("CSV or text, as a spreadsheet saves it."),
        accept=".csv,.txt,.tsv,text/csv,text/plain",
    )
