"""Who goes on from a group to the bracket, and where the others stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.formats import tables
from tournament.formats.bouts import Bout
from tournament.formats.groups.shape import Shape
from tournament.formats.lines import Standing
from tournament.formats.protocol import NOBODY_LEFT


def table(group: Sequence[Bout], struck: Mapping[int, str]) -> tuple[Standing, ...]:
    """The table of a group, best first. `struck`: pairs that come last, as in `struck_from`."""
    return tables.by_meetings(sorted(tables.lots_of(group)), group, struck)


def struck_from(shape: Shape, bouts: Iterable[Bout], gone: Mapping[int, str]) -> Mapping[int, str]:
    """The pairs of `gone` for which the next of their group go on: those disqualified before the
    bracket began (T6).

    A pair that stands in the bracket when a match there has begun keeps its rank, and loses there.
    So does one that a match of the bracket was already taken from: a bracket that an earlier
    version worked out stands.
    """
    if "disqualification" not in gone.values():
        return NOBODY_LEFT
    later = [bout for bout in bouts if bout.place.round > shape.group_rounds]
    begun = any(bout.is_fact for bout in later)
    stay = in_any(later) if begun else _beaten(later)
    return {p: why for p, why in gone.items() if why == "disqualification" and p not in stay}


def _beaten(bouts: Iterable[Bout]) -> frozenset[int]:
    """The pairs of matches that have ended, without their winners."""
    ended = [bout for bout in bouts if bout.status == "finished"]
    return in_any(ended) - {bout.winning_pair for bout in ended if bout.winning_pair is not None}


def in_any(bouts: Iterable[Bout]) -> frozenset[int]:
    """The pairs of these matches."""
    return frozenset(pair for bout in bouts for pair in bout.pairs if pair is not None)


def has_ended(group: Iterable[Bout]) -> bool:
    """Whether every match of the group has ended."""
    return all(bout.status == "finished" for bout in group)


def below(
    rest: Sequence[Standing], out: Collection[int], known: Collection[int], above: int
) -> list[Standing]:
    """The lines of pairs outside the bracket: still in their groups, or out."""
    found = []
    for place, one in enumerate(rest, start=above + 1):
        if one.pair not in known:
            found.append(replace(one, title="out", place=None))
        elif one.pair in out:
            found.append(replace(one, title="beaten", place=place))
        else:
            found.append(replace(one, title="still_in", place=None))
    return found
