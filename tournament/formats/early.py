"""A championship that ends before its last match: what then stands, in every format.

A table decides as it is so far. In a bracket the pairs that nobody has beaten share the title, as
do the two of a final that is not played; where a pair has several lives, those with the most left;
in groups before their bracket, the first of each. Pairs that all criteria leave equal share their
place: nothing is decided by the order of the draw (T9).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby

from tournament.formats.bouts import Bout
from tournament.formats.lines import Standing, Title
from tournament.formats.protocol import NOBODY_LEFT, Format, Resolution
from tournament.formats.settling import moved_up
from tournament.formats.tables import lots_of


@cache
def ended_early(kind: type[Format]) -> type[Format]:
    """The format as it is once the championship was ended before its last match."""

    class EndedEarly(kind):  # type: ignore[valid-type,misc]
        def resolve(
            self, bouts: Sequence[Bout], gone: Mapping[int, str], back: Collection[int] = ()
        ) -> Resolution:
            """Nobody wins a match because the other pair leaves after the end (T8)."""
            before = _gone_before_the_end(bouts, gone)
            resolution: Resolution = super().resolve(bouts, before, back)
            return resolution

        def standings(
            self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
        ) -> tuple[Standing, ...]:
            played = self.so_far(bouts)
            lines = super().standings(pairs, played, gone)
            lines = _with_shared_places(lines, self.order_so_far(played, gone))
            over = [bout for bout in played if bout.status == "finished"]
            return moved_up(lines, over, gone, over=True)

        def champion(
            self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
        ) -> tuple[bool, int | None]:
            lines = self.standings(sorted(lots_of(bouts)), bouts, gone)
            first = [line.pair for line in lines if line.title == "champion"]
            return True, first[0] if len(first) == 1 else None

    return EndedEarly


def _gone_before_the_end(bouts: Sequence[Bout], gone: Mapping[int, str]) -> Mapping[int, str]:
    """Those of `gone` who left while matches were still played: nothing of theirs is open."""
    open_bouts = (bout for bout in bouts if bout.status != "finished")
    later = {pair for bout in open_bouts for pair in bout.pairs}
    return {pair: why for pair, why in gone.items() if pair not in later}


def _with_shared_places(
    lines: Sequence[Standing], order: Mapping[int, int]
) -> tuple[Standing, ...]:
    """The lines, with places for the pairs that are still in: equal ones share. Each bracket is a
    championship of its own."""
    found: list[Standing] = []
    for bracket, of_bracket in groupby(lines, key=lambda line: line.bracket):
        above, own = len(found), list(of_bracket)
        still_in = [(order.get(one.pair, 0), one) for one in own if one.title == "still_in"]
        ranks = sorted(rank for rank, _line in still_in)
        first: Title = "champion" if bracket < 2 else "bracket_champion"
        for rank, line in sorted(still_in, key=lambda ranked: ranked[0]):
            place, shared = above + 1 + ranks.index(rank), ranks.count(rank) > 1
            title: Title = first if rank == ranks[0] else "beaten"
            found.append(replace(line, place=place, shared=shared, title=title))
        found += [one for one in own if one.title != "still_in"]
    return tuple(found)
