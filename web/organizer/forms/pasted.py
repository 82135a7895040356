"""A text that is pasted or comes as a file; a file is read into it, so that it can be mended.

Whatever reads the text says when it is too long: a browser that is told the length cuts it.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.entries.rules.lists import decode
from tournament.errors import StrOrPromise


def text_field(*, label: StrOrPromise, rows: int) -> forms.CharField:
    """A field for a text that is pasted whole, with its spaces."""
    return forms.CharField(
        label=label,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "wrap": "off"}),
    )


def file_field(*, help_text: StrOrPromise, accept: str) -> forms.FileField:
    """A field for a file in place of the pasted text."""
    return forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=help_text,
        widget=forms.FileInput(attrs={"accept": accept}),
    )


class PastedForm(forms.Form):
    """Has a `text` and a `file`; `nothing` is said when there is neither."""

    nothing: StrOrPromise

    def read(self, content: bytes) -> str:
        """The text of a file; what is wrong with the file is said at its field."""
        return decode(content)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("file"):
            data["text"] = self.read(data["file"].read())
        if not (data.get("text") or "").strip() and not self.errors:
            self.add_error("text", self.nothing)
        return data
