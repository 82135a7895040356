"""The form that changes who plays whom in a round, without JavaScript: two lists for each match."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.matches.queries.pairing import Pairings, RoundByHand
from web.organizer.forms.reasons import Reason

NOBODY = ("", _("– nobody: a bye –"))


class RoundByHandForm(Reason):
    """Two pairs for each match of `found`, or one for a bye; at first those that stand."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    looked_at = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, found: RoundByHand, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found = found
        self.fields["seen"].initial = as_text(found.now)
        nobody = [NOBODY] if any(None in both for both in found.own) else []
        pairs = [(str(n), f"{n}. {one.name}") for n, one in sorted(found.pairs.items())]
        for index, both in enumerate(found.now):
            for side, number in zip("ab", both, strict=True):
                field = forms.ChoiceField(
                    label=_("Pair") if side == "a" else _("plays pair"),
                    choices=[*nobody, *pairs],
                    required=False,
                    initial=str(number or ""),
                )
                self.fields[f"{side}{index}"] = field

    def lines(self) -> list[dict[str, Any]]:
        """The program's own matches, in words, beside the fields."""
        return [
            {
                "own": [self.found.pairs[number] for number in both if number is not None],
                "sides": [self[f"a{index}"], self[f"b{index}"]],
            }
            for index, both in enumerate(self.found.own)
        ]

    def asked(self) -> list[list[int | None]]:
        """The matches as they were chosen; a line without any pair is left out."""
        lines = [
            [
                int(value) if (value := self.cleaned_data[f"{side}{index}"]) else None
                for side in "ab"
            ]
            for index in range(len(self.found.now))
        ]
        return [both for both in lines if both != [None, None]]

    def seen_matches(self) -> list[list[int | None]]:
        """The matches that the page showed as those that stand."""
        text = self.cleaned_data["seen"] or as_text(self.found.now)
        return [
            [int(one) if one.isdecimal() else None for one in both.split("-")]
            for both in text.split()
        ]

    def look(self) -> None:
        """Marks what is chosen now as what the warnings shown are about."""
        self.data = self.data.copy()
        self.data.update({"looked_at": as_text(self.asked())})

    def was_looked_at(self) -> bool:
        """Whether the warnings of exactly these matches were shown."""
        return bool(self.cleaned_data["looked_at"] == as_text(self.asked()))


def as_text(matches: Pairings | list[list[int | None]]) -> str:
    """Matches as a line, such as "3-7 2-"."""
    return " ".join(f"{a or ''}-{b or ''}" for a, b in matches)
