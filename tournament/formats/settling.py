"""Facts and what follows from them: the same for every format.

What people did (a match begun, or decided at a table or at the desk) is a fact. Everything else
follows from the facts and is worked out again each time: who stands in which place, byes, and
matches that a withdrawn or disqualified pair loses without sitting down. So when a fact is taken
back, nothing else has to be undone by hand: the rest follows from the facts that are left. A fact
that no longer fits, because an earlier match changed, is undone: its place is worked out like the
rest, and what was played there no longer counts.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.lines import Standing, Title
from tournament.formats.lots import must_be_two
from tournament.formats.protocol import Resolution, Stage

BY_LEAVING = frozenset({"withdrawal", "disqualification"})
PLACE_EMPTY = "place_empty"
"""How a pair left that was disqualified, where its place stays empty (T8)."""
DISQUALIFIED = frozenset({"disqualification", PLACE_EMPTY})
PRELIMINARY = 0
"""The round of matches that late pairs play for a place of round 1."""
NOBODY: BySide[bool] = BySide(False, False)
MOST_PASSES = 20
"""Far more than any day needs (two or three): a bound on a fault of the program."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The pairs that come to a match. `vacant`: sides to which nobody will ever come; `rests`: a
    pair without an opponent has a bye."""

    pairs: BySide[int | None]
    vacant: BySide[bool] = NOBODY
    rests: bool = False


in_order = attrgetter("place.round", "place.slot")
"""Sort key of a match by its place, as plain numbers: comparing places is far slower."""

Arriving = Callable[[Bout, Mapping[Place, Bout]], Arrival]
Once = Callable[[Iterable[Bout], Mapping[int, str], Collection[int]], Resolution]


class Settling:
    """Matches settled one after the other, in the order of their places. `closed`: the rounds up to
    this one are over for everybody; `last_open_round`: a match of the rounds up to this one
    can lead to another that is not known yet. `in_turn`: a pair's match waits until its earlier
    ones have ended, and while it plays another one."""

    def __init__(
        self,
        gone: Mapping[int, str],
        back: Collection[int],
        bouts: Iterable[Bout],
        closed: int = 0,
        in_turn: bool = True,
        last_open_round: int = 0,
    ) -> None:
        self.in_turn = in_turn
        self.last_open_round = last_open_round
        self.gone = gone
        self.back = back
        self.closed = closed
        # Pair → the last round in which it sat down, or its match was decided by people.
        self.sat: dict[int | None, int] = {}
        self._to_play: set[int | None] = set()
        for bout in bouts if gone else ():
            if bout.status != "finished":
                self._to_play |= {*bout.pairs}
            if bout.is_fact:
                for pair in bout.pairs:
                    self.sat[pair] = max(self.sat.get(pair, 0), bout.place.round)
        self.settled: dict[Place, Bout] = {}
        self.undone: list[Bout] = []
        self._busy: set[int | None] = set()
        self._at_table: set[int | None] = set()

    def settle(self, bout: Bout, arrival: Arrival) -> Bout:
        """The match after `arrival` has come to it."""
        is_fact = bout.is_fact
        if is_fact and (arrival.pairs is bout.pairs or arrival.pairs == bout.pairs):
            settled = _at_table(bout, self.gone, self.back)
        elif not is_fact and self._stays_won(bout, arrival):
            won = bout.winning_pair
            others = {pair: why for pair, why in self.gone.items() if pair != won}
            settled = _follows(bout, arrival, others)
        else:
            if is_fact:
                self.undone.append(bout)
            settled = _follows(bout, arrival, self.gone)
            if settled.status == "ready" and not self._busy.isdisjoint(settled.pairs):
                # A pair of it has an earlier match to play.
                settled = Bout(bout.place, settled.pairs)
        if settled.status != "finished" and self.in_turn:
            self._busy |= {settled.pairs.a, settled.pairs.b}
        if settled.status == "playing":
            self._at_table |= {settled.pairs.a, settled.pairs.b}
        self.settled[bout.place] = settled
        return settled

    def left_after_its_last(self, pair: int | None, place: Place) -> bool:
        """Whether a pair that has left had no match to play after that of `place` (T8). Where all
        leave before anything was played, nobody is champion."""
        return bool(self.sat) and pair not in self._to_play and place.round > self.last_open_round

    def _stays_won(self, bout: Bout, arrival: Arrival) -> bool:
        """Whether the match was won because nobody was there to play against, by a pair that has
        left only since, after a later match or after its last one (T8). What it won stays won, even
        where its opponent would be another one that has left: otherwise the matches it has played
        since would no longer fit, and a pair could not leave."""
        won, side = bout.winning_pair, bout.winner
        if bout.ended_by not in BY_LEAVING or won not in self.gone or side is None:
            return False
        past = (
            bout.place.round <= self.closed
            or bout.place.round < self.sat.get(won, 0)
            or self.left_after_its_last(won, bout.place)
        )
        is_alone = arrival.vacant[side.other] or arrival.pairs[side.other] in self.gone
        return past and is_alone and arrival.pairs[side] == won

    def resolution(self, before: Iterable[Bout]) -> Resolution:
        """All matches, those that differ from `before`, and the facts that were undone."""
        stood = {bout.place: bout for bout in before}
        # A match that opens again waits for the one that its pair has begun since.
        free = (
            Bout(bout.place, bout.pairs)
            if self.in_turn and bout.status == "ready" and not self._at_table.isdisjoint(bout.pairs)
            else bout
            for bout in self.settled.values()
        )
        bouts = tuple(sorted(free, key=in_order))
        changed = tuple(
            bout for bout in bouts if (was := stood.get(bout.place)) is not bout and was != bout
        )
        return Resolution(bouts, changed, tuple(self.undone))


def settle_all(
    bouts: Iterable[Bout],
    gone: Mapping[int, str],
    back: Collection[int],
    *,
    arriving: Arriving,
    closed: int = 0,
    in_turn: bool = True,
    last_open_round: int = 0,
) -> Resolution:
    """Works out every match that is not a fact, once and in order, and undoes facts that no longer
    fit.

    `gone`: pair → how it left (`protocol.Format`). A match being played by a gone pair is won by
    the other pair. `back`: pairs that return with this change; a match that they lost by leaving
    goes on where it stood. `closed`, `in_turn`, `last_open_round`: as in `Settling`.
    """
    sorted_bouts = sorted(bouts, key=in_order)
    settling = Settling(gone, back, sorted_bouts, closed, in_turn, last_open_round)
    for bout in sorted_bouts:
        settling.settle(bout, arriving(bout, settling.settled))
    return settling.resolution(sorted_bouts)


def steady(
    once: Once, before: Sequence[Bout], gone: Mapping[int, str], back: Collection[int]
) -> Resolution:
    """What follows by `once`, worked out until nothing more does: where a pair has left or come
    back, what an earlier match becomes can hang on a later one."""
    resolution = once(before, gone, back)
    for _pass in range(MOST_PASSES if gone or back else 0):
        again = once(resolution.bouts, gone, ())
        if not again.changed:
            break
        resolution = _then(before, resolution, again)
    return resolution


def _then(before: Iterable[Bout], first: Resolution, second: Resolution) -> Resolution:
    """The second resolution, worked out from the first, as changes of `before`."""
    stood = {bout.place: bout for bout in before}
    changed = tuple(bout for bout in second.bouts if stood.get(bout.place) != bout)
    fallen = {bout.place: bout for bout in (*second.undone, *first.undone)}
    return Resolution(second.bouts, changed, tuple(fallen[place] for place in sorted(fallen)))


def as_drawn(bout: Bout, _settled: Mapping[Place, Bout]) -> Arrival:
    """The arrival at a match that the draw laid out: its pairs are known from the beginning."""
    if bout.pairs.a is not None and bout.pairs.b is not None:
        return Arrival(bout.pairs)
    return Arrival(bout.pairs, BySide(*(pair is None for pair in bout.pairs)), rests=True)


def lost(bouts: Iterable[Bout], *, both: bool = False) -> dict[int, int]:
    """Pair → how many matches it has lost, those lost by leaving included. `both`: a ruling that
    gave a match to nobody counts as lost by either pair."""
    counts: Counter[int] = Counter()
    for bout in bouts:
        by_both = both and bout.winner is None and bout.ended_by == "ruling"
        losers = bout.pairs if by_both else (bout.losing_pair,)
        counts.update(pair for pair in losers if pair is not None)
    return counts


def left(bouts: Iterable[Bout]) -> frozenset[int]:
    """The pairs that have left, as their last match shows."""
    last: dict[int, bool] = {}
    for bout in sorted(bouts, key=lambda bout: bout.place):
        for side in Side:
            pair = bout.pairs[side]
            if pair is not None:
                by_leaving = bout.status == "finished" and bout.ended_by in BY_LEAVING
                last[pair] = by_leaving and bout.winner is not side
    return frozenset(pair for pair, has_left in last.items() if has_left)


def _follows(bout: Bout, arrival: Arrival, gone: Mapping[int, str]) -> Bout:
    pairs, vacant = arrival.pairs, arrival.vacant
    if vacant is NOBODY and None not in (pairs.a, pairs.b) and not _any_gone(pairs, gone):
        return Bout(bout.place, pairs, "ready")
    bare = Bout(bout.place, pairs)
    if any(pair is None and not empty for pair, empty in zip(pairs, vacant, strict=True)):
        return bare
    if arrival.rests and any(vacant):
        alone = Side.A if vacant.b else Side.B
        if pairs[alone] is None:
            return bare
        return replace(bare, status="finished", winner=alone, ended_by="bye")
    return _ended(bare, vacant, gone) or replace(bare, status="ready")


def _any_gone(pairs: BySide[int | None], gone: Mapping[int, str]) -> bool:
    return bool(gone) and (pairs.a in gone or pairs.b in gone)


def _at_table(bout: Bout, gone: Mapping[int, str], back: Collection[int]) -> Bout:
    """A match that has begun or been decided. A pair that has left loses it, until it comes
    back."""
    if bout.status != "playing":
        if not back or bout.status != "finished" or bout.ended_by not in BY_LEAVING:
            return bout
        losers = [bout.losing_pair] if bout.winner else [*bout.pairs]
        if not any(pair in back for pair in losers):
            return bout
    going_on = replace(bout, status="playing", winner=None, ended_by="")
    return _ended(bout, NOBODY, gone) or going_on


def _ended(bout: Bout, vacant: BySide[bool], gone: Mapping[int, str]) -> Bout | None:
    """The match as it ends because a side, or both, cannot play; None when both can."""
    reasons = []
    for pair, is_vacant in zip(bout.pairs, vacant, strict=True):
        why = "withdrawal" if is_vacant else "" if pair is None else gone.get(pair, "")
        reasons.append("disqualification" if why == PLACE_EMPTY else why)
    a, b = reasons
    if not a and not b:
        return None
    winner = None if a and b else Side.B if a else Side.A
    return replace(bout, status="finished", winner=winner, ended_by=a or b)


# What becomes of places when a pair is disqualified after its last match (T8), alike in every
# format: it loses its place and those behind it move up by one, or the place stays empty.


FIRST_TITLES: tuple[Title, ...] = ("champion", "runner_up")


def without_place(bouts: Sequence[Bout], gone: Mapping[int, str]) -> dict[int, str]:
    """The pairs of `gone` that were disqualified after their last match: they lost no match by
    leaving, and have none to play."""
    out = {pair: why for pair, why in gone.items() if why in DISQUALIFIED}
    if not out:
        return {}
    playing = {pair for bout in bouts if bout.status != "finished" for pair in bout.pairs}
    lost = left(bouts)
    return {pair: why for pair, why in out.items() if pair not in playing and pair not in lost}


def moved_up(
    lines: Sequence[Standing], bouts: Sequence[Bout], gone: Mapping[int, str], *, over: bool
) -> tuple[Standing, ...]:
    """The lines, with the pairs of `without_place` last and those behind them moved up.

    A title never goes to a pair that was disqualified: one that left before its last match loses
    its place too where it would become champion.
    """
    struck = without_place(bouts, gone)
    while struck and lines:
        ranked = _moved(lines, struck, over)
        best = ranked[0]
        if best.title != "champion" or gone.get(best.pair) not in DISQUALIFIED:
            return ranked
        struck[best.pair] = gone[best.pair]
    return tuple(lines)


def champion_of(lines: Sequence[Standing]) -> int | None:
    """The champion by the lines of standings that `moved_up` gives."""
    return next((line.pair for line in lines if line.title == "champion"), None)


def _moved(
    lines: Sequence[Standing], struck: Mapping[int, str], over: bool
) -> tuple[Standing, ...]:
    left_places = [
        line.place
        for line in lines
        if line.place is not None and struck.get(line.pair, PLACE_EMPTY) != PLACE_EMPTY
    ]
    stay = [_up(line, left_places) for line in lines if line.pair not in struck]
    at = Counter(line.place for line in stay)
    titled = [replace(line, shared=line.place is not None and at[line.place] > 1) for line in stay]
    # Where nobody won the last match there is no title that could go to the next pair.
    is_won = over and any(line.title == "champion" for line in lines)
    crowned = [_titled(line) if is_won and left_places else line for line in titled]
    last = [
        replace(line, title="disqualified", place=None, shared=False)
        for line in lines
        if line.pair in struck
    ]
    return (*crowned, *last)


def _up(line: Standing, left_places: Sequence[int]) -> Standing:
    if line.place is None:
        return line
    up = sum(place < line.place for place in left_places)
    title: Title = "third" if up and line.title == "fourth" else line.title
    return replace(line, place=line.place - up, title=title)


def _titled(line: Standing) -> Standing:
    if line.shared or line.place not in (1, 2) or line.title == "out":
        return line
    return replace(line, title=FIRST_TITLES[line.place - 1])


# The shape of a knockout bracket: a power of two of places, halved round by round.


def feeder(place: Place, side: Side) -> Place:
    """The match whose winner sits on `side` of `place`."""
    return Place(place.round - 1, 2 * place.slot + (side is Side.B))


def size(pairs: int) -> int:
    """Places in round 1: the power of two that holds `pairs` (2 or more)."""
    must_be_two(pairs)
    return 1 << (pairs - 1).bit_length()


def rounds(pairs: int) -> int:
    """Rounds from the first to the final."""
    return size(pairs).bit_length() - 1


def places(pairs: int) -> tuple[Place, ...]:
    """Every match, in order of play."""
    whole = size(pairs)
    return tuple(
        Place(number, slot)
        for number in range(1, rounds(pairs) + 1)
        for slot in range(whole >> number)
    )


def stage(number: int, of_rounds: int) -> Stage:
    """The usual name of round `number` of `of_rounds`."""
    if number == PRELIMINARY:
        return "preliminary"
    names: dict[int, Stage] = {0: "final", 1: "semi_final", 2: "quarter_final"}
    return names.get(of_rounds - number, "round")


def stage_by_pairs(number: int, of_rounds: int) -> Stage:
    """As `stage`, with the rounds before by how many pairs play there: their numbers follow on from
    rounds outside the bracket, and name nothing in it."""
    names: dict[int, Stage] = {3: "round_of_16", 4: "round_of_32", 5: "round_of_64"}
    return names.get(of_rounds - number, stage(number, of_rounds))
