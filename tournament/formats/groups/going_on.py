"""Who goes on from a group to the bracket, and where the others stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from mus.sides import Side
from tournament.formats import tables
from tournament.formats.bouts import Bout
from tournament.formats.groups.shape import Shape
from tournament.formats.lines import Standing
from tournament.formats.settling import DISQUALIFIED


def table(group: Sequence[Bout], struck: Mapping[int, str]) -> tuple[Standing, ...]:
    """The table of a group, best first. `struck`: pairs that come last, as in `struck_from`."""
    return tables.by_meetings(sorted(tables.lots_of(group)), group, struck)


def struck_from(shape: Shape, bouts: Iterable[Bout], gone: Mapping[int, str]) -> Mapping[int, str]:
    """The pairs of `gone` for which the next of their group go on: those disqualified before the
    bracket began (T6).

    A pair that stands in the bracket by its rank when a match there has begun keeps it, and loses
    there; so does one that has already lost there. One that stands there as the last of a group
    that goes on whole stays the last.
    """
    struck = {pair: why for pair, why in gone.items() if why in DISQUALIFIED}
    known = list(bouts)
    later = [bout for bout in known if bout.place.round > shape.group_rounds]
    begun = any(bout.is_fact for bout in later)
    in_bracket = in_any(later) if begun else _beaten(later)
    if in_bracket.isdisjoint(struck):
        return struck
    at = {bout.place: bout for bout in known}
    seats = {
        bout.pairs[side]: shape.entry(bout.place, side)
        for bout in later
        if bout.place.round == shape.group_rounds + 1
        for side in Side
    }
    for number, rounds in enumerate(shape.group_places(), start=1):
        group = [at[place] for one in rounds for place in one if place in at]
        for rank, line in enumerate(table(group, struck), start=1):
            if line.pair in in_bracket and seats.get(line.pair) != (number, rank):
                struck.pop(line.pair, None)
    return struck


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
