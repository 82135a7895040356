"""The shape of a knockout bracket: rounds from 1, slots from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournament.rules.sides import Side

Stage = Literal["final", "semi_final", "quarter_final", "round"]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One match of the bracket."""

    round: int
    slot: int

    @property
    def next(self) -> Place:
        """Where the winner goes; past the final it names a place that is not in the bracket."""
        return Place(self.round + 1, self.slot // 2)

    @property
    def next_side(self) -> Side:
        return Side.A if self.slot % 2 == 0 else Side.B

    def feeder(self, side: Side) -> Place:
        """The match whose winner sits on `side` here."""
        return Place(self.round - 1, 2 * self.slot + (side is Side.B))


def label(kind: str, number: int, slot: int) -> str:
    """A match as people count it, from 1: "2.1", and "C2.1" in the consolation."""
    return f"{'C' if kind == 'consolation' else ''}{number}.{slot + 1}"


def size(pairs: int) -> int:
    """Places in round 1: the power of two that holds `pairs` (2 or more)."""
    if pairs < 2:
        raise ValueError("a bracket needs two pairs")
    return 1 << (pairs - 1).bit_length()


def rounds(pairs: int) -> int:
    return size(pairs).bit_length() - 1


def places(pairs: int) -> tuple[Place, ...]:
    """Every match, in order of play."""
    whole = size(pairs)
    return tuple(
        Place(number, slot)
        for number in range(1, rounds(pairs) + 1)
        for slot in range(whole >> number)
    )


def stage(number: int, of_rounds: int) -> Stage:
    """What people call round `number` of `of_rounds`."""
    names: dict[int, Stage] = {0: "final", 1: "semi_final", 2: "quarter_final"}
    return names.get(of_rounds - number, "round")
