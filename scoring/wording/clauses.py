"""The clauses under which stones are paid, each in a sentence or two (rules of record §3 to §6)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from mus.lances import Lance
from mus.ruleset import RefusedRaise, RuleSet
from scoring.wording.payments import joined, payment_reason
from scoring.wording.penalties import BOTH_PAIRS, PENALTIES, penalty_sentence
from tournament.errors import StrOrPromise

DEJE, PENALTY_DEJE, ORDAGO = "E5", "D1", "S6"
BY_KIND = {"ordago": ORDAGO, "paso": "S3", "pares": "S4", "juego": "S4", "punto": "S5"}
"""Kind of payment or lance → its clause. A seen bet is paid under its lance's clause, a deje under
its own."""


def payment_clause(*, kind: str, lance: str, is_punto: bool, by_penalty: bool) -> str:
    """The clause under which a line is paid; empty for a hand without cards. `by_penalty`: a deje
    paid for a false word."""
    if kind == "deje":
        return PENALTY_DEJE if by_penalty else DEJE
    if kind == "envite":
        if lance in (Lance.GRANDE, Lance.CHICA):
            return "S3"
        return "S5" if lance == Lance.JUEGO and is_punto else "S4"
    return BY_KIND.get(kind, "")


def clauses_in_words(ruleset: RuleSet) -> Iterator[tuple[str, StrOrPromise]]:
    """Every clause under which a stone can be paid with a rule set, and its text."""
    one = ruleset.refused_raise is RefusedRaise.ONE
    raised = payment_reason("deje_one" if one else "deje_raise")
    yield DEJE, joined(payment_reason("deje_first"), raised)
    yield "S3", joined(payment_reason("paso"), payment_reason("envite"), _COMPARED)
    yield "S4", joined(_PARES_AND_JUEGO, _WORTH)
    yield "S5", joined(payment_reason("punto"), payment_reason("punto_refused"))
    yield ORDAGO, payment_reason("ordago")
    yield PENALTY_DEJE, _PENALTY_DEJE
    for clause in PENALTIES:
        lance = {"P": Lance.PARES, "J": Lance.JUEGO}.get(clause[0])
        player = _("a player of each") if clause in BOTH_PAIRS else _("A player")
        yield clause, penalty_sentence(clause, player=player, lance=lance)


_COMPARED = _(
    "Grande compares the highest card first, chica the lowest; equal cards go to the one nearer "
    "the mano."
)
_PARES_AND_JUEGO = _(
    "Pares and juego go to the best cards or, when a bet was refused, to the pair that made it: "
    "it takes the stake that was seen and what the cards of both its partners are worth."
)
_WORTH = _("A par is worth 1 stone, medias 2, duples 3; a juego of 31 is worth 3, any other 2.")
_PENALTY_DEJE = _("The stone that a false word costs is taken first of all, with the dejes.")
