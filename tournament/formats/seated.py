"""A table of a day of individuals, as it was drawn and as it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Order = tuple[tuple[int, ...], ...]
"""Who finished, the first first. Those in one group share a place."""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round: its players by number, mano first and the others in their turn, so the
    last one deals first; and the order in which they finished, None until it is entered."""

    seats: tuple[int, ...]
    order: Order | None = None

    @property
    def places(self) -> dict[int, int]:
        """Player → place at this table. Those who share a place have the best of theirs."""
        places: dict[int, int] = {}
        for group in self.order or ():
            places |= dict.fromkeys(group, len(places) + 1)
        return places

    @classmethod
    def from_json(cls, state: Mapping[str, object]) -> SeatedTable:
        """The table from a row or an event."""
        seats, order = state["seats"], state["order"]
        assert isinstance(seats, list | tuple)
        assert order is None or isinstance(order, list | tuple)
        return cls(tuple(seats), None if order is None else tuple(map(tuple, order)))

    def to_json(self) -> dict[str, object]:
        order = None if self.order is None else [list(group) for group in self.order]
        return {"seats": list(self.seats), "order": order}


Round = tuple[SeatedTable, ...]
