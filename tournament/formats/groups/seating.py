"""Who goes on from a group to the brackets, and where the others stand."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from mus.sides import BySide, Side
from tournament.formats import knockout, tables
from tournament.formats.bouts import Bout, Place
from tournament.formats.groups.shape import Shape, Tree, in_any, seat_of
from tournament.formats.lines import Standing
from tournament.formats.protocol import Tie
from tournament.formats.seats import take_farthest
from tournament.formats.settling import DISQUALIFIED, Arrival, Arriving, as_drawn, left


def table(shape: Shape, group: Sequence[Bout], struck: Mapping[int, str]) -> tuple[Standing, ...]:
    """The table of a group, best first. `struck`: pairs that come last, as in `struck_from`."""
    rules = tables.Rules(shape.points, shape.order, per_match=True, decided=shape.decided)
    return tables.ranked(sorted(tables.lots_of(group)), group, struck, rules)


def listed(
    shape: Shape,
    lines: Sequence[Sequence[Standing]],
    groups: Sequence[Sequence[Bout]],
    struck: Collection[int],
) -> list[tuple[int, int]]:
    """(group, pair) of those who have no seat by their rank, best first: by rank in the group and
    points, or by points and rank; then by the difference of games, games won, and the lot. Points
    and games are counted per match, as groups may be unequal. As in a group, pairs that have left
    it come after all others. Nobody of `struck`."""
    order = _compared(shape, lines, groups, struck)
    lots = tables.lots_of(bout for group in groups for bout in group)
    found: list[tuple[int, int]] = []
    for tied in order:
        decision = shape.decided.of([pair for _group, pair in tied])
        place = lots.__getitem__ if decision is None else decision.pairs.index
        found += sorted(tied, key=lambda one: place(one[1]))
    return found


def _compared(
    shape: Shape,
    lines: Sequence[Sequence[Standing]],
    groups: Sequence[Sequence[Bout]],
    struck: Collection[int],
) -> list[list[tuple[int, int]]]:
    """As `listed`, with those that no criterion parts together."""
    played = [bout for group in groups for bout in group]
    share, away = tables.shares(played), left(played)
    equal: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for number, one in enumerate(lines, start=1):
        for rank, line in enumerate(one, start=1):
            if rank <= shape.through or line.pair in struck:
                continue
            points = -(line.points or 0) * share[line.pair]
            first = (points, rank) if shape.by_points else (rank, points)
            games = (-line.games_difference * share[line.pair], -line.games_won * share[line.pair])
            key = (line.pair in away, *first, *games)
            equal.setdefault(key, []).append((number, line.pair))
    return [equal[key] for key in sorted(equal)]


def ties_of(
    shape: Shape, groups: Sequence[Sequence[Bout]], struck: Mapping[int, str]
) -> tuple[Tie, ...]:
    """The ties of groups that have ended by which somebody comes to a bracket, or to a seat there,
    and on which nobody has decided: first those in a group; where there are none, those of the best
    over all groups (T9)."""
    if shape.decided.ties is None:
        return ()
    lines = [table(shape, group, struck) for group in groups]
    found = [
        Tie(pairs, place, number, decides=True)
        for number, (group, one) in enumerate(zip(groups, lines, strict=True), start=1)
        if has_ended(group)
        for place, pairs in tables.open_ties(one, shape.decided)
        if place <= shape.ranks_that_go_on
    ]
    if found or not shape.open_ranks or not all(map(has_ended, groups)):
        return tuple(found)
    at, away = 0, left(bout for group in groups for bout in group)
    for tied in _compared(shape, lines, groups, struck):
        pairs = tuple(pair for _group, pair in tied)
        is_open = len(pairs) > 1 and shape.decided.of(pairs) is None
        if is_open and at < shape.listed and away.isdisjoint(pairs):
            found.append(Tie(pairs, at + 1, decides=True))
        at += len(pairs)
    return tuple(found)


def seated(
    shape: Shape,
    groups: Sequence[Sequence[Bout]],
    struck: Mapping[int, str],
) -> dict[Tree, list[int | None]]:
    """The pair on each seat of each bracket, None where nobody is known yet, or nobody comes."""
    lines = [table(shape, group, struck) for group in groups]
    ended = [has_ended(group) for group in groups]
    ties = ties_of(shape, groups, struck)
    tied = {pair for tie in ties for pair in tie.pairs}
    by_tree: dict[Tree, list[int | None]] = {}
    are_known = all(ended) and shape.open_ranks and not ties
    rest = iter(listed(shape, lines, groups, struck) if are_known else ())
    for tree in shape.trees:
        entries = [entry or (0, 0) for entry in tree.seats]
        at = [group for group, _rank in entries]
        by_tree[tree] = seats = [
            lines[group - 1][rank - 1].pair if group and ended[group - 1] else None
            for group, rank in entries
        ]
        seats[:] = [None if pair in tied else pair for pair in seats]
        for band in tree.bands:
            free = list(band)
            for group, pair in islice(rest, len(band)):
                seats[take_farthest(free, group, at)] = pair
    return by_tree


def struck_from(shape: Shape, bouts: Iterable[Bout], gone: Mapping[int, str]) -> Mapping[int, str]:
    """The pairs of `gone` for which the next of their group go on: those disqualified before the
    bracket began (T6).

    A pair that stands in the bracket when a match there has begun keeps its rank, and loses there;
    so does one that has already lost there. One that stands there as the last of a group that goes
    on whole stays the last.
    """
    struck = {pair: why for pair, why in gone.items() if why in DISQUALIFIED}
    all_bouts = list(bouts)
    later = [bout for bout in all_bouts if bout.place.round > shape.group_rounds]
    begun = any(bout.is_fact for bout in later)
    in_bracket = in_any(later) if begun else _beaten(later)
    if in_bracket.isdisjoint(struck):
        return struck
    groups = shape.groups(all_bouts)
    seats = [
        (entry, pair)
        for tree in shape.trees
        for bout in tree.of(later)
        if bout.place.round == tree.before + 1
        for side, pair in zip(Side, bout.pairs, strict=True)
        if (entry := tree.entry(bout.place, side)) and entry[0]
    ]
    while True:
        lines = [table(shape, group, struck) for group in groups]
        last = {pair for (group, rank), pair in seats if lines[group - 1][rank - 1].pair == pair}
        keep = in_bracket & struck.keys() - last
        if not keep:
            return struck
        struck = {pair: why for pair, why in struck.items() if pair not in keep}


def _beaten(bouts: Iterable[Bout]) -> frozenset[int]:
    """The pairs of matches that have ended, without their winners."""
    ended = [bout for bout in bouts if bout.status == "finished"]
    return in_any(ended) - {bout.winning_pair for bout in ended if bout.winning_pair is not None}


def has_ended(group: Iterable[Bout]) -> bool:
    """Whether every match of the group has ended."""
    return all(bout.status == "finished" for bout in group)


def are_settled(shape: Shape, groups: Sequence[Sequence[Bout]], struck: Mapping[int, str]) -> bool:
    """Whether every match of the groups has ended, and it is known who goes on."""
    return all(map(has_ended, groups)) and not ties_of(shape, groups, struck)


def arriving(shape: Shape, struck: Mapping[int, str]) -> Arriving:
    """Who comes to each match, for matches that are settled in order."""
    seats: dict[Tree, list[int | None]] = {}
    all_have_ended = False

    def of(bout: Bout, settled: Mapping[Place, Bout]) -> Arrival:
        nonlocal all_have_ended
        place = bout.place
        if place.round <= shape.group_rounds:
            return as_drawn(bout, settled)
        tree = shape.tree(place)
        if place.round > tree.before + 1:
            return knockout.arriving(knockout.plain_course(tree.last), bout, settled)
        if not seats:
            groups = shape.groups(settled.values())
            all_have_ended = are_settled(shape, groups, struck)
            seats.update(seated(shape, groups, struck))
        pairs = BySide(*(seats[tree][seat_of(place, side)] for side in Side))
        nobody = pairs.map(lambda pair: pair is None)
        if not all_have_ended:
            nobody = BySide(*(tree.entry(place, side) is None for side in Side))
        return Arrival(pairs, nobody, rests=not all(nobody))

    return of


def below(
    rest: Sequence[Standing], out: Collection[int], in_groups: Collection[int], above: int
) -> list[Standing]:
    """The lines of pairs outside the bracket: still in their groups, or out."""
    lines = []
    for place, line in enumerate(rest, start=above + 1):
        if line.pair not in in_groups:
            lines.append(replace(line, title="out", place=None))
        elif line.pair in out:
            lines.append(replace(line, title="beaten", place=place))
        else:
            lines.append(replace(line, title="still_in", place=None))
    return lines
