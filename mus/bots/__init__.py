"""Bots with some character that play whole hands: real input for the simulation and the tests."""

from .characters import (
    BLUFFER,
    BOLD,
    CALLER,
    CAREFUL,
    CHARACTERS,
    DOUBTER,
    NO_SLIPS,
    RANDOM,
    ROCK,
    STEADY,
    TIMID,
    USUAL_SLIPS,
    Character,
    Slips,
)
from .ladder import LADDER, Duel, duel, ladder
from .playing import play_hand, play_through

__all__ = [
    "BLUFFER",
    "BOLD",
    "CALLER",
    "CAREFUL",
    "CHARACTERS",
    "DOUBTER",
    "LADDER",
    "NO_SLIPS",
    "RANDOM",
    "ROCK",
    "STEADY",
    "TIMID",
    "USUAL_SLIPS",
    "Character",
    "Duel",
    "Slips",
    "duel",
    "ladder",
    "play_hand",
    "play_through",
]  # fmt: skip
