"""Forms for the next consolation matches."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.formats.regulations import BEST_OF


class OnePair(forms.Form):
    """A pair, by its number."""

    number = forms.IntegerField(min_value=1, label=_("Pair"))


class Pairings(forms.Form):
    """`pairing`: ticked proposals, such as "3-7". `one` and `other`: two pairs chosen by hand."""

    one = forms.IntegerField(label=_("Pair"), min_value=1, required=False)
    other = forms.IntegerField(label=_("plays pair"), min_value=1, required=False)
    best_of = forms.TypedChoiceField(
        label=_("Games"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("as in the championship")), *((n, str(n)) for n in BEST_OF)],
    )
    allow_rematches = forms.BooleanField(label=_("They may have met before"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if bool(data.get("one")) != bool(data.get("other")) and not self.errors:
            missing = "other" if data.get("one") else "one"
            self.add_error(missing, _("Choose the other pair of this match, too."))
        elif not self.errors and not self.chosen():
            self.add_error(None, _("Tick at least one match, or choose two pairs."))
        return data

    def ticked(self) -> list[str]:
        return list(self.data.getlist("pairing"))

    def chosen(self) -> list[tuple[int, int]]:
        """The chosen matches, as two pairs' numbers each."""
        two = [text.split("-") for text in self.ticked()]
        chosen = [
            (int(a), int(b))
            for a, b in (t for t in two if len(t) == 2)
            if _number(a) and _number(b)
        ]
        if self.cleaned_data.get("one") and self.cleaned_data.get("other"):
            chosen.append((self.cleaned_data["one"], self.cleaned_data["other"]))
        return chosen


def _number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6
