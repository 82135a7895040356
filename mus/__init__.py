"""The rules of Mus: records in, settlements out. Pure Python, no dependencies.

Everything a settlement needs is here at once; what goes beyond it are modules that load when they
are first named: `play` (a hand call by call), `bots`, `notation`, `odds`, `signals`, `everyone`
(each for himself), `course` (a match hand by hand), `quick`, `schema`.

README.md shows the use. What is cited as C1, W2 … H8 are the clauses of the rules; README.md has
their list.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from .betting import Bet, BetKind, Call, CallKind, close_bet
from .cards import RANKS, SUITS, Card, card_from
from .command import settle_line, settle_lines
from .faults import TEMPLATES, Fault, RecordRefused
from .holdings import Holding, holding_classes, holding_of, holding_of_strengths
from .invalid import InvalidValue
from .judging import Judgement, best_seat, judge, order_from
from .lances import DECLARED_LANCES, LANCES, Lance
from .reading import parse, read
from .record import FORMAT, HandRecord, Reading
from .ruleset import (
    PRESETS,
    SETTINGS,
    FalseWords,
    FirstHand,
    JuegoReal,
    MusVisto,
    RefusedRaise,
    RuleSet,
    Setting,
    ruleset_from,
)
from .settlement import ClaimCheck, Clause, LedgerEntry, LedgerKind, Penalty, Settlement
from .settling import settle, settle_json, settle_reading
from .sides import SIDES, Side, side_of
from .version import RULES_VERSION

if TYPE_CHECKING:
    from . import bots, course, everyone, notation, odds, play, quick, schema, signals

__version__ = "0.2.0"
"""The version of the library, the same as that of the program it belongs to."""

__all__ = [
    "DECLARED_LANCES", "FORMAT", "LANCES", "PRESETS", "RANKS", "RULES_VERSION", "SETTINGS", "SIDES",
    "SUITS", "TEMPLATES", "Bet", "BetKind", "Call", "CallKind", "Card", "ClaimCheck", "Clause",
    "FalseWords", "Fault", "FirstHand", "HandRecord", "Holding", "InvalidValue", "Judgement",
    "JuegoReal", "Lance", "LedgerEntry", "LedgerKind", "MusVisto", "Penalty", "Reading",
    "RecordRefused", "RefusedRaise", "RuleSet", "Setting", "Settlement", "Side", "best_seat",
    "bots", "card_from", "close_bet", "course", "everyone",
    "holding_classes", "holding_of", "holding_of_strengths", "judge", "notation", "odds",
    "order_from", "parse", "play", "quick", "read", "ruleset_from", "schema", "settle",
    "settle_json", "settle_line", "settle_lines", "settle_reading", "side_of",
    "signals",
]  # fmt: skip

_LATER = frozenset({
    "bots", "course", "everyone", "notation", "odds", "play", "quick", "schema",
    "signals",
})  # fmt: skip


def __getattr__(name: str) -> ModuleType:
    """The larger modules, loaded when they are first named: settling must start at once."""
    if name in _LATER:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
