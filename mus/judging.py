"""Who is better: the comparison of a whole deal, lance by lance (W1 to W6)."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from .holdings import Holding, holding_classes, holding_of_strengths

Judgement = tuple[int, int, int, int]
"""The winning seat in grande, chica, pares and juego or punto; -1 where nobody has pares."""


def order_from(mano: int, seats: int) -> tuple[int, ...]:
    """The seats in the order of play, beginning with the mano."""
    return _ORDERS[seats][mano]


def best_seat(keys: Sequence[int], order: Iterable[int]) -> int:
    """The seat with the largest key, the first in `order` among equals (W1); -1 when all are 0."""
    best, seat = 0, -1
    for candidate in order:
        if keys[candidate] > best:
            best, seat = keys[candidate], candidate
    return seat


def judge(holdings: Sequence[Holding], mano: int) -> Judgement:
    """The seat that wins each lance when all tell the truth; juego falls back to punto (E7)."""
    order = order_from(mano, len(holdings))
    juego = best_seat([h.juego for h in holdings], order)
    return (
        best_seat([h.grande for h in holdings], order),
        best_seat([h.chica for h in holdings], order),
        best_seat([h.pares for h in holdings], order),
        juego if juego >= 0 else best_seat([h.punto for h in holdings], order),
    )


def class_index(kings: int) -> dict[tuple[int, ...], int]:
    """The number of each holding class, by its strengths: what `deal_judge` takes."""
    return {strengths: number for number, strengths in enumerate(holding_classes(kings))}


@lru_cache(maxsize=2)
def deal_judge(kings: int) -> Callable[[int, int, int, int], Judgement]:
    """A judge of many deals: four class numbers in the order of play → places from the mano.

    The keys carry the place in their two lowest bits, larger for the earlier seat, so that one
    `max` both compares and settles ties (W1). Pares gives -1 when nobody has any.
    """
    holdings = [holding_of_strengths(s) for s in holding_classes(kings)]
    # Juego and punto share one scale: any juego is above any punto (E7).
    last = [h.juego + 31 if h.juego else h.punto for h in holdings]
    g0, g1, g2, g3 = _by_place([h.grande for h in holdings])
    c0, c1, c2, c3 = _by_place([h.chica for h in holdings])
    p0, p1, p2, p3 = _by_place([h.pares for h in holdings])
    j0, j1, j2, j3 = _by_place(last)

    def judge_deal(first: int, second: int, third: int, fourth: int) -> Judgement:
        pares = max(p0[first], p1[second], p2[third], p3[fourth])
        return (
            3 - (max(g0[first], g1[second], g2[third], g3[fourth]) & 3),
            3 - (max(c0[first], c1[second], c2[third], c3[fourth]) & 3),
            3 - (pares & 3) if pares > 3 else -1,
            3 - (max(j0[first], j1[second], j2[third], j3[fourth]) & 3),
        )

    return judge_deal


def _by_place(keys: Sequence[int]) -> tuple[list[int], list[int], list[int], list[int]]:
    tables = [[key * 4 + (3 - place) for key in keys] for place in range(4)]
    return tables[0], tables[1], tables[2], tables[3]


_ORDERS = {
    seats: tuple(tuple((mano + step) % seats for step in range(seats)) for mano in range(seats))
    for seats in range(2, 7)
}
