"""Many deals judged at once with NumPy (W1 to W6): for odds, statistics and benchmarks.

NumPy is optional: nothing else in `mus` needs it, and it is imported on the first call.
Deals are given as class numbers (`class_index`), so juego real and ten kings, which are told by
suits, have no place here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .holdings import holding_classes, holding_of_strengths

if TYPE_CHECKING:
    from numpy import int8, uint64
    from numpy.typing import ArrayLike, NDArray

# Deals judged in one go: their keys stay in the processor's cache.
_CHUNK = 16_384
# A key's low three bits tell the place, as 4 − place; 5, below every key, says nobody has pares.
_PLACE_BITS = 3
_NOBODY = 5


def judge_deals(
    first: ArrayLike, second: ArrayLike, third: ArrayLike, fourth: ArrayLike, *, kings: int = 8
) -> NDArray[int8]:
    """The winning places of many deals: an array of shape (deals, 4), one column a lance.

    Each argument holds one class number a deal, in the order of play from the mano. Columns are
    grande, chica, pares, juego or punto; values are places from the mano, 0 to 3, and −1 where
    nobody has pares: what `deal_judge` answers for each deal. Raises IndexError for a number that
    is no class, ValueError when the four differ in length.
    """
    import numpy as np

    seats = [np.asarray(numbers) for numbers in (first, second, third, fourth)]
    deals = len(seats[0])
    if any(seat.shape != (deals,) for seat in seats):
        raise ValueError("four arrays of one length are needed, one class number a deal")
    tables = _tables(kings)
    _refuse_unknown(seats, len(tables[0]))
    places = np.empty((deals, 4), dtype=np.int8)
    for start in range(0, deals, _CHUNK):
        stop = min(start + _CHUNK, deals)
        places[start:stop] = _judge_chunk(seats, tables, start, stop)
    return places


def _judge_chunk(
    seats: Sequence[NDArray[Any]], tables: Sequence[NDArray[uint64]], start: int, stop: int
) -> NDArray[Any]:
    """The places of one chunk. A class's four keys are fetched as one word, compared as four."""
    import numpy as np

    best: NDArray[Any] | None = None
    for seat, table in zip(seats, tables, strict=True):
        keys = table.take(seat[start:stop], mode="clip").view(np.uint16)
        best = keys if best is None else np.maximum(best, keys, out=best)
    assert best is not None
    best &= (1 << _PLACE_BITS) - 1
    return 4 - best.view(np.int16).reshape(-1, 4)


def _refuse_unknown(seats: Sequence[NDArray[Any]], classes: int) -> None:
    for seat in seats:
        if len(seat) and (seat.min() < 0 or seat.max() >= classes):
            raise IndexError(f"class numbers run from 0 to {classes - 1}")


@lru_cache(maxsize=2)
def _tables(kings: int) -> tuple[NDArray[uint64], ...]:
    """For each place, every class's keys in the four lances, packed into one 64-bit word."""
    import numpy as np

    holdings = [holding_of_strengths(strengths) for strengths in holding_classes(kings)]
    ranks = [
        _ranked([h.grande for h in holdings]),
        _ranked([h.chica for h in holdings]),
        _ranked([h.pares for h in holdings]),
        # Juego and punto share one scale: any juego is above any punto (E7).
        _ranked([h.juego + 31 if h.juego else h.punto for h in holdings]),
    ]
    tables = []
    for place in range(4):
        keys = np.array(ranks, dtype=np.uint16).T << _PLACE_BITS | (4 - place)
        keys[[not h.pares for h in holdings], 2] = _NOBODY
        tables.append(np.ascontiguousarray(keys, dtype=np.uint16).view(np.uint64).ravel())
    return tuple(tables)


def _ranked(keys: Sequence[int]) -> list[int]:
    """Keys replaced by their place among the different keys, from 1: small enough for 13 bits."""
    places = {key: place for place, key in enumerate(sorted(set(keys)), start=1)}
    return [places[key] for key in keys]
