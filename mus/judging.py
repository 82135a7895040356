"""Who is better: the comparison of a whole deal, lance by lance (W1 to W6)."""

from collections.abc import Iterable, Sequence

from .holdings import Holding

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


_ORDERS = {
    seats: tuple(tuple((mano + step) % seats for step in range(seats)) for mano in range(seats))
    for seats in range(2, 7)
}
