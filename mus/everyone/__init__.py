"""Two to six players, each for himself (R), as far as the sources define it.

`docs/variants.md` says what they leave open and what was chosen. Dealing, mus and discards are
those of `mus.play` with `RuleSet(seats=…)`.
"""

from .betting import Ending, LanceForAll, can_say, open_lance, say, verify_say
from .settling import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    EntryForAll,
    HandForAll,
    SettlementForAll,
    betting_order,
    settle_for_all,
)

__all__ = [
    "LEAST_PLAYERS", "MOST_PLAYERS", "Ending", "EntryForAll", "HandForAll", "LanceForAll",
    "SettlementForAll", "betting_order", "can_say", "open_lance", "say", "settle_for_all",
    "verify_say",
]  # fmt: skip
