"""Who meets next in a knockout, who is out, who has won. `formats.settling` separates facts from
what follows; this file says which match leads to which.

The match for third place, when there is one, is the second match of the last round. The losers of
the semi-finals play it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.bracket import feeder
from tournament.formats.protocol import Resolution, Source
from tournament.formats.settling import Arrival, settle_all


def source(place: Place, side: Side, last: int) -> Source:
    """Where the pair on a side of a match after round 1 comes from, in a bracket whose last round
    is `last`."""
    if is_for_third(place, last):
        return Source(Place(place.round - 1, int(side is Side.B)), loser=True)
    return Source(feeder(place, side))


def is_for_third(place: Place, last: int) -> bool:
    """Whether `place` is the match for third place, the second of the last round."""
    return place.round == last > 1 and place.slot == 1


def resolve(
    bouts: Iterable[Bout], gone: Mapping[int, str], back: Collection[int] = ()
) -> Resolution:
    """Works out every match that is not a fact (`settling.settle_all`)."""
    given = list(bouts)
    last = max((bout.place.round for bout in given), default=0)
    return settle_all(given, partial(arriving, last), gone, back)


def arriving(last: int, bout: Bout, settled: Mapping[Place, Bout]) -> Arrival:
    """Who comes to a match of a bracket whose last round is `last`; round 1 stands as drawn."""
    place = bout.place
    if place.round == 1:
        empty = bout.pairs.map(lambda pair: pair is None)
        return Arrival(bout.pairs, empty, rests=True)
    a, b = (source(place, side, last) for side in Side)
    return Arrival(
        BySide(_comes(a, settled), _comes(b, settled)),
        BySide(_nobody(a, settled), _nobody(b, settled)),
    )


def champion(bouts: Iterable[Bout]) -> tuple[bool, int | None]:
    """Whether every last match has ended, and the pair that won the final."""
    known = list(bouts)
    last = max(bout.place.round for bout in known)
    ending = {bout.place.slot: bout for bout in known if bout.place.round == last}
    over = all(bout.status == "finished" for bout in ending.values())
    return over, ending[0].winning_pair if over else None


def beaten(bouts: Iterable[Bout]) -> frozenset[int]:
    """Pairs that lost a match and so can no longer win the championship (T3)."""
    return frozenset(
        bout.losing_pair
        for bout in bouts
        if bout.status == "finished" and bout.losing_pair is not None
    )


def _comes(one: Source, settled: Mapping[Place, Bout]) -> int | None:
    before = settled[one.place]
    return before.losing_pair if one.loser else before.winning_pair


def _nobody(one: Source, settled: Mapping[Place, Bout]) -> bool:
    return settled[one.place].status == "finished" and _comes(one, settled) is None
