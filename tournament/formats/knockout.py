"""Knockout (T1, T2): a pair that loses a match is out, and the last winner is champion."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from mus.sides import BySide, Side
from tournament.formats import settling
from tournament.formats.bouts import Bout, Place
from tournament.formats.lines import Standing, Tally, Title, line, placed, tally
from tournament.formats.lots import filled, in_order, lot, must_be_a_field, seats_of_seeds
from tournament.formats.protocol import NOBODY_LEFT, Draw, Resolution, Section, Source, Stage
from tournament.formats.sections import by_round
from tournament.formats.setting import NO_WISHES, Setting, Wishes
from tournament.formats.settling import (
    Arrival,
    as_drawn,
    champion_of,
    feeder,
    moved_up,
    settle_all,
    steady,
    without_place,
)
from tournament.formats.tables import lots_of

# The draw (T2): random, but anyone can repeat it from the text of the seed.
#
# Algorithm "mus-draw/1". Write h(x) for the SHA-256, in hexadecimal, of the UTF-8 text
# "<seed>:<x>".
#
# 1. Order the pairs' numbers n by h("pair:<n>").
# 2. The bracket has S places, S the power of two that holds all P pairs; S − P matches of round 1
#    are byes. Round 1's matches are numbered from 0; the matches 2g and 2g+1 are group g and meet
#    in round 2.
# 3. Order the groups g by h("group:<g>"). The byes go to the groups in this order, one to each. If
#    byes are left over, they go to the groups in the same order, so that the first groups have two.
# 4. In a group with one bye it is in the match 2g when h("half:<g>") ends in an even digit, in
#    2g+1 when it ends in an odd one (hexadecimal digits).
# 5. Go through round 1's matches in order: a bye takes the next pair of the order, any other match
#    the next two, first A, then B.
#
# Algorithm "mus-draw/2" adds wishes. In step 5 the seeded pairs come first: each is A of the match
# in
# which the bracket has its seat (`lots.seats_of_seeds`). At the end clubmates are separated
# (`lots.filled`).
#
# In algorithm "mus-draw/3" the seeds rest first. In step 3 byes go to the seats of the seeds in
# their
# order, as long as the group of the seat has none; then to the other groups in the order of step 3.
# Where every group has one, the rest go to the seats of the other seeds in their order, and then to
# the groups that have one, again in that order.
#
# So every match of round 1 has at most one bye. Two pairs with a bye meet in round 2 only when
# there
# are more byes than matches of round 2.


ALGORITHM = "mus-draw/1"
WITH_WISHES = "mus-draw/2"
SEEDS_REST = "mus-draw/3"
RECIPES = (ALGORITHM, WITH_WISHES, SEEDS_REST)


def draw(numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES, recipe: str = "") -> Draw:
    """The draw of the pairs `numbers` by a recipe; without one, by the first that knows the wishes.
    Raises ValueError for fewer than two pairs or a repeated
    number.

    Depends only on the seed's text, the wishes and the set of numbers, not on their order.
    """
    must_be_a_field(numbers)
    size = settling.size(len(numbers))
    recipe = recipe or (WITH_WISHES if wishes else ALGORITHM)
    seats = seats_of_seeds(size // 2)
    count, seeded = size - len(numbers), [number for number in wishes.seeds if number in numbers]
    if recipe == SEEDS_REST:
        byes = _byes_of_seeds(size, count, seed, seats[: len(seeded)])
    else:
        byes = _byes(size, count, seed)
    sizes = [1 if match in byes else 2 for match in range(size // 2)]
    groups = filled(in_order(numbers, seed), sizes, seats, wishes)
    matches = tuple((group[0], group[1] if len(group) == 2 else None) for group in groups)
    return Draw(seed, tuple(sorted(numbers)), matches, recipe)


def _byes_of_seeds(size: int, count: int, seed: str, seats: Sequence[int]) -> frozenset[int]:
    """The matches of round 1 that are byes, where the seeds, on these seats, rest first."""
    both = [(2 * group + _half(seed, group), 2 * group + 1 - _half(seed, group))
            for group in _groups(size, seed)]  # fmt: skip
    chosen: list[int] = []
    for match in (*seats, *(first for first, _second in both)):
        if match not in chosen and match ^ 1 not in chosen:
            chosen.append(match)
    for match in (*seats, *(match for group in both for match in group)):
        if match not in chosen:
            chosen.append(match)
    return frozenset(chosen[:count])


def _groups(size: int, seed: str) -> list[int]:
    return sorted(range(size // 4), key=lambda group: (lot(seed, f"group:{group}"), group))


def _byes(size: int, count: int, seed: str) -> frozenset[int]:
    """The matches of round 1 that are byes."""
    groups = _groups(size, seed)
    twice = set(groups[: max(0, count - len(groups))])
    chosen: set[int] = set()
    for group in groups[:count]:
        halves = {0, 1} if group in twice else {_half(seed, group)}
        chosen |= {2 * group + half for half in halves}
    return frozenset(chosen)


def _half(seed: str, group: int) -> int:
    return int(lot(seed, f"half:{group}")[-1], 16) % 2


# Who meets next in a knockout, who is out, who has won. `formats.settling` separates facts from
# what follows; this file says which match leads to which.
#
# A late pair for which no place of round 1 is free plays a preliminary match, in round 0, against a
# drawn pair. `feeder` counts on from there: the winner of Place(0, 2s) is A of the match in slot s.
#
# The match for third place, when there is one, is the second match of the last round. The losers of
# the semi-finals play it.


def source(place: Place, side: Side, last: int) -> Source:
    """Where the pair on a side of a match after round 1 comes from, in a bracket whose last round
    is `last`."""
    if is_for_third(place, last):
        return Source(Place(place.round - 1, int(side is Side.B)), loser=True)
    return Source(feeder(place, side))


def is_for_third(place: Place, last: int) -> bool:
    """Whether `place` is the match for third place, the second of the last round."""
    return place.round == last > 1 and place.slot == 1


def arriving(last: int, bout: Bout, settled: Mapping[Place, Bout]) -> Arrival:
    """Who comes to a match of a bracket whose last round is `last`. Round 1 stands as drawn, except
    where a preliminary match decides a side."""
    place = bout.place
    if place.round == settling.PRELIMINARY:
        return Arrival(bout.pairs)
    if place.round == 1 and not any(feeder(place, side) in settled for side in Side):
        return as_drawn(bout, settled)
    pairs, vacant = [], []
    for side in Side:
        origin = source(place, side, last)
        before = settled.get(origin.place)
        if before is None:
            pairs.append(bout.pairs[side])
            vacant.append(bout.pairs[side] is None)
            continue
        pair = before.losing_pair if origin.loser else before.winning_pair
        pairs.append(pair)
        vacant.append(before.status == "finished" and pair is None)
    return Arrival(BySide(*pairs), BySide(*vacant))


def champion(bouts: Iterable[Bout]) -> tuple[bool, int | None]:
    """Whether every last match has ended, and the pair that won the final."""
    known = list(bouts)
    last = max(bout.place.round for bout in known)
    ending = {bout.place.slot: bout for bout in known if bout.place.round == last}
    over = all(bout.status == "finished" for bout in ending.values())
    return over, ending[0].winning_pair if over else None


# The standings of a knockout, and its tie-break.


def standings(pairs: Sequence[int], bouts: Sequence[Bout]) -> tuple[Standing, ...]:
    """Every pair's line, best first.

    Pairs still in come first. The tie-break of the others: the round reached, then the difference
    of games, then games won. Both beaten semi-finalists share third place unless a match for it is
    played; both finalists are second where nobody won the final. Other pairs that the tie-break
    leaves equal share their place.
    """
    last = max((bout.place.round for bout in bouts), default=0)
    counts = tally(bouts)
    latest = _latest(bout for bout in bouts if not is_for_third(bout.place, last))
    third = _third(bouts, last)
    lines = [_line(pair, latest.get(pair), counts.get(pair, Tally()), last) for pair in pairs]
    found = placed((_with_title(one, third) for one in lines), _rank)
    return tuple(replace(one, place=2) if one.title == "runner_up" else one for one in found)


def _third(bouts: Iterable[Bout], last: int) -> dict[int, Title]:
    """Who won and who lost the match for third place."""
    for bout in bouts:
        if is_for_third(bout.place, last) and bout.winner is not None:
            titles: list[tuple[int | None, Title]] = [
                (bout.winning_pair, "third"),
                (bout.losing_pair, "fourth"),
            ]
            return {pair: title for pair, title in titles if pair is not None}
    return {}


def _with_title(one: Standing, titles: Mapping[int, Title]) -> Standing:
    title = titles.get(one.pair)
    return replace(one, title=title) if title else one


def _latest(bouts: Iterable[Bout]) -> dict[int, Bout]:
    """Pair → its match in the last round it reached."""
    ordered = sorted(bouts, key=lambda bout: bout.place)
    return {pair: bout for bout in ordered for pair in bout.pairs if pair is not None}


def _line(pair: int, latest: Bout | None, count: Tally, last: int) -> Standing:
    reached = latest.place.round if latest else 0
    return line(pair, count, title=_title(pair, latest, reached, last), reached=reached)


def _title(pair: int, latest: Bout | None, reached: int, last: int) -> Title:
    if latest is None:
        return "out"
    if latest.status != "finished":
        return "still_in"
    if latest.winning_pair == pair:
        return "champion" if reached == last else "still_in"
    if reached == last:
        return "runner_up"
    return "semi_finalist" if reached == last - 1 else "beaten"


def _rank(one: Standing) -> tuple[int, int, int, int]:
    groups = {"champion": 0, "still_in": 1, "runner_up": 2, "out": 4}
    group = groups.get(one.title, 3)
    if one.title in ("third", "fourth"):
        return group, -one.round, -1 if one.title == "third" else 0, 0
    if one.title in ("champion", "runner_up", "semi_finalist", "still_in", "out"):
        return group, -one.round, 0, 0
    return group, -one.round, -one.games_difference, -one.games_won


LEAST_FOR_THIRD = 4


class Knockout:
    """The knockout implementation of `protocol.Format`, from the modules of this folder."""

    key = "knockout"
    options = ("third_place", "clubs_apart", "seeds", "byes_by_lot")
    tie_break = ("round_reached", "games_difference", "games_won")
    is_league = False
    by_rounds = False
    takes_late_pairs = True
    has_preliminaries = True

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @property
    def draw_algorithm(self) -> str:
        seeds = bool(self.setting.options.get("seeds"))
        return self._recipe(has_wishes=seeds or self.setting.says("clubs_apart"), seeds=seeds)

    def _recipe(self, *, has_wishes: bool, seeds: bool) -> str:
        """The recipe of the draw that was made, or else the newest that the options ask for."""
        if self.setting.recipe in RECIPES:
            return self.setting.recipe
        if seeds and self.setting.seeds_rest:
            return SEEDS_REST
        return WITH_WISHES if has_wishes else ALGORITHM

    def places(self, pairs: int) -> tuple[Place, ...]:
        whole = settling.places(pairs)
        third = self.setting.says("third_place") and pairs >= LEAST_FOR_THIRD
        return (*whole, Place(whole[-1].round, 1)) if third else whole

    def rounds(self, pairs: int) -> int:
        return settling.rounds(pairs)

    def byes(self, pairs: int) -> int:
        return settling.size(pairs) - pairs

    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        recipe = self._recipe(has_wishes=bool(wishes), seeds=bool(wishes.seeds))
        return draw(numbers, seed, wishes, recipe)

    def stage(self, number: int, of_rounds: int) -> Stage:
        return settling.stage(number, of_rounds)

    def bracket(self, number: int) -> int:
        return 0

    def may_be_level(self, number: int) -> bool:
        return False

    def feeder(self, place: Place, side: Side) -> Source | None:
        if place.round == settling.PRELIMINARY:
            return None
        last = settling.rounds(self.setting.pairs) if self.setting.pairs else 0
        return source(place, side, last)

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        last = max((bout.place.round for bout in bouts), default=0)
        third = [b.place for b in bouts if is_for_third(b.place, last)]
        before = [b.place for b in bouts if b.place.round == settling.PRELIMINARY]
        main = by_round(bout.place for bout in bouts if bout.place not in (*third, *before))
        extra = (Section("third_place", 0, by_round(third)),) if third else ()
        first = (Section("preliminary", 0, by_round(before)),) if before else ()
        return (*first, Section("bracket", 0, main), *extra)

    def resolve(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        given = list(bouts)
        last = max((bout.place.round for bout in given), default=0)
        once = partial(settle_all, arriving=partial(arriving, last))
        return steady(once, given, gone, back)

    def late_matches(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], late: int
    ) -> tuple[Bout, ...]:
        return ()

    def out(self, bouts: Iterable[Bout]) -> frozenset[int]:
        losers = (bout.losing_pair for bout in bouts)
        return frozenset(pair for pair in losers if pair is not None)

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        over, _best = champion(bouts)
        return moved_up(standings(pairs, bouts), bouts, gone, over=over)

    def tables(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[tuple[Standing, ...], ...]:
        return ()

    def champion(
        self, bouts: Iterable[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        known = list(bouts)
        over, best = champion(known)
        if best in without_place(known, gone):
            best = champion_of(self.standings(sorted(lots_of(known)), known, gone))
        return over, best
