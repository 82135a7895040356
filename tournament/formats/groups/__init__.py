"""Groups, in which everybody meets everybody, and then a bracket of the first of each group."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from mus.sides import BySide, Side
from tournament.formats import bracket, circle, tables
from tournament.formats.bouts import Bout, Place
from tournament.formats.disqualified import champion_of, moved_up, without_place
from tournament.formats.groups.going_on import below, has_ended, in_any, struck_from, table
from tournament.formats.groups.shape import Entry, Shape, shape_of
from tournament.formats.knockout import following
from tournament.formats.knockout.standings import standings as bracket_standings
from tournament.formats.lines import Standing
from tournament.formats.lots import filled, in_order, must_be_a_field, seats_in_turn
from tournament.formats.protocol import NOBODY_LEFT, Draw, Resolution, Section, Source, Stage
from tournament.formats.sections import by_round
from tournament.formats.setting import NO_WISHES, Setting, Wishes
from tournament.formats.settling import Arrival, as_drawn, settle_all, steady

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
        return bracket.stage(number, of_rounds)

    def feeder(self, place: Place, side: Side) -> Source | None:
        shape = self._shape()
        if shape is None or place.round <= shape.group_rounds:
            return None
        if place.round == shape.group_rounds + 1:
            entry = shape.entry(place, side)
            return Source(place, group=entry[0], rank=entry[1]) if entry else None
        return following.source(place, side, shape.rounds)

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
        return frozenset(failed) | following.beaten(later)

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
        over, best = following.champion(b for b in bouts if b.place.round > shape.group_rounds)
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
        return following.arriving(shape.rounds, bout, settled)

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
