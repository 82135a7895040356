"""Bots with some character that play whole hands: real input for the simulation and the tests."""

from .characters import (
    BLUFFER,
    BOLD,
    CAREFUL,
    CHARACTERS,
    DOUBTER,
    NO_SLIPS,
    STEADY,
    TIMID,
    USUAL_SLIPS,
    Character,
    Slips,
)
from .playing import play_hand, play_through

__all__ = [
    "BLUFFER",
    "BOLD",
    "CAREFUL",
    "CHARACTERS",
    "DOUBTER",
    "NO_SLIPS",
    "STEADY",
    "TIMID",
    "USUAL_SLIPS",
    "Character",
    "Slips",
    "play_hand",
    "play_through",
]  # fmt: skip
