"""How many games each round is played to, once games are reduced from some round on (T5)."""

from __future__ import annotations

from collections.abc import Mapping

Lengths = tuple[int | None, dict[str, int]]
"""Games of a match, and, by round, other numbers of games that hold from that round on."""


def fewer_from(
    first: int, fewer: int, *, best_of: int | None, by_round: Mapping[str, int]
) -> Lengths:
    """Best of `fewer` from round `first` on. A later round that has even fewer games keeps them."""
    others = {
        since: games for since, games in by_round.items() if games < fewer or int(since) < first
    }
    return (fewer, others) if first == 1 else (best_of, {**others, str(first): fewer})
