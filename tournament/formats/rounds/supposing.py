"""The possible results of matches that are played again, as far as later rounds depend on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place


def supposed(
    number: int, bout: Bout, settled: Sequence[Bout], ahead: Counter[int]
) -> Iterator[list[Bout]]:
    """The matches before round `number`, with losses added: once for each way in which the matches
    `ahead` of the bout's pairs may end."""
    both = [pair for pair in bout.pairs if pair is not None]
    for losses in _losses(both, settled, ahead):
        more = (_loss(pair, number) for pair, count in losses for _lost in range(count))
        yield [*settled, *more]


def to_play(bouts: Iterable[Bout]) -> Counter[int]:
    """Pair → its matches that have not ended."""
    unfinished = (bout for bout in bouts if bout.status != "finished")
    return Counter(pair for bout in unfinished for pair in bout.pairs if pair is not None)


def _losses(
    pairs: Sequence[int], bouts: Iterable[Bout], ahead: Counter[int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way in which the matches `ahead` may end: for each pair, how many of them it loses."""
    against = any(bout.status != "finished" and set(pairs) == set(bout.pairs) for bout in bouts)
    if against and all(ahead[pair] == 1 for pair in pairs):
        yield from (((pair, 1),) for pair in pairs)
        return
    for counts in product(*(range(ahead[pair] + 1) for pair in pairs)):
        yield tuple(zip(pairs, counts, strict=True))


def _loss(pair: int, number: int) -> Bout:
    """A lost match before round `number`, in the form in which it would count."""
    return Bout(Place(number, 0), BySide(pair, None), "finished", Side.B, "ruling")


def meet(bout: Bout, pools: Iterable[Collection[int]]) -> bool:
    """Whether the pairs of the match are in one pool. A pair that rests goes on resting."""
    both = {pair for pair in bout.pairs if pair is not None}
    return any(both <= set(pool) for pool in pools)
