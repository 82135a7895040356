"""Checks of input that many services share: a reason, a whole number, two numbers of games."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.errors import Refusal, said
from tournament.log.rules import text as texts

LONGEST_REASON = 500
MOST_GAMES = 9


def given_reason(reason: object, *, required: bool = True) -> str:
    """The reason, cleaned. Raises Refusal naming `reason`."""
    text, fault = texts.clean(
        reason, field="reason", longest=LONGEST_REASON, required=required, lines=True
    )
    if fault is not None and fault.code in ("required", "no_letter"):
        raise Refusal.one(
            "reason", "reason_required", _("This needs a reason. Say why in a few words.")
        )
    wording.refuse([fault] if fault else [])
    return text


def whole_number(value: object, *, field: str, least: int, most: int) -> int:
    """`value` when it is a whole number in the range (both ends included). Raises Refusal."""
    if type(value) is int and least <= value <= most:
        return value
    raise Refusal.one(
        field,
        "out_of_range",
        said(_("Write a whole number from %(least)s to %(most)s here."), least=least, most=most),
    )


def two_games(games: Sequence[int], *, most: int = MOST_GAMES) -> tuple[int, int]:
    """Games won by A and by B, both from 0 to `most`. Raises Refusal naming `games`."""
    if not isinstance(games, Sequence) or isinstance(games, str) or len(games) != 2:
        raise Refusal.one(
            "games", "bad_games", _("Give two numbers: the games of pair A and of pair B.")
        )
    a, b = games
    return (
        whole_number(a, field="games[0]", least=0, most=most),
        whole_number(b, field="games[1]", least=0, most=most),
    )
