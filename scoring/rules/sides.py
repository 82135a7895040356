"""The two sides of a match."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """Pair A sits at the even seats, pair B at the odd ones (rules of record §1)."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Side:
        return Side.B if self is Side.A else Side.A

    @property
    def position(self) -> int:
        """Where this side stands in whatever comes in two: A first."""
        return 0 if self is Side.A else 1

    # Enum hashes in Python; sides and lances are dictionary keys on the hot path.
    __hash__ = str.__hash__


SIDES = (Side.A, Side.B)


def side_of(seat: int) -> Side:
    """The side that sits at `seat`: even seats are A, odd seats are B, with four or six seats."""
    return Side.B if seat & 1 else Side.A
