"""A hand entered by its outcome alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.errors import Problem
from web.handform.fields import SIDES, mano_field


class QuickForm(forms.Form):
    """A hand without cards: the stones each pair took. Kept as unverified.

    `seats`, `mano` and `mano_free` as in `HandForm`: who is mano moves on from the first hand of a
    game, with cards or without. `stored`: a record that fills the form beforehand.
    """

    is_quick = True
    stones_a = forms.IntegerField(label="A", min_value=0, max_value=200)
    stones_b = forms.IntegerField(label="B", min_value=0, max_value=200)
    game_winner = forms.ChoiceField(
        label=_("Órdago won by"), choices=(("", _("no órdago")), *SIDES), required=False
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[str] = (),
        mano: int = 0,
        mano_free: bool = False,
        stored: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial_of(stored or {}, mano))
        self.mano_free = mano_free
        if mano_free:
            self.fields["mano"] = mano_field(seats, required=False)

    def record(self) -> dict[str, Any]:
        quick: dict[str, Any] = {
            "stones": [self.cleaned_data["stones_a"], self.cleaned_data["stones_b"]]
        }
        if self.cleaned_data["game_winner"]:
            quick["game_winner"] = self.cleaned_data["game_winner"]
        mano = self.cleaned_data.get("mano")
        return {"quick": quick} if mano in (None, "") else {"mano": mano, "quick": quick}

    def put_problems(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add_error(None, str(problem.message))


def initial_of(record: Mapping[str, Any], mano: int) -> dict[str, Any]:
    """A stored record without cards as the form's first values."""
    quick = record.get("quick") or {}
    stones = quick.get("stones") or (None, None)
    return {
        "mano": record.get("mano", mano),
        "stones_a": stones[0],
        "stones_b": stones[1],
        "game_winner": quick.get("game_winner") or "",
    }
