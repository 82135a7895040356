"""Everybody against everybody by the circle method: one pair stays, the others rotate."""

from collections.abc import Sequence


def rounds_of(order: Sequence[int], times: int = 1) -> list[list[tuple[int, int]]]:
    """Round by round, the matches of everybody against everybody, so many `times`; each time with
    the sides of the time before changed over. With an odd number one pair rests each round. Sides
    alternate, so that nobody is always A."""
    ring: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    rounds: list[list[tuple[int, int]]] = []
    for turn in range(len(ring) - 1):
        matches = []
        for one, other in zip(ring[: len(ring) // 2], reversed(ring), strict=False):
            if one is not None and other is not None:
                matches.append((other, one) if turn % 2 and one == ring[0] else (one, other))
        rounds.append(matches)
        ring = [ring[0], ring[-1], *ring[1:-1]]
    back = [[(other, one) for one, other in matches] for matches in rounds]
    return [matches for turn in range(times) for matches in (back if turn % 2 else rounds)]


def count(pairs: int) -> int:
    """How many rounds so many pairs need."""
    return pairs - 1 if pairs % 2 == 0 else pairs
