"""Each line of a ledger in words: what was paid, and why."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise, said

KINDS: Mapping[str, StrOrPromise] = {
    "deje": _("Deje"),
    "paso": _("Passed"),
    "envite": _("Bet"),
    "pares": _("Pares"),
    "juego": _("Juego"),
    "punto": _("Punto"),
    "ordago": _("Órdago"),
    "quick": _("Without cards"),
}
"""Kind of a ledger's entry → its name."""

REASONS: Mapping[str, StrOrPromise] = {
    "deje_first": _("The first bet was refused: 1 stone at once, as none stood before it."),
    "deje_raise": _("The raise was refused: at once the stones that stood before it."),
    "deje_one": _("The raise was refused: 1 stone at once, as this regulation has it."),
    "deje_penalty": _("1 stone first of all, because of the false word (%(clauses)s)."),
    "paso": _("Everybody passed: 1 stone for the best cards."),
    "envite": _("The bet was seen: the stake goes to the best cards."),
    "envite_awarded": _("The bet was seen; the lance is awarded because of %(clauses)s."),
    "worth": _("What the cards of both partners are worth: %(parts)s."),
    "worth_total": _("What the cards of both partners are worth."),
    "punto": _("Nobody has juego: 1 stone for the best punto."),
    "punto_refused": _("1 stone for the punto, after the deje."),
    "punto_awarded": _("1 stone for the punto, whatever the cards (%(clauses)s)."),
    "ordago": _("The órdago was seen: all the stones that were missing."),
    "awarded": _("Awarded because of %(clauses)s."),
    "quick": _("As the table says; entered without cards, so nobody can verify it."),
}

COMPARISONS: Mapping[str, StrOrPromise] = {
    "better": _("%(best)s (%(best_cards)s) beats %(other)s (%(other_cards)s)."),
    "equal": _(
        "%(best)s and %(other)s have the same (%(best_cards)s and %(other_cards)s): %(best)s wins, "
        "being nearer the mano."
    ),
    "alone": _("%(best)s has it (%(best_cards)s), the other pair has none."),
}


def payment_reason(key: str, **params: object) -> StrOrPromise:
    """Why a line was paid, in a sentence."""
    return said(REASONS[key], **params)


def comparison(key: str, **params: object) -> StrOrPromise:
    """Whose cards were better, in a sentence."""
    return said(COMPARISONS[key], **params)


def joined(*sentences: StrOrPromise) -> StrOrPromise:
    """Sentences one after the other, translated when they are shown."""
    out: StrOrPromise = _joined_lazily(*sentences)
    return out


def _joined(*sentences: StrOrPromise) -> str:
    return " ".join(map(str, sentences))


_joined_lazily = lazy(_joined, str)
