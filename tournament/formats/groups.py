"""Groups, in which everybody meets everybody, and then a bracket of the first of each group."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from mus.sides import BySide, Side
from tournament.formats import circle, knockout, settling, tables
from tournament.formats.bouts import Bout, Place
from tournament.formats.knockout import standings as bracket_standings
from tournament.formats.lines import Standing
from tournament.formats.lots import filled, in_order, must_be_a_field, seats_in_turn, seats_of_seeds
from tournament.formats.protocol import NOBODY_LEFT, Draw, Resolution, Section, Source, Stage
from tournament.formats.sections import by_round
from tournament.formats.setting import NO_WISHES, Setting, Wishes
from tournament.formats.settling import (
    DISQUALIFIED,
    Arrival,
    as_drawn,
    champion_of,
    moved_up,
    settle_all,
    steady,
    without_place,
)

# The shape of groups and the bracket after them.


Entry = tuple[int, int]
"""Group (from 1) and rank in it (from 1)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """`sizes`: pairs in each group; `through`: how many of each group go on; `group_rounds`: rounds
    before the bracket; `seats`: who comes to each side of the bracket's first round, None for
    nobody."""

    sizes: tuple[int, ...]
    through: int
    group_rounds: int
    seats: tuple[Entry | None, ...]
    third: bool

    @property
    def bracket_size(self) -> int:
        return len(self.seats)

    @property
    def rounds(self) -> int:
        return self.group_rounds + self.bracket_size.bit_length() - 1

    def group_places(self) -> list[list[list[Place]]]:
        """For each group and each of its rounds, the places of the matches."""
        slots = [0] * self.group_rounds
        found: list[list[list[Place]]] = []
        for size in self.sizes:
            rounds = []
            for number in range(circle.count(size)):
                first, slots[number] = slots[number], slots[number] + size // 2
                rounds.append([Place(number + 1, slot) for slot in range(first, slots[number])])
            found.append(rounds)
        return found

    def bracket_places(self) -> tuple[Place, ...]:
        whole = settling.places(self.bracket_size)
        more = (Place(whole[-1].round, 1),) if self.third else ()
        return tuple(Place(p.round + self.group_rounds, p.slot) for p in (*whole, *more))

    def entry(self, place: Place, side: Side) -> Entry | None:
        """Who comes to a side of the bracket's first round."""
        return self.seats[2 * place.slot + (side is Side.B)]


