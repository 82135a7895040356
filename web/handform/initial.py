"""A stored hand as the first values of its form, with cards or without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from web.handform import bets

SIDES = (("A", "A"), ("B", "B"))


def mano_field(seats: Sequence[str]) -> forms.TypedChoiceField:
    """The field for the mano of a game's first hand; its values are seats."""
    return forms.TypedChoiceField(
        label=_("Mano"),
        coerce=int,
        choices=list(enumerate(seats)),
        help_text=_("First hand of the game: whoever cuts the mus is mano (H4)."),
    )


def initial_of(record: Mapping[str, Any], mano: int) -> dict[str, Any]:
    """A stored record as the form's first values."""
    initial: dict[str, Any] = {"mano": record.get("mano", mano)}
    for seat, four in enumerate(record.get("cards") or ()):
        initial[f"cards_{seat}"] = four if isinstance(four, str) else " ".join(four)
    for lance, words in (record.get("declared") or {}).items():
        for seat, word in enumerate(words):
            initial[f"declared_{lance}_{seat}"] = "yes" if word else "no"
    for lance, calls in (record.get("bets") or {}).items():
        end = bets.end_of(calls)
        initial |= {
            f"bet_{lance}": end.how,
            f"by_{lance}": end.by,
            f"stake_{lance}": end.stake,
            f"before_{lance}": end.before,
        }
    for infraction in record.get("infractions") or ():
        initial[f"false_claim_{infraction['seat']}"] = True
    if record.get("claim"):
        initial["claim_a"], initial["claim_b"] = record["claim"]
    return initial


def quick_initial_of(record: Mapping[str, Any], mano: int) -> dict[str, Any]:
    """A stored record without cards as the form's first values."""
    quick = record.get("quick") or {}
    stones = quick.get("stones") or (None, None)
    return {
        "mano": record.get("mano", mano),
        "stones_a": stones[0],
        "stones_b": stones[1],
        "game_winner": quick.get("game_winner") or "",
    }
