"""How many games the matches of a day are played over, as its log tells it (T5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.clock.rules.lengths import fewer_from

REDUCED, TAKEN_BACK = "tournament.games_reduced", "tournament.reduction_taken_back"


class Lengths:
    """The games of the day, and from some rounds on, as `tournament.clock` keeps them; and what
    they were before each reduction that stands, the last of which can be taken back."""

    def __init__(self) -> None:
        self.best_of: int | None = None
        self.by_round: dict[str, int] = {}
        self._before: list[tuple[int, int | None, dict[str, int]]] = []

    def hear(self, number: int, kind: str, data: Mapping[str, Any]) -> bool:
        """One event more; whether it told of fewer games, or of as many again. Raises ValueError
        where another reduction than the last that stands is taken back."""
        if kind in ("draw.made", "draw.undone"):
            self.best_of, self.by_round, self._before = data.get("best_of"), {}, []
        elif kind == REDUCED:
            self._before.append((number, self.best_of, self.by_round))
            self.best_of, self.by_round = fewer_from(
                data.get("from_round", 1),
                data["best_of"],
                best_of=self.best_of,
                by_round=self.by_round,
            )
        elif kind == TAKEN_BACK:
            last, best_of, by_round = self._before.pop()
            if last != data["takes_back"]:
                raise ValueError(f"the last reduction that stands is event {last}")
            self.best_of, self.by_round = best_of, by_round
        return kind in (REDUCED, TAKEN_BACK)