@lru_cache(maxsize=64)
def shape_of(pairs: int, group_size: int, qualifiers: int, third: bool) -> Shape:
    """Groups as even as they can be, the larger ones first. Raises ValueError under two pairs."""
    if pairs < 2:
        raise ValueError("a draw needs two pairs")
    count = max(1, pairs // group_size if pairs % group_size < 2 else -(-pairs // group_size))
    count = min(count, max(1, pairs // 2))
    sizes = tuple(pairs // count + (group < pairs % count) for group in range(count))
    through = min(max(qualifiers, 2 if count == 1 else 1), min(sizes))
    seats = _seats(count, through)
    return Shape(sizes, through, circle.count(max(sizes)), seats, third and count * through >= 4)


def _seats(count: int, through: int) -> tuple[Entry | None, ...]:
    """The winners of the groups get the seats of the first seeds, the seconds the next, and so on.
    Within the seats of its rank, each pair sits as far as possible from others of its group."""
    size = settling.size(count * through)
    where = seats_of_seeds(size)
    seats: list[Entry | None] = [None] * size
    for rank in range(1, through + 1):
        open_seats = where[(rank - 1) * count : rank * count]
        for group in _order(range(1, count + 1), rank):
            seat = max(open_seats, key=lambda one: (_distance(one, group, seats), -one))
            open_seats.remove(seat)
            seats[seat] = (group, rank)
    return tuple(seats)


def _order(groups: Iterable[int], rank: int) -> list[int]:
    return sorted(groups, reverse=rank % 2 == 0)


def _distance(seat: int, group: int, seats: Sequence[Entry | None]) -> int:
    """The bracket's round in which a pair of `group` on this seat would first meet another of its
    group."""
    others = [at for at, entry in enumerate(seats) if entry is not None and entry[0] == group]
    return min(((seat ^ other).bit_length() for other in others), default=99)


# Who goes on from a group to the bracket, and where the others stand.


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


GROUP_SIZE = 4
QUALIFIERS = 2


class Groups:
    """The first rounds belong to the groups, the last rounds to the bracket."""

    key = "groups"
    options = ("group_size", "qualifiers", "third_place", "clubs_apart", "seeds")
    tie_break = ("points", "among_level", "games_difference", "games_won", "lot")
    draw_algorithm = "mus-groups/1"
    is_league = False
    by_rounds = False
    takes_late_pairs = False
    has_preliminaries = False

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def shape(self, pairs: int) -> Shape:
        return shape_of(
            pairs,
            self.setting.number("group_size", GROUP_SIZE),
            self.setting.number("qualifiers", QUALIFIERS),
            self.setting.says("third_place"),
        )

    def places(self, pairs: int) -> tuple[Place, ...]:
        shape = self.shape(pairs)
        groups = sorted(p for rounds in shape.group_places() for one in rounds for p in one)
        return (*groups, *shape.bracket_places())

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
            for places, matches in zip(rounds, circle.rounds_of(group), strict=True)
            for place, match in zip(places, matches, strict=True)
        }
        matches = tuple(at[place] for place in sorted(at))
        return Draw(seed, tuple(sorted(numbers)), matches, self.draw_algorithm)

    def stage(self, number: int, of_rounds: int) -> Stage:
        shape = self._shape()
        if shape is None or number <= shape.group_rounds:
            return "round"
        return settling.stage(number, of_rounds)

    def feeder(self, place: Place, side: Side) -> Source | None:
        shape = self._shape()
        if shape is None or place.round <= shape.group_rounds:
            return None
        if place.round == shape.group_rounds + 1:
            entry = shape.entry(place, side)
            return Source(place, group=entry[0], rank=entry[1]) if entry else None
        return knockout.source(place, side, shape.rounds)

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        shape = self._shape_of(bouts)
        groups = tuple(
            Section("group", number, by_round(p for one in rounds for p in one))
            for number, rounds in enumerate(shape.group_places(), start=1)
        )
        places = shape.bracket_places()
        third = [places[-1]] if shape.third else []
        main = by_round(place for place in places if place not in third)
        more = (Section("third_place", 0, by_round(third)),) if third else ()
        return (*groups, Section("bracket", 0, main), *more)

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
        return settle_all(given, partial(self._arriving, shape, struck), gone, back, closed)

    def out(self, bouts: Iterable[Bout]) -> frozenset[int]:
        """Pairs that did not qualify from their group, and pairs that lost in the bracket."""
        known = list(bouts)
        shape = self._shape_of(known)
        later = [bout for bout in known if bout.place.round > shape.group_rounds]
        reached = in_any(later)
        failed: set[int] = set()
        for group, lines in zip(self._groups(shape, known), self.tables(known), strict=True):
            if has_ended(group):
                all_of_it = {line.pair for line in lines}
                first = {line.pair for line in lines[: shape.through]}
                failed |= all_of_it - (reached & all_of_it or first)
        return frozenset(failed) | knockout.beaten(later)

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        """Pairs that qualified, in the bracket's order; then the others by rank in their group,
        points and games."""
        shape = self._shape_of(bouts)
        groups = self.tables(bouts, gone)
        ranks = {line.pair: rank for lines in groups for rank, line in enumerate(lines, start=1)}
        lines = {line.pair: line for one in groups for line in one}
        out = self.out(bouts)
        later = [bout for bout in bouts if bout.place.round > shape.group_rounds]
        reached = in_any(later)
        whole = {one.pair: one for one in tables.ranked(pairs, bouts, lambda _one: ())}
        top = [
            replace(
                whole[one.pair],
                title=one.title,
                place=one.place,
                shared=one.shared,
                round=one.round,
            )
            for one in bracket_standings([p for p in pairs if p in reached], later)
        ]
        rest = sorted(
            (whole[pair] for pair in pairs if pair not in reached),
            key=lambda one: (
                one.pair not in ranks,
                one.pair in out,
                ranks.get(one.pair, 0),
                -(one.points or 0),
                -one.games_difference,
                -one.games_won,
                one.pair,
            ),
        )
        found = (*top, *below(rest, out, lines, len(top)))
        return moved_up(found, bouts, gone, over=self._over(shape, bouts)[0])

    def tables(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[tuple[Standing, ...], ...]:
        shape = self._shape_of(bouts)
        struck = struck_from(shape, bouts, gone)
        return tuple(table(group, struck) for group in self._groups(shape, bouts))

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
        over, best = knockout.champion(b for b in bouts if b.place.round > shape.group_rounds)
        return over and all(has_ended(group) for group in self._groups(shape, bouts)), best

    def _shape(self) -> Shape | None:
        return self.shape(self.setting.pairs) if self.setting.pairs else None

    def _shape_of(self, bouts: Sequence[Bout]) -> Shape:
        """The shape for the number of pairs drawn; before that is stored, for the pairs in the
        matches."""
        return self.shape(self.setting.pairs or max(2, len(tables.lots_of(bouts))))

    def _groups(self, shape: Shape, bouts: Sequence[Bout]) -> list[list[Bout]]:
        at = {bout.place: bout for bout in bouts}
        return [
            [at[place] for one in rounds for place in one if place in at]
            for rounds in shape.group_places()
        ]

    def _arriving(
        self,
        shape: Shape,
        struck: Mapping[int, str],
        bout: Bout,
        settled: Mapping[Place, Bout],
    ) -> Arrival:
        place = bout.place
        if place.round <= shape.group_rounds:
            return as_drawn(bout, settled)
        if place.round == shape.group_rounds + 1:
            a, b = (
                self._through(shape, struck, shape.entry(place, side), settled) for side in Side
            )
            empty = BySide(*(shape.entry(place, side) is None for side in Side))
            return Arrival(BySide(a, b), empty, rests=True)
        return knockout.arriving(shape.rounds, bout, settled)

    def _through(
        self,
        shape: Shape,
        struck: Mapping[int, str],
        entry: Entry | None,
        settled: Mapping[Place, Bout],
    ) -> int | None:
        if entry is None:
            return None
        group = self._groups(shape, list(settled.values()))[entry[0] - 1]
        if not has_ended(group):
            return None
        return table(group, struck)[entry[1] - 1].pair
