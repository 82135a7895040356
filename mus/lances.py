"""The four lances, in the order in which they are bet and paid."""

from enum import StrEnum


class Lance(StrEnum):
    """What is contested in a hand. `JUEGO` also stands for the punto (E7): the hand tells which."""

    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"

    # Enum hashes in Python; sides and lances are dictionary keys on the hot path.
    __hash__ = str.__hash__


LANCES = (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO)
DECLARED_LANCES = (Lance.PARES, Lance.JUEGO)
INDEX = {lance: number for number, lance in enumerate(LANCES)}
