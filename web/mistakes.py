"""What is wrong with a form, in one list at the top of its page, where nobody can miss it."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError


class Said(ValidationError):
    """Something refused in words that name their place themselves.

    `at`: the field to look at, where the words stand at none because they are about several.
    """

    def __init__(self, message: str, *, at: str = "") -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing to mend. `at`: the id to go to, "" for none; `where`: what the page calls it, ""
    where the message says it."""

    at: str
    where: str
    message: str


class ListedForm(forms.Form):
    """A form that tells its page everything that is wrong with it at once."""

    def where(self, name: str) -> str:
        """What the page calls a field."""
        return str(self[name].label)

    @property
    def mistakes(self) -> list[Mistake]:
        """In the order of the fields; what is about the whole form comes first."""
        found = self.errors.as_data()
        names = [name for name in (NON_FIELD_ERRORS, *self.fields) if name in found]
        return [self._mistake(name, error) for name in names for error in found[name]]

    def _mistake(self, name: str, error: ValidationError) -> Mistake:
        said = isinstance(error, Said)
        field = name if name in self.fields else (error.at if isinstance(error, Said) else "")
        where = "" if said or name not in self.fields else self.where(name)
        return Mistake(self._id_of(field), where, " ".join(error.messages))

    def _id_of(self, name: str) -> str:
        """Several radio buttons are found by the element around them."""
        return (self[name].id_for_label or self[name].auto_id) if name in self.fields else ""
