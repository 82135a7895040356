"""Fields shared by the two forms of a hand, with cards and without."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

SIDES = (("A", "A"), ("B", "B"))


def mano_field(seats: Sequence[str]) -> forms.TypedChoiceField:
    """The field for the mano of a game's first hand; its values are seats."""
    return forms.TypedChoiceField(
        label=_("Mano"),
        coerce=int,
        choices=list(enumerate(seats)),
        help_text=_("First hand of the game: whoever cuts the mus is mano (H4)."),
    )
