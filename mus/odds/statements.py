"""What can be said for certain of a holding: “31 de mano: cannot lose”."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from ..cards import Card
from ..lances import Lance
from ..ruleset import RuleSet
from .chances import odds_of
from .tables import table_of


class Certainty(StrEnum):
    """What no unseen cards can change, or hardly can."""

    CANNOT_LOSE = "cannot_lose"
    ALMOST_SURE = "almost_sure"
    CANNOT_WIN_ALONE = "cannot_win_alone"


class Statement(NamedTuple):
    """One thing to say of a holding in a lance. `alone`: the holding's own chance, exact.

    `thirty_one`: it is a juego of 31, so that a page can say “31 de mano”.
    """

    lance: Lance
    certainty: Certainty
    place: int
    alone: Fraction
    thirty_one: bool


ALMOST = Fraction(99, 100)
"""From this chance on a holding is called almost sure."""
_THIRTY_ONE = 39


def statements_of(cards: Sequence[Card], *, place: int, ruleset: RuleSet) -> tuple[Statement, ...]:
    """What is certain, or almost, of four cards at a place, lance by lance; nothing of pares that
    they do not have. Raises as `odds_of`.
    """
    out = []
    for lance, odds in odds_of(cards, place=place, ruleset=ruleset).items():
        key = table_of(lance, ruleset).index_of(cards)
        certainty = _certainty(odds.alone)
        if key and certainty is not None:
            best = lance is Lance.JUEGO and key >= _THIRTY_ONE
            out.append(Statement(lance, certainty, place, odds.alone, best))
    return tuple(out)


def _certainty(alone: Fraction) -> Certainty | None:
    if alone == 1:
        return Certainty.CANNOT_LOSE
    if alone == 0:
        return Certainty.CANNOT_WIN_ALONE
    return Certainty.ALMOST_SURE if alone >= ALMOST else None
