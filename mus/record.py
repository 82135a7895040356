"""The hand record, read: one hand as it was entered, every field understood."""

from collections.abc import Mapping
from typing import NamedTuple

from .betting import Bet, Call, close_bet
from .cards import Card
from .faults import Fault
from .holdings import Holding
from .lances import LANCES, Lance
from .ruleset import PRESETS, RuleSet

FORMAT = "mus-hand/1"
FIELDS = (
    "format", "id", "ruleset", "mano", "score", "cards", "declared", "bets", "infractions", "claim",
)  # fmt: skip

MOST_LISTED = 100
"""Calls on a lance, or infractions: a longer list is no hand, and is not looked into."""

Calls = tuple[Call, ...]
Declarations = tuple[bool, ...]


class HandRecord(NamedTuple):
    """One hand as it was entered, every field understood.

    `score`, `claim`: stones of A and B. `cards`: by seat, as shown; None when nobody had to show.
    `holdings`: the same, ready to compare. `held`: what each seat could truly have said of pares
    and juego as shown (empty without cards). `declared`: lance → one bool a seat, only where said.
    `bets`: the calls of each lance in lance order. `infractions`: seats of false claims (G0).
    """

    id: object
    ruleset: RuleSet
    mano: int
    score: tuple[int, int]
    cards: tuple[tuple[Card, ...], ...] | None
    holdings: tuple[Holding, ...] | None
    held: Mapping[Lance, Declarations]
    declared: Mapping[Lance, Declarations]
    bets: tuple[Calls, Calls, Calls, Calls]
    infractions: tuple[int, ...]
    claim: tuple[int, int] | None

    def bet(self, lance: Lance) -> Bet:
        """How the betting on a lance ended."""
        calls, refused_raise = self.bets[LANCES.index(lance)], self.ruleset.refused_raise_of(lance)
        return close_bet(calls, refused_raise=refused_raise, path="", faults=[])


class Reading(NamedTuple):
    """A record as far as it could be read, and what could not.

    `unread`: "record" where there is none, else "cards" and "bets.<lance>" that say nothing.
    """

    record: HandRecord
    faults: tuple[Fault, ...]
    unread: frozenset[str]


NO_BETS: tuple[Calls, Calls, Calls, Calls] = ((), (), (), ())
EMPTY = HandRecord(
    id=None,
    ruleset=PRESETS["brisbane-2024"],
    mano=0,
    score=(0, 0),
    cards=None,
    holdings=None,
    held={},
    declared={},
    bets=NO_BETS,
    infractions=(),
    claim=None,
)
"""What stands in for a record where there is none to read."""
