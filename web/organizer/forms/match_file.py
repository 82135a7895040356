"""A match file, pasted or uploaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.queries.match_files import LONGEST_TEXT, SIDES
from tournament.errors import StrOrPromise, said
from tournament.rules.entries import decode


class MatchFileForm(forms.Form):
    """The text of a match; a file is read into it, so that it can be mended."""

    text = forms.CharField(
        label=_("The match as text (.mus)"),
        required=False,
        strip=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 18, "spellcheck": "false", "wrap": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("As this program exports it, or typed from a sheet."),
        widget=forms.FileInput(attrs={"accept": ".mus,.txt,text/plain"}),
    )
    sides = forms.ChoiceField(
        label=_("Whose hands are they?"), required=False, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Reason of the rulings in it"),
        required=False,
        max_length=500,
        help_text=_("Only for those that have none beside them, after “;”."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, pairs: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = dict(pairs)
        choices: list[tuple[str, StrOrPromise]] = [("", _("As the names in it say"))]
        for sides in SIDES:
            first = names.get(sides[0], sides[0])
            choices.append((sides, said(_("Its A is %(pair)s"), pair=first)))
        self.fields["sides"].choices = choices

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("file"):
            data["text"] = decode(data["file"].read())
        if not (data.get("text") or "").strip() and not self.errors:
            self.add_error("text", _("Paste the match here, or choose a file."))
        return data

    def sent(self) -> dict[str, Any]:
        """What the service takes of it."""
        data = self.cleaned_data
        return {
            "text": data["text"], "sides": data["sides"] or None, "reason": data["reason"],
        }  # fmt: skip
