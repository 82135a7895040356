"""How good four cards feel in each lance: the share of all holdings that they beat or equal."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import NamedTuple

from ..holdings import holding_classes, holding_of_strengths
from ..lances import Lance


class Feeling(NamedTuple):
    """For each lance, the share of holdings that are no better, from 0 to 1."""

    grande: float
    chica: float
    pares: float
    juego: float
    punto: float

    def of(self, lance: Lance, *, punto: bool) -> float:
        """The feeling for a lance; `punto` when nobody declared juego (E7)."""
        if lance is Lance.JUEGO:
            return self.punto if punto else self.juego
        return float(getattr(self, lance))


@lru_cache(maxsize=2)
def feelings(kings: int) -> Mapping[tuple[int, ...], Feeling]:
    """The feeling of each holding class by its strengths, for eight or four kings."""
    classes = {s: holding_of_strengths(s) for s in holding_classes(kings)}
    weights = {s: multiplicity(s, kings) for s in classes}
    total = sum(weights.values())
    tables = [
        _shares({s: int(getattr(h, name)) for s, h in classes.items()}, weights, total)
        for name in Feeling._fields
    ]
    return {s: Feeling(*(table[s] for table in tables)) for s in classes}


@lru_cache(maxsize=16)
def share_without(lance: Lance, kings: int, *, punto: bool) -> float:
    """The share of holdings that take no part: without pares, without juego, for punto with it."""
    table = feelings(kings).values()
    if lance in (Lance.GRANDE, Lance.CHICA):
        return 0.0
    return min(feeling.of(lance, punto=punto) for feeling in table)


def multiplicity(strengths: tuple[int, ...], kings: int) -> int:
    """How many of the 91,390 sets of four cards have these strengths."""
    product = 1
    for place, count in Counter(strengths).items():
        product *= comb(8 if kings == 8 and place in (1, 10) else 4, count)
    return product


def _shares(
    keys: Mapping[tuple[int, ...], int], weights: Mapping[tuple[int, ...], int], total: int
) -> dict[tuple[int, ...], float]:
    by_key: Counter[int] = Counter()
    for strengths, key in keys.items():
        by_key[key] += weights[strengths]
    share, seen = {}, 0
    for key in sorted(by_key):
        seen += by_key[key]
        share[key] = seen / total
    return {strengths: share[key] for strengths, key in keys.items()}
