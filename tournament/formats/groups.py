"""Groups, in which everybody meets everybody, and then a bracket of the first of each group."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any

from mus.sides import BySide, Side
from tournament.formats import circle, knockout, settling, tables
from tournament.formats.bouts import Bout, Place
from tournament.formats.knockout import LEAST_FOR_THIRD
from tournament.formats.knockout import standings as bracket_standings
from tournament.formats.lines import Standing, Title
from tournament.formats.lots import filled, in_order, must_be_a_field, seats_in_turn, seats_of_seeds
from tournament.formats.protocol import NOBODY_LEFT, Draw, Resolution, Section, Source, Stage
from tournament.formats.sections import by_round
from tournament.formats.setting import GROUP_SIZE, NO_WISHES, QUALIFIERS, Setting, Wishes
from tournament.formats.settling import (
    DISQUALIFIED,
    Arrival,
    Arriving,
    as_drawn,
    champion_of,
    lost,
    moved_up,
    settle_all,
    steady,
    without_place,
)

# The shape of groups and the bracket after them.


Entry = tuple[int, int]
"""Group (from 1) and rank in it (from 1). Group 0: one of the best in all groups, of this rank or,
with rank 0, of any."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A bracket after the groups. `before`: the last round before its own; `seats`: who comes to
    each side of its first round, None for nobody; `bands`: the seats of those who are known when
    all groups have ended, in the order in which they are filled; `third`: its match for third
    place."""

    before: int
    seats: tuple[Entry | None, ...]
    bands: tuple[tuple[int, ...], ...]
    third: bool = False

    @property
    def last(self) -> int:
        return self.before + len(self.seats).bit_length() - 1

    def places(self) -> tuple[Place, ...]:
        whole = settling.places(len(self.seats))
        more = (Place(whole[-1].round, 1),) if self.third else ()
        return tuple(Place(p.round + self.before, p.slot) for p in (*whole, *more))

    def holds(self, place: Place) -> bool:
        return self.before < place.round <= self.last

    def of(self, bouts: Iterable[Bout]) -> list[Bout]:
        """The matches of the bracket."""
        return [bout for bout in bouts if self.holds(bout.place)]

    def entry(self, place: Place, side: Side) -> Entry | None:
        """Who comes to a side of the bracket's first round."""
        return self.seats[seat_of(place, side)]


