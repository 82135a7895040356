"""How many games the rounds are played by, once there are fewer from one of them on (T5)."""

from __future__ import annotations

from collections.abc import Mapping

Lengths = tuple[int | None, dict[str, int]]
"""Games of a match, and of the rounds from which on there are others, by their number."""


def fewer_from(
    first: int, fewer: int, *, best_of: int | None, by_round: Mapping[str, int]
) -> Lengths:
    """Best of `fewer` from round `first` on; what is fewer still from a later round on stays."""
    others = {
        since: games for since, games in by_round.items() if games < fewer or int(since) < first
    }
    return (fewer, others) if first == 1 else (best_of, {**others, str(first): fewer})
