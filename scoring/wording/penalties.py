"""Each penalty in one sentence: what was said, and what it costs (rules of record §6)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring.wording.lances import lance_name
from tournament.errors import StrOrPromise, said

_YES_ALONE = _(
    "%(player)s said yes to %(lance)s without having it, and neither has the partner: the bets "
    "are void, and the other pair scores what its own is worth."
)
_YES_WITH_PARTNER = _(
    "%(player)s said yes to %(lance)s without having it, and the partner has it: had they won "
    "the lance, the bets would be void and the other pair takes 1 stone and what its own is worth."
)
_NO_WITH_PARTNER = _(
    "%(player)s said no to %(lance)s and has it: those cards do not count, neither to win nor "
    "for their worth."
)
_NO_ALONE = _(
    "%(player)s said no to %(lance)s and has it, and the partner has none: the other pair takes "
    "1 stone and what its own is worth."
)
_YES_HARMLESS = _(
    "%(player)s said yes to %(lance)s without having it. It costs nothing: the partner has it and "
    "nobody else does."
)
_NO_BOTH = _(
    "%(player)s said no to %(lance)s and has it. Nobody else is harmed: the pair scores what both "
    "partners have."
)
_BOTH_PAIRS = _(
    "Both pairs declared %(lance)s wrongly (%(player)s): the bets are void, and the lance is "
    "settled on the cards as if all had told the truth and passed."
)
UNPAID = _("The game was over by then: what is left of that lance is not paid.")
"""After the sentence of a penalty whose stones came after the end of the game."""

BOTH_PAIRS = frozenset({"PX", "JX"})
"""The clauses of one sentence about several players."""

PENALTIES: Mapping[str, StrOrPromise] = {
    "G0": _(
        "%(player)s claimed cards or a play and does not hold them: the pair loses all that is in "
        "play in this hand, an órdago included."
    ),
    "P1": _YES_ALONE,
    "P2": _YES_WITH_PARTNER,
    "P3": _NO_WITH_PARTNER,
    "P4": _NO_ALONE,
    "P5": _YES_HARMLESS,
    "P6": _NO_BOTH,
    "P7": _(
        "%(player)s said no to %(lance)s and has it. Nobody else is harmed: the pair scores what "
        "it is worth."
    ),
    "PX": _BOTH_PAIRS,
    "J1": _(
        "%(player)s said yes to %(lance)s without having it, and nobody has: the bets are void, "
        "and the other pair takes 1 stone and 1 for the punto, whatever the cards."
    ),
    "J2": _YES_HARMLESS,
    "J3": _YES_ALONE,
    "J4": _YES_WITH_PARTNER,
    "J5": _(
        "%(player)s said no to %(lance)s and has it, and nobody else does: the pair scores what "
        "it is worth; the bets on the punto are void and no punto is paid."
    ),
    "J6": _NO_BOTH,
    "J7": _NO_WITH_PARTNER,
    "J8": _NO_ALONE,
    "JX": _BOTH_PAIRS,
}


def penalty_sentence(clause: str, *, player: StrOrPromise, lance: str | None) -> StrOrPromise:
    """The sentence of a clause, for the player who made the false declaration; for all who did
    where both pairs were wrong."""
    return said(PENALTIES[clause], player=player, lance=lance_name(lance))
