"""A hand told in short sentences: one for each thing said or done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise, said

TOLD: Mapping[str, StrOrPromise] = {
    "mano": _("%(player)s is mano."),
    "cut": _("%(player)s cuts mus, and is mano."),
    "without_cards": _("The table wrote down only the stones of this hand."),
    "unsettled": _("The rules could not settle this hand as it was written down."),
    "pass": _("Everybody passes."),
    "only_one": _("Only %(pair)s has it: no bets."),
    "nobody_pares": _("Nobody has pares."),
    "nobody_juego": _("Nobody has juego: the punto is played."),
    "bets": _("%(pair)s bets %(stones)s."),
    "raises": _("%(pair)s raises to %(stones)s."),
    "ordago": _("%(pair)s: órdago!"),
    "sees": _("%(pair)s sees it: %(stones)s at stake."),
    "sees_ordago": _("%(pair)s sees the órdago: this lance decides the game."),
    "refuses": _("%(pair)s declines."),
    "cards": _("The cards are on the table."),
    "claim": _("The table says %(a)s – %(b)s; the rules give %(right_a)s – %(right_b)s."),
    "waits": _("An official has to confirm or replace this outcome."),
    "ruled": _("An official rules: %(a)s – %(b)s stones."),
    "ruled_because": _("An official rules: %(a)s – %(b)s stones. “%(reason)s”"),
    "nothing": _("Nobody took a stone."),
    "won": _("%(pair)s wins the game."),
}
"""Kind of moment → its sentence."""

SAID_YES = _("%(player)s yes")
SAID_NO = _("%(player)s no")


def told(key: str, **params: object) -> StrOrPromise:
    """One moment in a sentence."""
    return said(TOLD[key], **params)


def declarations(words: Iterable[tuple[str, bool]]) -> StrOrPromise:
    """What each player declared, in order: "Ane yes, Jon no."."""
    out: StrOrPromise = _declared_lazily(tuple(words))
    return out


def _declared(words: tuple[tuple[str, bool], ...]) -> str:
    parts = [str(said(SAID_YES if yes else SAID_NO, player=player)) for player, yes in words]
    return str(capfirst(", ".join(parts))) + "."


_declared_lazily = lazy(_declared, str)
