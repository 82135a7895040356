"""Pairs: typed one by one, pasted or from a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.rules.entries import LONGEST, LONGEST_TEXT, decode


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


class ImportForm(forms.Form):
    """A list, pasted or from a file; a file is read into the text, so that it can be mended."""

    text = forms.CharField(
        label=_("One pair on each line"),
        required=False,
        max_length=LONGEST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "wrap": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV or text, as a spreadsheet saves it."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("file"):
            data["text"] = decode(data["file"].read())
        if not (data.get("text") or "").strip() and not self.errors:
            self.add_error("text", _("Paste the list here, or choose a file."))
        return data
