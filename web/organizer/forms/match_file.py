"""The form for a match file, pasted or uploaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.matchfiles.queries.files import SIDES
from tournament.errors import StrOrPromise, said
from web.organizer.forms.pasted import PastedForm, file_field, text_field


class MatchFileForm(PastedForm):
    """The text of a match."""

    nothing = _("Paste the match here, or choose a file.")
    text = text_field(label=_("The match as text (.mus)"), rows=18)
    file = file_field(
        help_text=_("As this program exports it, or typed from a sheet."),
        accept=".mus,.txt,text/plain",
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

    def sent(self) -> dict[str, Any]:
        """The arguments for the service."""
        data = self.cleaned_data
        return {
            "text": data["text"], "sides": data["sides"] or None, "reason": data["reason"],
        }  # fmt: skip
