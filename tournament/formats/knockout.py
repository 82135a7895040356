"""Knockout (T1, T2): a pair that loses a match is out, and the last winner is champion."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from mus.sides import BySide, Side
from tournament.formats import settling
from tournament.formats.bouts import Bout, Place
from tournament.formats.lines import (
    Standing,
    Tally,
    Title,
    line,
    one_after_the_other,
    placed,
    tally,
)
from tournament.formats.lots import filled, in_order, lot, must_be_a_field, seats_of_seeds
from tournament.formats.protocol import (
    NOBODY_LEFT,
    Draw,
    Format,
    Resolution,
    Section,
    SectionKind,
    Source,
    Stage,
)
from tournament.formats.rounds.lives import FreshDraw
from tournament.formats.seats import seats_of
from tournament.formats.sections import by_round
from tournament.formats.setting import MOST_SAFE_ROUNDS, NO_WISHES, Setting, Wishes
from tournament.formats.settling import (
    Arrival,
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
# in which the bracket has its seat (`lots.seats_of_seeds`). At the end clubmates are separated
# (`lots.filled`).
#
# In algorithm "mus-draw/3" the seeds rest first. In step 3 byes go to the seats of the seeds in
# their order, as long as the group of the seat has none; then to the other groups in that order.
# Where every group has one, the rest go to the seats of the other seeds in their order, and then to
# the groups that have one, again in that order.
#
# So every match of round 1 has at most one bye. Two pairs with a bye meet in round 2 only when
# there are more byes than matches of round 2.

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
# what follows; this part says which match leads to which.
#
# A late pair for which no place of round 1 is free plays a preliminary match, in round 0, against a
# drawn pair. `feeder` counts on from there: the winner of Place(0, 2s) is A of the match in slot s.
#
# The match for third place, when there is one, is the second match of the last round. The losers of
# the semi-finals play it.
#
# With `safe_rounds` everybody plays the first rounds: winners meet winners, losers losers. The
# bracket comes after them: winners have the seats of the first seeds, and pairs that may have met
# sit as far apart as there is room. With `consolation` those beaten early go on to bracket B, whose
# rounds follow those of A in number. All of it is laid out by the draw.


LEAST_FOR_THIRD = 4
LEAST_FOR_B = 6
"""With fewer pairs only one can lose before the semi-finals."""
BEATEN_IN = {"first_round": 1, "first_two_rounds": 2}
"""Choices of `consolation` → the rounds of A whose losers go on to bracket B."""
ELSEWHERE = Source(Place(0, 0))
Sides = dict[tuple[Place, Side], Source | None]


@dataclass(frozen=True, slots=True)
class Course:
    """Every match of a knockout, and who comes to it. `safe`: the rounds before the bracket, in
    which nobody goes out; `last`: the round of the final; `end`: that of the final of bracket B, or
    `last` where there is none; `beaten`: the rounds whose losers come to B. `sides`: where a pair
    comes from who is not the winner of a neighbouring match; None where nobody comes."""

    safe: int
    last: int
    end: int
    beaten: int
    places: tuple[Place, ...]
    sides: Sides

    @property
    def is_long(self) -> bool:
        """Whether there is more than one bracket, so that places may stay empty from the draw."""
        return bool(self.safe or self.beaten)

    @property
    def has_first_matches(self) -> bool:
        """Whether those go on to B who lose in round 2 of the bracket after a bye."""
        return self.beaten == 1 and self.last - self.safe > 3

    def source(self, place: Place, side: Side) -> Source | None:
        """Where the pair on a side comes from: in round 1 from a preliminary match, if there is
        one."""
        found = self.sides.get((place, side), ELSEWHERE)
        return Source(feeder(place, side)) if found is ELSEWHERE else found

    def known_source(self, place: Place, side: Side, byes: Collection[Place]) -> Source | None:
        """As `source`, with what the byes of round 1 say: None also where nobody comes by them."""
        came = self.source(place, side)
        if came is None or not self.is_long:
            return came
        vacant = self._vacant(came.place, byes)
        if not came.loser:
            return None if vacant == 2 else came
        if vacant == 1 and self._is_first_match(came):
            return replace(came, rested=True)
        return None if vacant else came

    def _vacant(self, place: Place, byes: Collection[Place]) -> int:
        """To how many sides of a match nobody comes."""
        if place.round <= 1:
            return int(place in byes)
        return sum(self.known_source(place, side, byes) is None for side in Side)

    def _is_first_match(self, came: Source) -> bool:
        """Whether the pair that rests at this source of a loser comes from the next match, its
        first, if it loses it."""
        return came.place.round == self.safe + 1 and self.has_first_matches

    def comes(self, came: Source, settled: Mapping[Place, Bout]) -> tuple[int | None, bool]:
        """The pair that comes from a match, and whether none ever will."""
        before = settled[came.place]
        pair = before.losing_pair if came.loser else before.winning_pair
        if before.status != "finished":
            return None, False
        if before.place.round <= self.safe and before.winner is None:
            # Nobody goes out, even where nobody won.
            pair = before.pairs.b if came.loser else before.pairs.a
        if came.loser and before.is_bye and self._is_first_match(came):
            # The first match of a pair that rested is that of the next round.
            rested, before = before.winning_pair, settled[next_after(came.place)]
            pair = rested if rested == before.losing_pair else None
        return pair, before.status == "finished" and pair is None


@lru_cache(maxsize=64)
def course_of(pairs: int, safe: int, third: bool, consolation: str, seeds_rest: bool) -> Course:
    """The course for so many pairs. `seeds_rest`: in the safe rounds. Raises ValueError under two
    pairs."""
    bye_first = seeds_rest and pairs % 2 == 1
    whole = settling.places(pairs)
    sides: Sides = {}
    width, places = (pairs + 1) // 2, []
    entrants: list[Source] = []
    for number in range(1, safe + 1):
        _seat(sides, number, entrants)
        these = [Place(number, slot) for slot in range(width)]
        order = these if entrants else [these[slot] for slot in _far_apart(width, bye_first)]
        entrants = [Source(one, loser) for loser in (False, True) for one in order]
        places += these
    if safe:
        _seat(sides, safe + 1, _by_rank(entrants, safe))
    last = safe + whole[-1].round
    places += [Place(one.round + safe, one.slot) for one in whole]
    if third and pairs >= LEAST_FOR_THIRD:
        places.append(Place(last, 1))
        sides |= _for_third(last)
    beaten = min(BEATEN_IN.get(consolation, 0), last - safe - 2) if pairs >= LEAST_FOR_B else 0
    if beaten < 1:
        return Course(safe, last, last, 0, tuple(places), sides)
    width = settling.size(pairs) // 4
    losers = [Source(Place(safe + 1, slot), loser=True) for slot in range(2 * width)]
    _seat(sides, last + 1, losers)
    if beaten == 2:
        places += [Place(last + 1, slot) for slot in range(width)]
        half = width // 2
        both = [
            [Source(Place(last + 1, slot)), Source(Place(safe + 2, slot ^ half), loser=True)]
            for slot in range(width)
        ]
        _seat(sides, last + 2, [one for two in both for one in two])
    tree = settling.places(2 * width)
    places += [Place(one.round + last + beaten - 1, one.slot) for one in tree]
    return Course(safe, last, places[-1].round, beaten, tuple(places), sides)


@lru_cache(maxsize=64)
def plain_course(last: int) -> Course:
    """The course of one bracket whose last round is `last`."""
    return Course(0, last, last, 0, (), _for_third(last))


def _for_third(last: int) -> Sides:
    """Who comes to the match for third place: the losers of the semi-finals."""
    return {
        (Place(last, 1), side): Source(Place(last - 1, slot), loser=True)
        for slot, side in enumerate(Side)
    }


def _seat(sides: Sides, number: int, entrants: Sequence[Source | None]) -> None:
    """Two by two, the entrants come to the matches of round `number`."""
    for seat, entrant in enumerate(entrants):
        sides[Place(number, seat // 2), list(Side)[seat % 2]] = entrant


def _far_apart(matches: int, bye_first: bool) -> list[int]:
    """The slots of round 1 in the order in which their pairs meet in the next: the seeds, who have
    the first slots, far from each other. `bye_first`: the first of them has the bye in the last."""
    slots = [matches - 1, *range(matches - 1)] if bye_first else [*range(matches)]
    seats = [s for s in seats_of_seeds(1 << (matches - 1).bit_length()) if s < matches]
    return [slot for _seat, slot in sorted(zip(seats, slots, strict=True))]


def _by_rank(entrants: Sequence[Source], safe: int) -> list[Source | None]:
    """The seats of the bracket after `safe` rounds, of which the entrants come in order: those with
    as many wins are a band, and sit far from those that they may have met."""
    matches, before, band = len(entrants) // 2, safe - 1, -(-len(entrants) // (1 << safe))
    # Who can have met are those whose matches began side by side in round 1.
    began = [((at % matches) << before) % matches >> before for at in range(len(entrants))]
    entries = [(1 + group, at) for at, group in enumerate(began)]
    bands = [entries[at : at + band] for at in range(0, len(entries), band)]
    seats, _rest = seats_of(bands, 0, 0)
    return [None if entry is None else entrants[entry[1]] for entry in seats]


def next_after(place: Place) -> Place:
    """The match to which the winner of a match goes on."""
    return Place(place.round + 1, place.slot // 2)


def is_for_third(place: Place, last: int) -> bool:
    """Whether `place` is the match for third place, the second of the last round."""
    return place.round == last > 1 and place.slot == 1


def arriving(course: Course, bout: Bout, settled: Mapping[Place, Bout]) -> Arrival:
    """Who comes to a match of a course. Round 1 stands as drawn, except where a preliminary match
    decides a side."""
    if bout.place.round == settling.PRELIMINARY:
        return Arrival(bout.pairs)
    pairs, vacant, rests = [], [], False
    for side in Side:
        origin = course.source(bout.place, side)
        if origin is None:
            pair, nobody, rests = None, True, True
        elif origin.place in settled:
            pair, nobody = course.comes(origin, settled)
        else:  # as drawn, or a bye
            pair = bout.pairs[side]
            nobody = pair is None
            rests = rests or nobody
        pairs.append(pair)
        vacant.append(nobody)
    return Arrival(BySide(*pairs), BySide(*vacant), rests and not all(vacant))


def champion(bouts: Sequence[Bout]) -> tuple[bool, int | None]:
    """Whether every last match has ended, and the pair that won the final."""
    last = max(bout.place.round for bout in bouts)
    ending = {bout.place.slot: bout for bout in bouts if bout.place.round == last}
    over = all(bout.status == "finished" for bout in ending.values())
    return over, ending[0].winning_pair if over else None


# The standings of a knockout, and its tie-break.


def standings(
    pairs: Sequence[int], bouts: Sequence[Bout], counts: Mapping[int, Tally] | None = None
) -> tuple[Standing, ...]:
    """Every pair's line, best first.

    Pairs still in come first. The tie-break of the others: the round reached, then the difference
    of games, then games won. Both beaten semi-finalists share third place unless a match for it is
    played; both finalists are second where nobody won the final. Other pairs that the tie-break
    leaves equal share their place. `counts`: what each pair has won and lost, where not in these
    matches alone.
    """
    last = max((bout.place.round for bout in bouts), default=0)
    counts = tally(bouts) if counts is None else counts
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


class Knockout(Format):
    """The knockout implementation of `protocol.Format`."""

    key = "knockout"
    options = (
        "third_place", "safe_rounds", "consolation", "clubs_apart", "seeds", "byes_by_lot",
    )  # fmt: skip
    tie_break = ("round_reached", "games_difference", "games_won")
    takes_late_pairs = True

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        # The first, in which nobody goes out. Each is laid out, so a forged file names no more.
        self.safe_rounds = min(setting.number("safe_rounds", 0), MOST_SAFE_ROUNDS)
        self.has_preliminaries = not self.safe_rounds
        # The matches for so many pairs. Raises ValueError under two.
        self.course = partial(
            course_of,
            safe=self.safe_rounds,
            third=bool(setting.options.get("third_place")),
            consolation=str(setting.options.get("consolation", "")),
            seeds_rest=bool(self.safe_rounds) and setting.seeds_rest,
        )

    def _course(self) -> Course | None:
        return self.course(self.setting.pairs) if self.setting.pairs else None

    def _course_of(self, bouts: Iterable[Bout]) -> Course:
        """The course for the number of pairs drawn; before that is stored, for the places of round
        1."""
        first = sum(bout.place.round == 1 for bout in bouts)
        return self.course(self.setting.pairs or max(2, 2 * first))

    @property
    def draw_algorithm(self) -> str:
        if self.safe_rounds:
            return FreshDraw(self.setting).draw_algorithm
        seeds = bool(self.setting.options.get("seeds"))
        return self._recipe(has_wishes=seeds or self.setting.says("clubs_apart"), seeds=seeds)

    def _recipe(self, *, has_wishes: bool, seeds: bool) -> str:
        """The recipe of the draw that was made, or else the newest that the options ask for."""
        if self.setting.own_recipe in RECIPES:
            return self.setting.own_recipe
        if seeds and self.setting.seeds_rest:
            return SEEDS_REST
        return WITH_WISHES if has_wishes else ALGORITHM

    def places(self, pairs: int) -> tuple[Place, ...]:
        return self.course(pairs).places

    def rounds(self, pairs: int) -> int:
        return self.course(pairs).end

    def byes(self, pairs: int) -> int:
        whole = settling.size(pairs)
        return pairs % 2 if self.safe_rounds else whole - pairs

    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        if self.safe_rounds:
            return FreshDraw(self.setting).draw(numbers, seed, wishes)
        recipe = self._recipe(has_wishes=bool(wishes), seeds=bool(wishes.seeds))
        return draw(numbers, seed, wishes, recipe)

    def stage(self, number: int, of_rounds: int) -> Stage:
        course = self._course()
        if course is None or number == settling.PRELIMINARY:
            return settling.stage(number, of_rounds)
        if number <= course.safe or (course.beaten == 2 and number == course.last + 1):
            return "round"
        if number <= course.last:
            return settling.stage(number, min(of_rounds, course.last))
        return settling.stage_by_pairs(number, of_rounds)

    def bracket(self, number: int) -> int:
        course = self._course()
        if course is None or not course.beaten or number <= course.safe:
            return 0
        return 1 if number <= course.last else 2

    def feeder(self, place: Place, side: Side) -> Source | None:
        if place.round < (1 if self.has_preliminaries else 2):
            return None
        course = self._course() or plain_course(0)
        return course.known_source(place, side, self.setting.byes)

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        course = self._course_of(bouts)
        shown = [bout.place for bout in bouts if not (course.is_long and _is_empty(bout))]
        main = [place for place in shown if course.safe < place.round <= course.last]
        third = [place for place in main if is_for_third(place, course.last)]
        parts: list[tuple[SectionKind, int, list[Place]]] = [
            ("preliminary", 0, [place for place in shown if place.round == settling.PRELIMINARY]),
            ("rounds", 0, [place for place in shown if 1 <= place.round <= course.safe]),
            ("bracket", int(course.beaten > 0), [place for place in main if place not in third]),
            ("third_place", 0, third),
            ("bracket", 2, [place for place in shown if place.round > course.last]),
        ]
        return tuple(
            Section(kind, number, by_round(places)) for kind, number, places in parts if places
        )

    def resolve(
        self, bouts: Sequence[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        once = partial(settle_all, arriving=partial(arriving, self._course_of(bouts)))
        return steady(once, bouts, gone, back)

    def out(self, bouts: Sequence[Bout]) -> frozenset[int]:
        """Pairs that lost in the bracket and have no match in B, and those that lost there."""
        first, second = self._brackets(bouts)
        safe = range(1, 1 + self.safe_rounds)
        beaten = {bout.losing_pair for bout in first if bout.place.round not in safe}
        there = {pair for bout in second for pair in bout.pairs}
        found = (beaten - there) | {bout.losing_pair for bout in second}
        return frozenset(pair for pair in found if pair is not None)

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        first, second = self._brackets(bouts)
        if not second:
            return moved_up(standings(pairs, bouts), bouts, gone, over=champion(bouts)[0])
        # Each bracket is a championship of its own (T8): nobody moves up into the one before it.
        there = {pair for bout in second for pair in bout.pairs}
        counts, parts = tally(bouts), []
        for number, own in enumerate((first, second), start=1):
            those = [pair for pair in pairs if (pair in there) == (number == 2)]
            lines = [
                replace(standing, bracket=number) for standing in standings(those, own, counts)
            ]
            parts.append(moved_up(lines, bouts, gone, over=champion(own)[0]))
        return one_after_the_other(parts)

    def champion(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        first, second = self._brackets(bouts)
        over, best = champion(first)
        if not over or (second and not champion(second)[0]):
            return False, None
        if best in without_place(bouts, gone):
            best = champion_of(self.standings(sorted(lots_of(bouts)), bouts, gone))
        return True, best

    def _brackets(self, bouts: Sequence[Bout]) -> tuple[list[Bout], list[Bout]]:
        """The matches up to the final, and those of bracket B."""
        last = self._course_of(bouts).last
        return (
            [bout for bout in bouts if bout.place.round <= last],
            [bout for bout in bouts if bout.place.round > last],
        )


def _is_empty(bout: Bout) -> bool:
    return bout.status == "finished" and not any(bout.pairs)
