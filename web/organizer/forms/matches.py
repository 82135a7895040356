"""What the desk can say about a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from web.organizer.forms.reasons import Reason


class StartMatch(forms.Form):
    """The table, who sits where and who is mano. Everything has an answer already."""

    table_number = forms.TypedChoiceField(
        label=_("Table"), required=False, coerce=int, empty_value=None
    )
    first_of_a = forms.TypedChoiceField(
        label=_("At seat 1"), coerce=int, initial=1, widget=forms.RadioSelect
    )
    first_of_b = forms.TypedChoiceField(
        label=_("At seat 2, on the right of seat 1"),
        coerce=int,
        initial=1,
        widget=forms.RadioSelect,
    )
    mano = forms.ChoiceField(
        label=_("Mano: who drew the highest card"), initial="A1", widget=forms.RadioSelect
    )
    four_kings = forms.BooleanField(
        label=_("Both pairs want to play with four kings"), required=False
    )

    def __init__(
        self,
        *args: Any,
        players: dict[str, Sequence[str]],
        tables: Sequence[tuple[int, str]],
        four_kings: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        a, b = players["A"], players["B"]
        self.fields["table_number"].choices = [("", _("Not noted")), *tables]
        self.fields["first_of_a"].choices = list(enumerate(a, start=1))
        self.fields["first_of_b"].choices = list(enumerate(b, start=1))
        self.fields["mano"].choices = [
            (side + str(number), name)
            for side, names in (("A", a), ("B", b))
            for number, name in enumerate(names, start=1)
        ]
        if not four_kings:
            del self.fields["four_kings"]

    def seating(self) -> dict[str, list[int]]:
        """Players by seat: A at seats 0 and 2, B at 1 and 3."""
        return {
            side: [first, 3 - first]
            for side, first in (
                ("A", self.cleaned_data["first_of_a"]),
                ("B", self.cleaned_data["first_of_b"]),
            )
        }

    def first_mano(self) -> int:
        """The seat of the player who drew the highest card."""
        side, player = self.cleaned_data["mano"][0], int(self.cleaned_data["mano"][1])
        return self.seating()[side].index(player) * 2 + (side == "B")


class WonBy(Reason):
    """Which of the two pairs, and why."""

    winner = forms.ChoiceField(label=_("For"), widget=forms.RadioSelect)
    field_order = ["winner", "reason"]

    def __init__(self, *args: Any, pairs: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = list(pairs)


class Result(Reason):
    """The games each pair won, for a tournament run on results alone."""

    games_a = forms.IntegerField(
        min_value=0, max_value=9, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )
    games_b = forms.IntegerField(
        min_value=0, max_value=9, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )
    field_order = ["games_a", "games_b", "reason"]

    def __init__(self, *args: Any, names: dict[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = names or {}
        self.fields["games_a"].label = names.get("A", "A")
        self.fields["games_b"].label = names.get("B", "B")
        self.fields["reason"].required = False
        self.fields["reason"].widget.attrs["rows"] = 2


class AssignTable(forms.Form):
    table_number = forms.IntegerField(min_value=1, required=False)
