"""The shape of groups and of the brackets after them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mus.sides import Side
from tournament.formats import circle, settling
from tournament.formats.bouts import Bout, Place
from tournament.formats.knockout import LEAST_FOR_THIRD
from tournament.formats.lots import must_be_two
from tournament.formats.seats import Entry, seats_of
from tournament.formats.setting import NOTHING_DECIDED, SOMEBODY_WINS, Decisions, Points
from tournament.formats.settling import BY_LEAVING
from tournament.formats.tables import BY_MEETINGS


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


def in_any(bouts: Iterable[Bout]) -> frozenset[int]:
    """The pairs of these matches."""
    return frozenset(pair for bout in bouts for pair in bout.pairs if pair is not None)


def _left_by_b(bout: Bout) -> bool:
    """Whether pair B left before the match began."""
    return not bout.begun and bout.ended_by in BY_LEAVING and bout.winner is not Side.B


def seat_of(place: Place, side: Side) -> int:
    """The seat of a side in the bracket's first round."""
    return 2 * place.slot + (side is Side.B)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen about groups: how large they are, how many matches a pair plays there (0:
    against everybody), how many of each go on; how many more of the next rank; how many of all
    groups instead; into how many brackets, rank by rank; whether there is a match for third
    place in the first, and in all of them; what a match brings; what a table is ordered by."""

    group_size: int
    matches: int
    qualifiers: int
    best_next: int = 0
    best_of_all: int = 0
    brackets: int = 1
    third: bool = False
    thirds: bool = False
    points: Points = SOMEBODY_WINS
    order: tuple[str, ...] = BY_MEETINGS


@dataclass(frozen=True, slots=True)
class Shape:
    """`sizes`: pairs in each group; `group_rounds`: rounds before the bracket; `through`: how many
    of each group go on by their rank there, into any bracket; `by_points`: whether the others are
    ordered by their points before their rank; `open_ranks`: the first ranks of which nobody is out
    before all groups have ended; `points`: what a match brings; `order`: what a table is ordered
    by; `decided`: what officials have decided."""

    sizes: tuple[int, ...]
    group_rounds: int
    through: int
    by_points: bool
    open_ranks: int
    trees: tuple[Tree, ...]
    points: Points
    order: tuple[str, ...]
    decided: Decisions = NOTHING_DECIDED

    @property
    def listed(self) -> int:
        """The seats of those who are compared over all groups."""
        return sum(len(band) for tree in self.trees for band in tree.bands)

    @property
    def ranks_that_go_on(self) -> int:
        """The first ranks of a group that may come to a bracket."""
        return max(self.through, self.open_ranks)

    @property
    def rounds(self) -> int:
        return self.trees[-1].last

    @property
    def seated(self) -> int:
        """The pairs for whom a bracket has a seat."""
        return sum(seat is not None for tree in self.trees for seat in tree.seats)

    def group_places(self) -> list[list[list[Place]]]:
        """For each group and each of its rounds, the places of the matches."""
        slots = [0] * self.group_rounds
        places: list[list[list[Place]]] = []
        for size in self.sizes:
            rounds = []
            for number in range(min(circle.count(size), self.group_rounds)):
                first, slots[number] = slots[number], slots[number] + size // 2
                rounds.append([Place(number + 1, slot) for slot in range(first, slots[number])])
            places.append(rounds)
        return places

    def groups(self, bouts: Iterable[Bout]) -> list[list[Bout]]:
        """The matches of each group, those of late pairs last; those of a late pair that left
        before it sat down belong to none."""
        at = {bout.place: bout for bout in bouts}
        groups = [
            [at.pop(place) for round_ in rounds for place in round_ if place in at]
            for rounds in self.group_places()
        ]
        late: dict[int | None, list[Bout]] = {}
        for bout in at.values():
            if bout.place.round <= self.group_rounds:
                late.setdefault(bout.pairs.b, []).append(bout)
        for own in late.values() if late else ():
            others = {bout.pairs.a for bout in own}
            if not all(_left_by_b(bout) for bout in own):
                next(g for g in groups if not others.isdisjoint(in_any(g))).extend(own)
        return groups

    def tree(self, place: Place) -> Tree:
        """The bracket of a place after the groups."""
        return next(tree for tree in self.trees if tree.holds(place))


@lru_cache(maxsize=64)
def shape_of(pairs: int, chosen: Chosen) -> Shape:
    """The groups and what follows them. Raises ValueError under two pairs."""
    must_be_two(pairs)
    sizes = _sizes(pairs, chosen.group_size, chosen.matches)
    count, everybody = len(sizes), chosen.best_of_all
    everyone = circle.count(max(sizes))
    rounds = min(everyone, chosen.matches or everyone)
    through = 0 if everybody else min(max(chosen.qualifiers, 1 + (count == 1)), min(sizes))
    more = min(max(everybody, 2) if everybody else chosen.best_next, pairs - through * count)
    trees = _trees(sizes, rounds, through, more, chosen)
    if not more:
        through *= len(trees)
        return Shape(sizes, rounds, through, False, 0, trees, chosen.points, chosen.order)
    all_wait = everybody or len(trees) > 1
    open_ranks = pairs if all_wait else through - (-more // count)
    by_points = bool(everybody)
    return Shape(sizes, rounds, through, by_points, open_ranks, trees, chosen.points, chosen.order)


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
        seats = seats_of([band for band in bands if band], listed, rank)
        third = (chosen.thirds or (chosen.third and is_first)) and whole >= LEAST_FOR_THIRD
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


def _order(groups: Iterable[int], rank: int) -> list[int]:
    return sorted(groups, reverse=rank % 2 == 0)
