"""Preliminary matches (T7): a late pair meets a drawn pair for its place of round 1."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.lots import lot
from tournament.formats.protocol import Format
from tournament.formats.settling import feeder

NOBODY_YET = -1
"""Stands for the late pair while the bracket is worked out with it."""


@dataclass(frozen=True, slots=True)
class Preliminary:
    """A match for a late pair: its `place` in round 0, the drawn `pair` that it meets, and the
    match of round 1 to which the winner goes."""

    place: Place
    pair: int
    to: Place


def preliminary(
    format_: Format, bouts: Collection[Bout], gone: Mapping[int, str], seed: str
) -> Preliminary | None:
    """The preliminary match for the next late pair: against the first, by the lot of the draw, of
    the pairs whose match of round 1 is ready and has not begun. None where there is none such, and
    in formats without preliminary matches (docs/draw.md)."""
    if not format_.has_preliminaries:
        return None
    candidates = [
        Preliminary(feeder(bout.place, side), pair, bout.place)
        for bout in bouts
        if bout.place.round == 1 and bout.status == "ready"
        for side, pair in zip(Side, bout.pairs, strict=True)
        if pair is not None
    ]
    places = {bout.place for bout in bouts}
    free = [
        candidate
        for candidate in candidates
        if candidate.place not in places and _fits(candidate, format_, bouts, gone)
    ]
    return min(free, key=lambda one: lot(seed, f"preliminary:{one.place.slot}"), default=None)


def bout_of(match: Preliminary, late: int) -> Bout:
    """The match, ready to be played against the pair `late`."""
    return Bout(match.place, BySide(match.pair, late), "ready")


def _fits(
    match: Preliminary, format_: Format, bouts: Collection[Bout], gone: Mapping[int, str]
) -> bool:
    """Whether no fact is undone by it."""
    return not format_.resolve([*bouts, bout_of(match, NOBODY_YET)], gone).undone
