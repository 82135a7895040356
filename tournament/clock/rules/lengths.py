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


def of_round(number: int, *, best_of: int | None, by_round: Mapping[str, int]) -> int:
    """Best of how many games in round `number`. The draw decides it: before it, ValueError."""
    if best_of is None:
        raise ValueError("the draw decides the number of games")
    since = [int(first) for first in by_round if int(first) <= number]
    return int(by_round[str(max(since))]) if since else best_of


def length_under(fewer: int, *, was: int, games: tuple[int, int]) -> int:
    """The length of a match under best of `fewer`; never above `was`, its length so far.

    The pair that leads with enough games has won: 2–1 of best of 5 under best of 1 is 2–1 of best
    of 3, so that the games which were played remain a result. With equal games the game in progress
    decides: 2–2 of best of 5 stays best of 5.
    """
    most = max(games)
    leads = games[0] != games[1]
    return min(was, max(fewer, 2 * most - 1 if leads else 2 * most + 1))
