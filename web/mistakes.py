"""All errors of a form, in one list at the top of its page."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError


class Said(ValidationError):
    """A validation error whose message itself names the place.

    `at`: the field that the list links to, when the message is shown at no field because it is
    about several.
    """

    def __init__(self, message: str, *, at: str = "") -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True, slots=True)
class Mistake:
    """One error. `at`: the element id to link to, "" for none; `where`: the field's name on the
    page, "" when the message names it."""

    at: str
    where: str
    message: str

    @property
    def text(self) -> str:
        """The message, after the name of its field."""
        return f"{self.where}: {self.message}" if self.where else self.message


class ListedForm(forms.Form):
    """A form with a list of all its errors for the top of the page."""

    def where(self, name: str) -> str:
        """The name of a field on the page."""
        return str(self[name].label)

    @property
    def mistakes(self) -> list[Mistake]:
        """The errors in the order of the fields; those about the whole form come first."""
        found = self.errors.as_data()
        names = [name for name in (NON_FIELD_ERRORS, *self.fields) if name in found]
        return [self._mistake(name, error) for name in names for error in found[name]]

    def _mistake(self, name: str, error: ValidationError) -> Mistake:
        said = isinstance(error, Said)
        field = name if name in self.fields else (error.at if isinstance(error, Said) else "")
        where = "" if said or name not in self.fields else self.where(name)
        return Mistake(self._id_of(field), where, " ".join(error.messages))

    def _id_of(self, name: str) -> str:
        """The id of a field's element. Radio buttons are found by the element around them."""
        return (self[name].id_for_label or self[name].auto_id) if name in self.fields else ""
