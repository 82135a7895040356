"""The number of games of the matches of a day, as its log tells it (T5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.clock.rules.lengths import fewer_from, of_round

REDUCED, TAKEN_BACK = "tournament.games_reduced", "tournament.reduction_taken_back"


class Lengths:
    """The games of a match and those from some rounds on, in the form of `tournament.clock`, with
    their values before each reduction, so that the last reduction can be taken back."""

    def __init__(self) -> None:
        self.best_of: int | None = None
        self.by_round: dict[str, int] = {}
        self._before: list[tuple[int, int | None, dict[str, int]]] = []

    def of_round(self, number: int) -> int:
        """Best of how many games in the championship's round `number`, once it is drawn."""
        return of_round(number, best_of=self.best_of, by_round=self.by_round)

    def hear(self, number: int, kind: str, data: Mapping[str, Any]) -> bool:
        """Takes in one more event; returns whether it reduced the games or took a reduction back.
        Raises ValueError when the reduction taken back is not the last."""
        if kind in ("draw.made", "draw.undone"):
            self.best_of, self.by_round = data.get("best_of"), data.get("games_by_round", {})
            self._before = []
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