def seat_of(place: Place, side: Side) -> int:
    """The seat of a side in the bracket's first round."""
    return 2 * place.slot + (side is Side.B)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen about groups: how large they are, how many matches a pair plays there (0:
    against everybody), how many of each go on; how many more of the next rank; how many of all
    groups instead; into how many brackets, rank by rank; whether there is a match for third
    place."""

    group_size: int
    matches: int
    qualifiers: int
    best_next: int = 0
    best_of_all: int = 0
    brackets: int = 1
    third: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """`sizes`: pairs in each group; `group_rounds`: rounds before the bracket; `through`: how many
    of each group go on by their rank there, into any bracket; `by_points`: whether the others are
    ordered by their points before their rank; `open_ranks`: the first ranks of which nobody is out
    before all groups have ended."""

    sizes: tuple[int, ...]
    group_rounds: int
    through: int
    by_points: bool
    open_ranks: int
    trees: tuple[Tree, ...]

    @property
    def rounds(self) -> int:
        return self.trees[-1].last

    def group_places(self) -> list[list[list[Place]]]:
        """For each group and each of its rounds, the places of the matches."""
        slots = [0] * self.group_rounds
        found: list[list[list[Place]]] = []
        for size in self.sizes:
            rounds = []
            for number in range(min(circle.count(size), self.group_rounds)):
                first, slots[number] = slots[number], slots[number] + size // 2
                rounds.append([Place(number + 1, slot) for slot in range(first, slots[number])])
            found.append(rounds)
        return found

    def groups(self, bouts: Iterable[Bout]) -> list[list[Bout]]:
        """The matches of each group."""
        at = {bout.place: bout for bout in bouts}
        return [
            [at[place] for one in rounds for place in one if place in at]
            for rounds in self.group_places()
        ]

    def tree(self, place: Place) -> Tree:
        """The bracket of a place after the groups."""
        return next(tree for tree in self.trees if tree.holds(place))


@lru_cache(maxsize=64)
def shape_of(pairs: int, chosen: Chosen) -> Shape:
    """The groups and what follows them. Raises ValueError under two pairs."""
    if pairs < 2:
        raise ValueError("a draw needs two pairs")
    sizes = _sizes(pairs, chosen.group_size, chosen.matches)
    count, everybody = len(sizes), chosen.best_of_all
    everyone = circle.count(max(sizes))
    rounds = min(everyone, chosen.matches or everyone)
    through = 0 if everybody else min(max(chosen.qualifiers, 1 + (count == 1)), min(sizes))
    more = min(max(everybody, 2) if everybody else chosen.best_next, pairs - through * count)
    trees = _trees(sizes, rounds, through, more, chosen)
    if not more:
        return Shape(sizes, rounds, through * len(trees), False, 0, trees)
    all_wait = everybody or len(trees) > 1
    open_ranks = max(sizes) if all_wait else through - (-more // count)
    return Shape(sizes, rounds, through, bool(everybody), open_ranks, trees)


def _trees(
    sizes: Sequence[int], rounds: int, through: int, more: int, chosen: Chosen
) -> tuple[Tree, ...]:
    """The brackets, as far as there are pairs for them: the first with `through` of each group and
    `more` others; each of the rest with the next ranks, or with as many of the next best."""
    groups, count = range(1, len(sizes) + 1), len(sizes)
    left = sum(sizes) - through * count
    trees: list[Tree] = []
    for number in range(chosen.brackets):
        is_first = not trees
        first = through * number if is_first or not more else max(sizes)
        bands = [
            [(group, rank) for group in _order(groups, rank) if rank <= sizes[group - 1]]
            for rank in range(first + 1, first + through + 1)
        ]
        listed = more if is_first or not more else min(through * count + more, left)
        whole = sum(map(len, bands)) + listed
        if whole < 2:
            break
        rank = through + 1 if is_first and through and more <= count else 0
        seats = _seats([band for band in bands if band], listed, rank)
        third = chosen.third and is_first and whole >= LEAST_FOR_THIRD
        trees.append(Tree(rounds if is_first else trees[-1].last, *seats, third))
        left -= listed
    return tuple(trees)


def _sizes(pairs: int, group_size: int, matches: int) -> tuple[int, ...]:
    """Groups as even as they can be, the larger ones first. With a number of `matches` each group
    has more pairs than that and, so that nobody rests in it, an even number of them; one group is
    odd where the number of pairs is."""
    count = max(1, pairs // group_size if pairs % group_size < 2 else -(-pairs // group_size))
    count = min(count, max(1, pairs // 2))
    if not matches:
        return tuple(pairs // count + (group < pairs % count) for group in range(count))
    while count > 1 and 2 * (pairs // 2 // count) <= matches:
        count -= 1
    twos, more = divmod(pairs // 2, count)
    odd = more if pairs % 2 else count
    return tuple(2 * twos + 2 * (group < more) + (group == odd) for group in range(count))


def _seats(
    bands: Sequence[Sequence[Entry]], more: int, rank: int
) -> tuple[tuple[Entry | None, ...], tuple[tuple[int, ...], ...]]:
    """The winners of the groups get the seats of the first seeds, the seconds the next, and so on;
    then `more` others. Within the seats of its rank, each pair sits as far as possible from others
    of its group."""
    where = seats_of_seeds(settling.size(sum(map(len, bands)) + more))
    seats: list[Entry | None] = [None] * len(where)
    groups = [0] * len(where)
    for band in bands:
        open_seats, where = where[: len(band)], where[len(band) :]
        for entry in band:
            seats[take_farthest(open_seats, entry[0], groups)] = entry
    others = where[:more]
    for seat in others:
        seats[seat] = (0, rank)
    listed = [others] if bands else _bands(others)
    return tuple(seats), tuple(tuple(band) for band in listed if band)


def _bands(seats: Sequence[int]) -> list[Sequence[int]]:
    """The seats of the first seed, the second, the next two, the next four, and so on."""
    ends = [0, *(1 << power for power in range(len(seats).bit_length() + 1))]
    return [seats[first:end] for first, end in pairwise(ends)]


def _order(groups: Iterable[int], rank: int) -> list[int]:
    return sorted(groups, reverse=rank % 2 == 0)


def take_farthest(open_seats: list[int], group: int, groups: list[int]) -> int:
    """Takes the open seat from which a pair of `group` would meet another of its group latest.
    `groups`: the group of each seat, 0 where none is known."""
    seat = max(open_seats, key=lambda one: (_distance(one, group, groups), -one))
    open_seats.remove(seat)
    groups[seat] = group
    return seat


def _distance(seat: int, group: int, groups: Sequence[int]) -> int:
    """The bracket's round in which a pair of `group` on this seat would first meet another of its
    group."""
    others = [at for at, one in enumerate(groups) if one == group]
    return min(((seat ^ other).bit_length() for other in others), default=99)


# Who goes on from a group to the bracket, and where the others stand.


def table(group: Sequence[Bout], struck: Mapping[int, str]) -> tuple[Standing, ...]:
    """The table of a group, best first. `struck`: pairs that come last, as in `struck_from`."""
    return tables.by_meetings(sorted(tables.lots_of(group)), group, struck)


def listed(
    shape: Shape,
    lines: Sequence[Sequence[Standing]],
    groups: Sequence[Sequence[Bout]],
    struck: Collection[int],
) -> list[tuple[int, int]]:
    """(group, pair) of those who have no seat by their rank, best first: by rank in the group and
    points, or by points and rank; then by the difference of games, games won, and the lot. Points
    and games are counted per match, as groups may be unequal. Nobody of `struck`."""
    played = [bout for group in groups for bout in group]
    share, lots = tables.shares(played), tables.lots_of(played)

    def key(one: tuple[int, int, Standing]) -> tuple[int, ...]:
        _group, rank, line = one
        points = -(line.points or 0) * share[line.pair]
        first = (points, rank) if shape.by_points else (rank, points)
        games = (-line.games_difference * share[line.pair], -line.games_won * share[line.pair])
        return (*first, *games, lots[line.pair])

    others = [
        (number, rank, line)
        for number, one in enumerate(lines, start=1)
        for rank, line in enumerate(one, start=1)
        if rank > shape.through and line.pair not in struck
    ]
    return [(number, line.pair) for number, _rank, line in sorted(others, key=key)]


def seated(
    shape: Shape,
    groups: Sequence[Sequence[Bout]],
    struck: Mapping[int, str],
) -> dict[Tree, list[int | None]]:
    """The pair on each seat of each bracket, None where nobody is known yet, or nobody comes."""
    lines = [table(group, struck) for group in groups]
    ended = [has_ended(group) for group in groups]
    found: dict[Tree, list[int | None]] = {}
    rest = iter(listed(shape, lines, groups, struck) if all(ended) and shape.open_ranks else ())
    for tree in shape.trees:
        entries = [entry or (0, 0) for entry in tree.seats]
        at = [group for group, _rank in entries]
        found[tree] = seats = [
            lines[group - 1][rank - 1].pair if group and ended[group - 1] else None
            for group, rank in entries
        ]
        for band in tree.bands:
            free = list(band)
            for group, pair in islice(rest, len(band)):
                seats[take_farthest(free, group, at)] = pair
    return found


def struck_from(shape: Shape, bouts: Iterable[Bout], gone: Mapping[int, str]) -> Mapping[int, str]:
    """The pairs of `gone` for which the next of their group go on: those disqualified before the
    bracket began (T6).

    A pair that stands in the bracket when a match there has begun keeps its rank, and loses there;
    so does one that has already lost there. One that stands there as the last of a group that goes
    on whole stays the last.
    """
    struck = {pair: why for pair, why in gone.items() if why in DISQUALIFIED}
    known = list(bouts)
    later = [bout for bout in known if bout.place.round > shape.group_rounds]
    begun = any(bout.is_fact for bout in later)
    in_bracket = in_any(later) if begun else _beaten(later)
    if in_bracket.isdisjoint(struck):
        return struck
    groups = shape.groups(known)
    seats = [
        (entry, pair)
        for tree in shape.trees
        for bout in tree.of(later)
        if bout.place.round == tree.before + 1
        for side, pair in zip(Side, bout.pairs, strict=True)
        if (entry := tree.entry(bout.place, side)) and entry[0]
    ]
    while True:
        lines = [table(group, struck) for group in groups]
        last = {pair for (group, rank), pair in seats if lines[group - 1][rank - 1].pair == pair}
        keep = in_bracket & struck.keys() - last
        if not keep:
            return struck
        struck = {pair: why for pair, why in struck.items() if pair not in keep}


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
            return knockout.arriving(tree.last, bout, settled)
        if not seats:
            groups = shape.groups(settled.values())
            all_have_ended = all(map(has_ended, groups))
            seats.update(seated(shape, groups, struck))
        pairs = BySide(*(seats[tree][seat_of(place, side)] for side in Side))
        nobody = pairs.map(lambda pair: pair is None)
        if not all_have_ended:
            nobody = BySide(*(tree.entry(place, side) is None for side in Side))
        return Arrival(pairs, nobody, rests=not all(nobody))

    return of


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


def one_after_the_other(parts: Iterable[Sequence[Standing]]) -> tuple[Standing, ...]:
    """The lines of several brackets, and of those outside them, as one table; pairs without a place
    come last, and move up nobody of a later part (T8)."""
    found: list[Standing] = []
    last: list[Standing] = []
    for part in parts:
        stay = [line for line in part if line.title != "disqualified"]
        above = len(found) + len(last)
        last += [line for line in part if line.title == "disqualified"]
        found += [
            replace(
                line,
                place=line.place and line.place + above,
                title=OF_A_BRACKET.get(line.title, line.title) if line.bracket > 1 else line.title,
            )
            for line in stay
        ]
    return (*found, *last)


OF_A_BRACKET: Mapping[Title, Title] = {
    "champion": "bracket_champion",
    "runner_up": "bracket_runner_up",
    "semi_finalist": "beaten",
}
"""Titles in the first bracket → those in the others."""
EVERYBODY, SOME_MATCHES = "mus-groups/1", "mus-groups/2"


class Groups:
    """The first rounds belong to the groups, the last rounds to the bracket."""

    key = "groups"
    options = (
        "group_size", "group_matches", "qualifiers", "best_next", "best_of_all", "brackets",
        "third_place", "clubs_apart", "seeds",
    )  # fmt: skip
    tie_break = ("points", "among_level", "games_difference", "games_won", "lot")
    is_league = False
    by_rounds = False
    takes_late_pairs = False
    has_preliminaries = False

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @property
    def draw_algorithm(self) -> str:
        return SOME_MATCHES if self.setting.number("group_matches", 0) else EVERYBODY

    def shape(self, pairs: int) -> Shape:
        number, says = self.setting.number, self.setting.says
        chosen = Chosen(
            number("group_size", GROUP_SIZE),
            number("group_matches", 0),
            number("qualifiers", QUALIFIERS),
            number("best_next", 0),
            number("best_of_all", 0),
            number("brackets", 1),
            says("third_place"),
        )
        return shape_of(pairs, chosen)

    def places(self, pairs: int) -> tuple[Place, ...]:
        shape = self.shape(pairs)
        groups = sorted(p for rounds in shape.group_places() for one in rounds for p in one)
        return (*groups, *(place for tree in shape.trees for place in tree.places()))

    def rounds(self, pairs: int) -> int:
        return self.shape(pairs).rounds

    def byes(self, pairs: int) -> int:
        self.shape(pairs)
        return 0

    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        """The groups, with the seeds spread over them in turn, and the matches in each by the
        circle."""
        must_be_a_field(numbers)
        shape = self.shape(len(numbers))
        groups = filled(in_order(numbers, seed), shape.sizes, seats_in_turn(shape.sizes), wishes)
        at = {
            place: match
            for group, rounds in zip(groups, shape.group_places(), strict=True)
            for places, matches in zip(rounds, circle.rounds_of(group), strict=False)
            for place, match in zip(places, matches, strict=True)
        }
        matches = tuple(at[place] for place in sorted(at))
        return Draw(seed, tuple(sorted(numbers)), matches, self.draw_algorithm)

    def stage(self, number: int, of_rounds: int) -> Stage:
        shape = self._shape()
        if shape is None or number <= shape.group_rounds:
            return "round"
        return settling.stage_by_pairs(number, min(of_rounds, shape.tree(Place(number, 0)).last))

    def bracket(self, number: int) -> int:
        shape = self._shape()
        if shape is None or len(shape.trees) == 1 or number <= shape.group_rounds:
            return 0
        return shape.trees.index(shape.tree(Place(number, 0))) + 1

    def feeder(self, place: Place, side: Side) -> Source | None:
        shape = self._shape()
        if shape is None or place.round <= shape.group_rounds:
            return None
        tree = shape.tree(place)
        if place.round > tree.before + 1:
            return knockout.source(place, side, tree.last)
        entry = tree.entry(place, side)
        if entry is None:
            return None
        return Source(place, group=entry[0], rank=entry[1], is_best=not entry[0])

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        shape = self._shape_of(bouts)
        found = [
            Section("group", number, by_round(p for one in rounds for p in one))
            for number, rounds in enumerate(shape.group_places(), start=1)
        ]
        for number, tree in enumerate(shape.trees, start=1):
            places = tree.places()
            third = [places[-1]] if tree.third else []
            main = by_round(place for place in places if place not in third)
            found.append(Section("bracket", number if len(shape.trees) > 1 else 0, main))
            if third:
                found.append(Section("third_place", 0, by_round(third)))
        return tuple(found)

    def resolve(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        return steady(self._resolve_once, bouts, gone, back)

    def _resolve_once(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], back: Collection[int]
    ) -> Resolution:
        given = list(bouts)
        if not given:
            return Resolution((), (), ())
        shape = self._shape_of(given)
        begun = any(bout.is_fact and bout.place.round > shape.group_rounds for bout in given)
        closed = shape.group_rounds if begun else 0
        struck = struck_from(shape, given, gone)
        in_groups = not all(map(has_ended, shape.groups(given)))
        return settle_all(
            given,
            gone,
            back,
            arriving=arriving(shape, struck),
            closed=closed,
            open_to=shape.group_rounds if in_groups else 0,
        )

    def out(self, bouts: Iterable[Bout]) -> frozenset[int]:
        """Pairs that did not qualify from their group, and pairs that lost in the bracket."""
        known = list(bouts)
        shape = self._shape_of(known)
        later = [bout for bout in known if bout.place.round > shape.group_rounds]
        reached = in_any(later)
        failed: set[int] = set()
        groups = shape.groups(known)
        open_ranks = 0 if all(map(has_ended, groups)) else shape.open_ranks
        for group, lines in zip(groups, self.tables(known), strict=True):
            if has_ended(group):
                all_of_it = {line.pair for line in lines}
                first = {line.pair for line in lines[: shape.through]}
                may_go_on = {line.pair for line in lines[:open_ranks]}
                failed |= all_of_it - (reached & all_of_it or first) - may_go_on
        return frozenset(failed) | lost(later).keys()

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        """Pairs that qualified, in the bracket's order; then the others by rank in their group,
        points and games, or in the order in which the best of them go on."""
        shape = self._shape_of(bouts)
        groups = self.tables(bouts, gone)
        ranks = {line.pair: rank for lines in groups for rank, line in enumerate(lines, start=1)}
        lines = {line.pair: line for one in groups for line in one}
        out = self.out(bouts)
        later = [bout for bout in bouts if bout.place.round > shape.group_rounds]
        reached = in_any(later)
        whole = {one.pair: one for one in tables.ranked(pairs, bouts, lambda _one: ())}
        top = [self._in_bracket(shape, tree, pairs, later, whole) for tree in shape.trees]
        order: dict[int, int] = {}
        if shape.open_ranks:
            struck = struck_from(shape, bouts, gone)
            best_first = listed(shape, groups, shape.groups(bouts), struck)
            order = {pair: at for at, (_group, pair) in enumerate(best_first)}
        rest = sorted(
            (whole[pair] for pair in pairs if pair not in reached),
            key=lambda one: (
                one.pair not in ranks,
                one.pair in out,
                order.get(one.pair, len(order)),
                ranks.get(one.pair, 0),
                -(one.points or 0),
                -one.games_difference,
                -one.games_won,
                one.pair,
            ),
        )
        if len(top) == 1:
            found = (*top[0], *below(rest, out, lines, len(top[0])))
            return moved_up(found, bouts, gone, over=self._over(shape, bouts)[0])
        # Each bracket is a championship of its own (T8): nobody moves up into the one before it.
        over = all(map(has_ended, shape.groups(bouts)))
        parts = [
            moved_up(one, bouts, gone, over=over and knockout.champion(tree.of(later))[0])
            for tree, one in zip(shape.trees, top, strict=True)
        ]
        outside = [
            replace(line, points=None, round=shape.group_rounds)
            for line in below(rest, out, lines, 0)
        ]
        return one_after_the_other([*parts, moved_up(outside, bouts, gone, over=False)])

    def _in_bracket(
        self,
        shape: Shape,
        tree: Tree,
        pairs: Sequence[int],
        bouts: Sequence[Bout],
        whole: Mapping[int, Standing],
    ) -> list[Standing]:
        """The lines of a bracket, with all that its pairs have played."""
        those = tree.of(bouts)
        reached = in_any(those)
        more: dict[str, Any] = {}
        if len(shape.trees) > 1:
            more = {"points": None, "bracket": shape.trees.index(tree) + 1}
        return [
            replace(
                whole[one.pair],
                title=one.title,
                place=one.place,
                shared=one.shared,
                round=one.round,
                **more,
            )
            for one in bracket_standings([p for p in pairs if p in reached], those)
        ]

    def tables(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[tuple[Standing, ...], ...]:
        shape = self._shape_of(bouts)
        struck = struck_from(shape, bouts, gone)
        return tuple(table(group, struck) for group in shape.groups(bouts))

    def champion(
        self, bouts: Iterable[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        known = list(bouts)
        shape = self._shape_of(known)
        over, best = self._over(shape, known)
        if best in without_place(known, gone):
            best = champion_of(self.standings(sorted(tables.lots_of(known)), known, gone))
        return over, best

    def _over(self, shape: Shape, bouts: Sequence[Bout]) -> tuple[bool, int | None]:
        ends = [knockout.champion(tree.of(bouts)) for tree in shape.trees]
        over = all(over for over, _best in ends) and all(map(has_ended, shape.groups(bouts)))
        return over, ends[0][1] if over else None

    def _shape(self) -> Shape | None:
        return self.shape(self.setting.pairs) if self.setting.pairs else None

    def _shape_of(self, bouts: Sequence[Bout]) -> Shape:
        """The shape for the number of pairs drawn; before that is stored, for the pairs in the
        matches."""
        return self.shape(self.setting.pairs or max(2, len(tables.lots_of(bouts))))
