"""What four cards cannot lose to anybody, found without counting a deal.

`odds_of` says the same (`alone == 1`) after dealing the unseen cards in every way, which takes some
thousand times as long.
"""

from collections.abc import Sequence

from ..cards import Card
from ..lances import LANCES, Lance
from ..ruleset import RuleSet
from .chances import check, unseen_of
from .tables import Counts, LanceTable, table_of


def sure_lances(cards: Sequence[Card], *, place: int, ruleset: RuleSet) -> tuple[Lance, ...]:
    """The lances that these cards win alone, whatever the other three hold (W1 to W6).

    `place` and errors are those of `odds_of`; pares without pares and punto where somebody may
    have juego (E7) are never sure.
    """
    check(cards, place, ruleset)
    return tuple(lance for lance in LANCES if _is_sure(table_of(lance, ruleset), cards, place))


def _is_sure(table: LanceTable, cards: Sequence[Card], place: int) -> bool:
    """Whether no four unseen cards are better, nor as good in the hand of who speaks before."""
    key = table.index_of(cards)
    least = key if place else key + 1
    return key > 0 and not _can_be_held(table, least, unseen_of(table, cards))


def _can_be_held(table: LanceTable, least: int, unseen: Counts) -> bool:
    """Whether some four of the `unseen` cards have a key of `least` or more."""
    return any(
        all(wanted <= left for wanted, left in zip(counts, unseen, strict=True))
        for key, classes in table.classes_of.items()
        if key >= least
        for counts in classes
    )
