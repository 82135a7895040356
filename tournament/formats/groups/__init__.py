"""Groups, in which everybody meets everybody, and then a bracket of the first of each group."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mus.sides import BySide, Side
from tournament.formats import circle, knockout, settling, tables
from tournament.formats.bouts import Bout, Place
from tournament.formats.groups.seating import (
    are_settled,
    arriving,
    below,
    has_ended,
    listed,
    struck_from,
    table,
    ties_of,
)
from tournament.formats.groups.shape import Chosen, Shape, Tree, in_any, shape_of
from tournament.formats.knockout import standings as bracket_standings
from tournament.formats.lines import Standing, one_after_the_other
from tournament.formats.lots import filled, in_order, must_be_a_field, seats_in_turn
from tournament.formats.protocol import (
    NOBODY_LEFT,
    Draw,
    Format,
    Resolution,
    Section,
    Source,
    Stage,
    Tie,
)
from tournament.formats.sections import by_round
from tournament.formats.setting import GROUP_SIZE, NO_WISHES, OF_A_TABLE, QUALIFIERS, Wishes
from tournament.formats.settling import (
    champion_of,
    lost,
    moved_up,
    settle_all,
    steady,
    without_place,
)
from tournament.formats.tables import Rules

EVERYBODY, SOME_MATCHES = "mus-groups/1", "mus-groups/2"


class Groups(Format):
    """The first rounds belong to the groups, the last rounds to the bracket."""

    key = "groups"
    options = (
        "group_size", "group_matches", "qualifiers", "best_next", "best_of_all", "brackets",
        "third_place", "third_places", "clubs_apart", "seeds", *OF_A_TABLE,
    )  # fmt: skip

    @property
    def tie_break(self) -> tuple[str, ...]:  # type: ignore[override]
        return (*self.setting.order(tables.BY_MEETINGS), *tables.last_of(self.setting))

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
            says("third_places"),
            self.setting.brings,
            self.setting.order(tables.BY_MEETINGS),
        )
        return replace(shape_of(pairs, chosen), decided=self.setting.decided)

    def places(self, pairs: int) -> tuple[Place, ...]:
        shape = self.shape(pairs)
        groups = sorted(p for rounds in shape.group_places() for round_ in rounds for p in round_)
        return (*groups, *(place for tree in shape.trees for place in tree.places()))

    def rounds(self, pairs: int) -> int:
        return self.shape(pairs).rounds

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

    def group_sizes(self, pairs: int) -> tuple[int, ...]:
        return self.shape(pairs).sizes

    def in_no_bracket(self, pairs: int) -> int:
        shape = self.shape(pairs)
        return pairs - shape.seated if len(shape.trees) > 1 else 0

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

    def may_be_level(self, number: int) -> bool:
        shape = self._shape()
        return number <= (1 if shape is None else shape.group_rounds)

    def feeder(self, place: Place, side: Side) -> Source | None:
        shape = self._shape()
        if shape is None or place.round <= shape.group_rounds:
            return None
        tree = shape.tree(place)
        if place.round > tree.before + 1:
            return knockout.plain_course(tree.last).source(place, side)
        entry = tree.entry(place, side)
        if entry is None:
            return None
        return Source(place, group=entry[0], rank=entry[1], is_best=not entry[0])

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        shape = self._shape_of(bouts)
        sections = [
            Section("group", number, by_round(sorted(bout.place for bout in group)))
            for number, group in enumerate(shape.groups(bouts), start=1)
        ]
        for number, tree in enumerate(shape.trees, start=1):
            places = tree.places()
            third = [places[-1]] if tree.third else []
            main = by_round(place for place in places if place not in third)
            sections.append(Section("bracket", number if len(shape.trees) > 1 else 0, main))
            if third:
                of_bracket = 0 if number == 1 else number
                sections.append(Section("third_place", of_bracket, by_round(third)))
        return tuple(sections)

    def resolve(
        self, bouts: Sequence[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        return steady(self._resolve_once, bouts, gone, back)

    def _resolve_once(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], back: Collection[int]
    ) -> Resolution:
        all_bouts = list(bouts)
        if not all_bouts:
            return Resolution((), (), ())
        shape = self._shape_of(all_bouts)
        begun = any(bout.is_fact and bout.place.round > shape.group_rounds for bout in all_bouts)
        closed = shape.group_rounds if begun else 0
        struck = struck_from(shape, all_bouts, gone)
        in_groups = not are_settled(shape, shape.groups(all_bouts), struck)
        return settle_all(
            all_bouts,
            gone,
            back,
            arriving=arriving(shape, struck),
            closed=closed,
            last_open_round=shape.group_rounds if in_groups else 0,
        )

    def late_matches(
        self, bouts: Sequence[Bout], gone: Mapping[int, str], late: int
    ) -> tuple[Bout, ...]:
        """As in the protocol. The smallest group that has not ended becomes larger by one, but
        none larger by more than one than the largest was to be. Pairs that play fewest come first,
        then the lot; the matches begin in the first round of the group that is not over."""
        shape = self._shape_of(bouts)
        most = max(self.setting.number("group_size", GROUP_SIZE), *shape.sizes)
        open_ = [g for g in shape.groups(bouts) if not has_ended(g) and len(in_any(g)) <= most]
        if not open_:
            return ()
        group = min(open_, key=lambda one: len(in_any(one)))
        laid_out = Counter(pair for bout in group for pair in bout.pairs)
        lots = tables.lots_of(group)
        others = sorted(lots, key=lambda pair: (pair in gone, laid_out[pair], lots[pair]))
        rounds = sorted({bout.place.round for bout in group if bout.status != "finished"})
        slots = Counter(bout.place.round for bout in bouts)
        matches = []
        for at, pair in enumerate(others[: self.setting.number("group_matches", 0) or None]):
            number = rounds[min(at, len(rounds) - 1)]
            matches.append(Bout(Place(number, slots[number]), BySide(pair, late)))
            slots[number] += 1
        return tuple(matches)

    def out(self, bouts: Sequence[Bout]) -> frozenset[int]:
        """Pairs that did not qualify from their group, and pairs that lost in the bracket."""
        shape = self._shape_of(bouts)
        later = [bout for bout in bouts if bout.place.round > shape.group_rounds]
        reached = in_any(later)
        failed: set[int] = set()
        groups = shape.groups(bouts)
        tied = {pair for tie in ties_of(shape, groups, NOBODY_LEFT) for pair in tie.pairs}
        open_ranks = 0 if all(map(has_ended, groups)) else shape.open_ranks
        for group, lines in zip(groups, self.tables(bouts), strict=True):
            if has_ended(group):
                all_of_it = {line.pair for line in lines}
                first = {line.pair for line in lines[: shape.through]}
                may_go_on = {line.pair for line in lines[:open_ranks]}
                failed |= all_of_it - (reached & all_of_it or first) - may_go_on - tied
        return frozenset(failed) | lost(later).keys()

    def order_so_far(self, bouts: Sequence[Bout], gone: Mapping[int, str]) -> Mapping[int, int]:
        """The rank in its group, for a pair that has not come to a bracket."""
        later = [bout for bout in bouts if bout.place.round > self._shape_of(bouts).group_rounds]
        in_bracket = in_any(later)
        return {
            line.pair: line.place or len(lines)
            for lines in self.tables(bouts, gone)
            for line in lines
            if line.pair not in in_bracket
        }

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        """Pairs that qualified, in the bracket's order; then the others by rank in their group,
        points and games, or in the order in which the best of them go on."""
        shape = self._shape_of(bouts)
        groups = self.tables(bouts, gone)
        ranks = {line.pair: rank for lines in groups for rank, line in enumerate(lines, start=1)}
        lines = {line.pair: line for group in groups for line in group}
        out = self.out(bouts)
        later = [bout for bout in bouts if bout.place.round > shape.group_rounds]
        reached = in_any(later)
        rules = Rules(shape.points, tables.BY_GAMES, decided=shape.decided)
        lines_of_all = tables.ranked(pairs, bouts, rules=rules)
        whole = {one.pair: one for one in lines_of_all}
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
            lines_in_order = (*top[0], *below(rest, out, lines, len(top[0])))
            return moved_up(lines_in_order, bouts, gone, over=self._over(shape, bouts)[0])
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
        own_bouts = tree.of(bouts)
        reached = in_any(own_bouts)
        more: dict[str, Any] = {}
        if len(shape.trees) > 1:
            more = {"points": None, "bracket": shape.trees.index(tree) + 1}
        return [
            replace(
                whole[line.pair],
                title=line.title,
                place=line.place,
                shared=line.shared,
                round=line.round,
                **more,
            )
            for line in bracket_standings([p for p in pairs if p in reached], own_bouts)
        ]

    def tables(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[tuple[Standing, ...], ...]:
        shape = self._shape_of(bouts)
        struck = struck_from(shape, bouts, gone)
        return tuple(table(shape, group, struck) for group in shape.groups(bouts))

    def ties(self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT) -> tuple[Tie, ...]:
        shape = self._shape_of(bouts)
        return ties_of(shape, shape.groups(bouts), struck_from(shape, bouts, gone))

    def champion(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        over, best = self._over(self._shape_of(bouts), bouts)
        if best in without_place(bouts, gone):
            best = champion_of(self.standings(sorted(tables.lots_of(bouts)), bouts, gone))
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
