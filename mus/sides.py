"""The two sides of a match, and the one container for whatever comes in two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, Literal, TypeVar

T = TypeVar("T")
U = TypeVar("U")


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
LEVEL: Final = "level"
"""The outcome of a match in which both sides have won as many games."""
Outcome = Side | Literal["level"]


def side_of(seat: int) -> Side:
    """The side that sits at `seat`: even seats are A, odd seats are B, with four or six seats."""
    return Side.B if seat & 1 else Side.A


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side."""

    a: T
    b: T

    def __getitem__(self, side: Side) -> T:
        return self.a if side is Side.A else self.b

    def __iter__(self) -> Iterator[T]:
        yield self.a
        yield self.b

    def map(self, function: Callable[[T], U]) -> BySide[U]:
        return BySide(function(self.a), function(self.b))
