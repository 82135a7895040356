"""Forms for a text that is pasted or uploaded. A file's text is put into the box, so that it can be
corrected.

The field has no maximum length, because browsers would silently cut the text. The code that reads
it checks the length.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.entries.rules.cutting import decode
from tournament.entries.rules.lists import LONGEST_TEXT
from tournament.errors import StrOrPromise
from tournament.log.rules.events import FieldFault
from tournament.wording import problem


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
    """A form with `text` and `file`. `nothing`: the message when both are missing."""

    nothing: StrOrPromise

    def read(self, content: bytes) -> str:
        """The text of a file. Forms that override it show faults of the file at its field."""
        return decode(content)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("file"):
            data["text"] = self.read(data["file"].read())
        # A file's text has the same bounds as a pasted one, and a text beyond them is not shown.
        if len(data.get("text") or "") > LONGEST_TEXT:
            fault = FieldFault("text", "too_long", {"longest": LONGEST_TEXT})
            self.add_error("file" if data.get("file") else "text", problem(fault).message)
            return data
        if not (data.get("text") or "").strip() and not self.errors:
            self.add_error("text", self.nothing)
        return data
