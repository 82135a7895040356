"""Parts of forms that several pages share: how they are rendered, all errors in one list at the
top of the page, and the form for beginning a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms.renderers import TemplatesSetting
from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise


class FormRenderer(TemplatesSetting):
    """`{{ form }}` and `{{ form.name.as_field_group }}` use templates/components/."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"


class Number(forms.IntegerField):
    """A whole number, for which telephones show digits."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "inputmode": "numeric"}


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
        by_field = self.errors.as_data()
        names = [name for name in (NON_FIELD_ERRORS, *self.fields) if name in by_field]
        return [self._mistake(name, error) for name in names for error in by_field[name]]

    def _mistake(self, name: str, error: ValidationError) -> Mistake:
        names_its_place = isinstance(error, Said)
        field = name if name in self.fields else (error.at if isinstance(error, Said) else "")
        where = "" if names_its_place or name not in self.fields else self.where(name)
        return Mistake(self._id_of(field), where, " ".join(error.messages))

    def _id_of(self, name: str) -> str:
        """The id of a field's element. Radio buttons are found by the element around them."""
        return (self[name].id_for_label or self[name].auto_id) if name in self.fields else ""


NO_TABLE: tuple[object, StrOrPromise] = ("", _("Not noted"))


class StartForm(ListedForm):
    """Who sits where, who is mano, and four kings where the pairs may agree on them (H1, T4).

    `players`: the two of each side. `tables`: number and name of the tables to choose from; None
    when the table is known. `clubs`: the sides that may name their players. The mano is required
    unless `initial` has one.
    """

    def __init__(
        self,
        *args: Any,
        players: Mapping[str, Sequence[str]],
        four_kings: bool,
        tables: Sequence[tuple[int, str]] | None = None,
        clubs: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if tables is not None:
            self.fields["table_number"] = forms.TypedChoiceField(
                label=_("Table"),
                required=False,
                coerce=int,
                empty_value=None,
                choices=[NO_TABLE, *tables],
            )
        seats = {
            "A": _("At seat 1"),
            "B": _("At seat 2, on the right of seat 1"),
        }
        for side, label in seats.items():
            self.fields[f"first_of_{side.lower()}"] = forms.TypedChoiceField(
                label=label,
                coerce=int,
                choices=list(enumerate(players[side], start=1)),
                initial=1,
                widget=forms.RadioSelect,
            )
        self.fields["mano"] = forms.ChoiceField(
            label=_("Mano: who drew the highest card"),
            choices=[
                (f"{side}{number}", name)
                for side in seats
                for number, name in enumerate(players[side], start=1)
            ],
            widget=forms.RadioSelect,
        )
        for side in clubs:
            for number, name in enumerate(players[side], start=1):
                self.fields[f"name_{side.lower()}{number}"] = forms.CharField(
                    label=_("Who plays as %(name)s") % {"name": name},
                    required=False,
                    widget=forms.TextInput(attrs={"autocomplete": "off"}),
                )
        if four_kings:
            self.fields["four_kings"] = forms.BooleanField(
                label=_("Both pairs want to play with four kings"), required=False
            )

    @property
    def is_decided(self) -> bool:
        """Whether all fields already have values."""
        return bool(self["mano"].initial)

    def seating(self) -> dict[str, list[int]]:
        """Players by seat: A at seats 0 and 2, B at 1 and 3."""
        firsts = {side: self.cleaned_data[f"first_of_{side.lower()}"] for side in "AB"}
        return {side: [first, 3 - first] for side, first in firsts.items()}

    def first_mano(self) -> int:
        """The seat of the player who drew the highest card."""
        side, player = self.cleaned_data["mano"][0], int(self.cleaned_data["mano"][1])
        return self.seating()[side].index(player) * 2 + (side == "B")

    @property
    def names_of_clubs(self) -> list[forms.BoundField]:
        """The fields for the players of clubs."""
        return [self[name] for name in self.fields if name.startswith("name_")]

    def names(self) -> dict[str, list[str]]:
        """Who plays for the clubs: side → two names, without those of which neither was given."""
        by_side = {
            side: [self.cleaned_data.get(f"name_{side.lower()}{number}", "") for number in (1, 2)]
            for side in "AB"
        }
        return {side: both for side, both in by_side.items() if any(both)}

    def wants_four_kings(self) -> bool:
        return bool(self.cleaned_data.get("four_kings"))
