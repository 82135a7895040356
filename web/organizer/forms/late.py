"""The form for a late pair: its players, and the free place it takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from web.organizer.forms.reasons import Reason


class LatePair(Reason):
    """A new pair, or a pair of the list that was not drawn."""

    place = forms.ChoiceField(label=_("Free place"), widget=forms.RadioSelect)
    pair = forms.TypedChoiceField(label=_("Pair"), required=False, coerce=int, empty_value=None)
    player_1 = forms.CharField(label=_("Player 1"), required=False)
    player_2 = forms.CharField(label=_("Player 2"), required=False)
    club = forms.CharField(label=_("Club"), required=False)
    same_names = forms.BooleanField(
        label=_("They are different people with the same names"), required=False
    )

    field_order = ["place", "pair", "player_1", "player_2", "club", "same_names", "reason"]

    def __init__(
        self,
        *args: Any,
        places: Sequence[tuple[str, str]] = (),
        waiting: Iterable[tuple[int, str]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["place"].choices = list(places)
        self.fields["pair"].choices = [("", _("a new pair")), *waiting]
        if len(places) == 1:
            self.fields["place"].initial = places[0][0]
        if not list(waiting):
            del self.fields["pair"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("pair") is None:
            for name in ("player_1", "player_2"):
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, _("Give the name of this player."))
        return data
