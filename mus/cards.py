"""Cards as they are written: `R`, `Ro`, `12o`, `Sc=R` (C1, C2, C3; jokers §10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from .invalid import InvalidValue, require_one_of

RANKS = ("R", "C", "S", "7", "6", "5", "4", "3", "2", "A")
"""The ranks as they are written, highest first (C3)."""
SUITS = ("o", "c", "e", "b")
"""Oros, copas, espadas, bastos."""
JOKER_SUITS = ("o", "c")
"""With ten kings the sotas of oros and copas are jokers (§10)."""

_SPELLINGS: Mapping[str, str] = MappingProxyType(
    {**{rank: rank for rank in RANKS}, "1": "A", "10": "S", "11": "C", "12": "R"}
)
STRENGTH: Mapping[str, int] = MappingProxyType(
    {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "S": 8, "C": 9, "R": 10}
)
"""A rank's place in the order of C3, lowest 1; with eight kings 3 counts as R, 2 as A (C2)."""


class _Card(NamedTuple):
    rank: str
    suit: str = ""
    stands_for: str = ""


class Card(_Card):
    """One card: its rank as on its face, its suit or "", and what a joker stands for or "".

    Raises `InvalidValue` for what is no card.
    """

    __slots__ = ()

    def __new__(cls, rank: str, suit: str = "", stands_for: str = "") -> Card:
        require_one_of("rank", rank, RANKS)
        require_one_of("suit", suit, ("", *SUITS))
        require_one_of("stands_for", stands_for, ("", "R", "A"))
        card = super().__new__(cls, rank, suit, stands_for)
        if stands_for and not card.is_joker:
            raise InvalidValue("stands_for", stands_for, "Leave it out: only So and Sc are jokers.")
        return card

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker when ten kings are played (§10)."""
        return self.rank == "S" and self.suit in JOKER_SUITS

    def __str__(self) -> str:
        face = f"{self.rank}{self.suit}"
        return f"{face}={self.stands_for}" if self.stands_for else face


@lru_cache(maxsize=1024)
def card_from(token: str) -> Card | None:
    """The card a token names, or None when there is no such card. `Sc=R` keeps what it stands for.

    Whether a joker is allowed or has to say what it stands for is the rule set's affair.
    """
    face, equals, stands_for = token.partition("=")
    suit = face[-1:] if face[-1:] in SUITS else ""
    rank = _SPELLINGS.get(face[: len(face) - len(suit)])
    if rank is None:
        return None
    card = Card(rank, suit)
    if not equals:
        return card
    joker_rank = _SPELLINGS.get(stands_for)
    return Card(rank, suit, joker_rank) if card.is_joker and joker_rank in ("R", "A") else None


def strength(rank: str, *, kings: int, without_twos: bool = False) -> int:
    """The place of `rank` in the order, 1 to 10, with eight (C2) or four kings (C3).

    `without_twos`: with eight kings a 4 is an ace, as the 2 is otherwise (§10).
    """
    if kings == 8:
        rank = {"3": "R", "4" if without_twos else "2": "A"}.get(rank, rank)
    return STRENGTH[rank]
