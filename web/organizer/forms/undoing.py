"""The form of the page that undoes an act."""

from typing import Any

from django import forms

from web.organizer.forms.reasons import Reason


class UndoForm(Reason):
    """A reason, needed where the act itself had one, and the later acts that the page showed."""

    together = forms.RegexField(
        r"^[0-9]{1,10}(?:,[0-9]{1,10})*\Z", required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, needs_reason: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["reason"].required = needs_reason

    def clean_together(self) -> list[int]:
        """The events of the later acts."""
        return [int(number) for number in self.cleaned_data["together"].split(",") if number]
