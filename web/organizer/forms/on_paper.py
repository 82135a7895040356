"""The form for a match written on paper."""

from django import forms
from django.utils.translation import gettext_lazy as _


class PaperMatch(forms.Form):
    """A text with one line for each hand."""

    text = forms.CharField(
        label=_("Hands"),
        max_length=8000,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 16, "spellcheck": "false", "wrap": "off", "autocomplete": "off",
                "inputmode": "text", "placeholder": "7 1\n0 5\n2 0 A",
            }
        ),
    )  # fmt: skip
