"""The two sides of a match, and the one container for whatever comes in two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Side(StrEnum):
    """A sits at seats 0 and 2, B at seats 1 and 3."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Side:
        return Side.B if self is Side.A else Side.A


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
