"""The desk's forms for a match."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.matches.queries.matches import MatchCard
from web.organizer.forms.reasons import Reason
from web.organizer.match_page import sides_of


class WonBy(Reason):
    """The pair that wins, and why."""

    winner = forms.ChoiceField(widget=forms.RadioSelect)
    field_order = ["winner", "reason"]

    def __init__(self, *args: Any, card: MatchCard, label: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = sides_of(card)
        self.fields["winner"].label = label


class Games(Reason):
    """The games each pair won, and why."""

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
        self.fields["reason"].widget.attrs["rows"] = 2


class Result(Games):
    """As `Games`, for a result without written hands."""

    over_recorded = forms.BooleanField(
        label=_("The result goes over what is recorded"),
        error_messages={
            "required": _("Confirm that you mean it: the match ends with this result.")
        },
    )
    field_order = ["games_a", "games_b", "reason", "over_recorded"]

    def __init__(
        self, *args: Any, recorded: bool = False, confirms: bool = False, **kwargs: Any
    ) -> None:
        """`recorded`: hands or games of the match are recorded. The form then asks for confirmation
        that the result replaces them, and for a reason. `confirms`: but not for the result that
        its hands give, which somebody must only confirm; the service asks for it where another one
        is entered."""
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = recorded and not confirms
        self.fields["over_recorded"].required = not confirms
        if not recorded:
            del self.fields["over_recorded"]


class AssignTable(forms.Form):
    """The table of a match; an empty choice takes the match from its table."""

    table_number = forms.IntegerField(min_value=1, required=False)
