"""The form for beginning a match, shared by organizers and referees, without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise
from web.mistakes import ListedForm

NO_TABLE: tuple[object, StrOrPromise] = ("", _("Not noted"))


class StartForm(ListedForm):
    """Who sits where, who is mano, and four kings where the pairs may agree on them (H1, T4).

    `players`: the two of each side. `tables`: number and name of the tables to choose from; None
    when the table is known. The mano is required unless `initial` has one.
    """

    def __init__(
        self,
        *args: Any,
        players: Mapping[str, Sequence[str]],
        four_kings: bool,
        tables: Sequence[tuple[int, str]] | None = None,
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
        seats = {"A": _("At seat 1"), "B": _("At seat 2, on the right of seat 1")}
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

    def wants_four_kings(self) -> bool:
        return bool(self.cleaned_data.get("four_kings"))
