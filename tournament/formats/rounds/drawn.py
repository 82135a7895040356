"""Rounds drawn one after the other, from nothing but the facts and the seed.

A round is drawn as soon as every match before it has ended, and drawn again as long as none of its
own matches has begun, and no official has changed it by hand. From then on its matches stay, even
when earlier results are corrected. Only
a match whose pairs are no longer in play, or no longer in the same pool, is undone. While an
earlier match is played again, a match of this round stays if its pairs would meet here whoever wins
the earlier one. So the end of the earlier match undoes nothing more. Pairs that should be in the
round and are not take the free places, once all earlier matches have ended.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import product

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.lots import filled, in_order, lot, must_be_a_field, must_be_two
from tournament.formats.pairing import Pairing, everybody, meeting
from tournament.formats.protocol import Draw, Format, Resolution, Section
from tournament.formats.sections import by_round, taken
from tournament.formats.setting import NO_WISHES, Wishes
from tournament.formats.settling import BY_LEAVING, Arrival, Settling, steady
from tournament.formats.tables import lots_of

# How rounds were paired by the recipe "mus-rounds/1": the bye first, then the rest.
#
# Days drawn by it are paired by it to their end, so that their logs can be checked and replayed.


MOST_STEPS = 20_000
MOST_PAIRS_AT_ONCE = 200


def pairings(
    order: Sequence[int], met: Set[frozenset[int]], byes: Mapping[int, int]
) -> list[tuple[int, int | None]]:
    """With an odd number the last of those with fewest byes rests. Of long lists only the first 200
    avoid rematches."""
    playing = list(order)
    rests: list[tuple[int, int | None]] = []
    if len(playing) % 2:
        fewest = min(byes.get(pair, 0) for pair in playing)
        alone = next(pair for pair in reversed(playing) if byes.get(pair, 0) == fewest)
        playing.remove(alone)
        rests = [(alone, None)]
    matches = _Search(playing[:MOST_PAIRS_AT_ONCE], met).best()
    paired = {pair for match in matches for pair in match}
    rest = [pair for pair in playing if pair not in paired]
    return [*matches, *zip(rest[::2], rest[1::2], strict=True), *rests]


class _Search:
    """A depth-first search in the given order. It stops at the first pairing that has as many
    matches as possible."""

    def __init__(self, queue: Sequence[int], met: Set[frozenset[int]]) -> None:
        self._queue = tuple(queue)
        self._met = met
        self._most = len(queue) // 2
        self._steps = 0
        self._best: Pairing = ()

    def best(self) -> Pairing:
        self._extend(self._queue, ())
        return self._best

    def _extend(self, left: tuple[int, ...], pairing: Pairing) -> bool:
        """Tries to extend `pairing`. True when the search is to stop: nothing better exists, or it
        took too many steps."""
        self._steps += 1
        if len(pairing) > len(self._best):
            self._best = pairing
        if len(self._best) == self._most or self._steps >= MOST_STEPS:
            return True
        if len(pairing) + len(left) // 2 <= len(self._best):
            return False
        first, rest = left[0], left[1:]
        for index, other in enumerate(rest):
            if meeting(first, other) in self._met:
                continue
            if self._extend(rest[:index] + rest[index + 1 :], (*pairing, (first, other))):
                return True
        return self._extend(rest, pairing)


# The possible results of matches that are played again, as far as later rounds depend on them.


def supposed(
    number: int, bout: Bout, settled: Sequence[Bout], ahead: Counter[int], phase: int
) -> Iterator[list[Bout]]:
    """The matches before round `number`, with losses added: once for each way in which the matches
    `ahead` of the bout's pairs may end. `phase`: the round from which on a loss costs more. Those
    that are played again before it do not cost so much."""
    both = [pair for pair in bout.pairs if pair is not None]
    if number >= phase:
        open_bouts = [one for one in settled if one.status != "finished" and {*both} & {*one.pairs}]
        are_laid_out = all(ahead[pair] == to_play(open_bouts)[pair] for pair in both)
        if are_laid_out and all(bout.place.round < phase for bout in open_bouts):
            number = phase - 1
    for losses in _losses(both, settled, ahead):
        more = (_loss(pair, number) for pair, count in losses for _lost in range(count))
        yield [*settled, *more]


def to_play(bouts: Iterable[Bout]) -> Counter[int]:
    """Pair → its matches that have not ended."""
    unfinished = (bout for bout in bouts if bout.status != "finished")
    return Counter(pair for bout in unfinished for pair in bout.pairs if pair is not None)


def _losses(
    pairs: Sequence[int], bouts: Iterable[Bout], ahead: Counter[int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way in which the matches `ahead` may end: for each pair, how many of them it loses."""
    against = any(bout.status != "finished" and set(pairs) == set(bout.pairs) for bout in bouts)
    if against and all(ahead[pair] == 1 for pair in pairs):
        yield from (((pair, 1),) for pair in pairs)
        return
    for counts in product(*(range(ahead[pair] + 1) for pair in pairs)):
        yield tuple(zip(pairs, counts, strict=True))


def _loss(pair: int, number: int) -> Bout:
    """A lost match before round `number`, in the form in which it would count."""
    return Bout(Place(number, 0), BySide(pair, None), "finished", Side.B, "ruling")


def meet(bout: Bout, pools: Iterable[Collection[int]]) -> bool:
    """Whether the pairs of the match are in one pool. A pair that rests goes on resting."""
    both = {pair for pair in bout.pairs if pair is not None}
    return any(both <= set(pool) for pool in pools)


BYE_FIRST = "mus-rounds/1"
ALGORITHM = "mus-rounds/2"
SEEDS_REST = "mus-rounds/3"
NOBODY: BySide[int | None] = BySide(None, None)
NEVER = 1_000
"""A round that no day reaches."""
Pairings = Mapping[int, BySide[int | None]]


class DrawnRounds(Format):
    """The base of all formats with drawn rounds. Each format says which pairs are `in_play` after
    the rounds so far, and in which `pools` they meet."""

    options: tuple[str, ...] = ("clubs_apart", "seeds", "byes_by_lot")
    by_rounds = True

    def so_far(self, bouts: Sequence[Bout]) -> Sequence[Bout]:
        """Without the byes of rounds that were drawn and in which nothing was played: they would
        otherwise be points."""
        last = max((bout.place.round for bout in bouts if bout.is_fact), default=0)
        return [bout for bout in bouts if bout.place.round <= last or bout.status != "finished"]

    takes_late_pairs = True

    @property
    def draw_algorithm(self) -> str:
        return self._recipe(seeded=bool(self.setting.options.get("seeds")))

    def _recipe(self, *, seeded: bool) -> str:
        """The recipe of the draw that was made, or else the newest that the options ask for."""
        if self.setting.own_recipe in (BYE_FIRST, ALGORITHM, SEEDS_REST):
            return self.setting.own_recipe
        return SEEDS_REST if seeded and self.setting.seeds_rest else ALGORITHM

    @property
    def is_by_first_recipe(self) -> bool:
        """Whether this day was drawn by the first recipe, and keeps its rules to the end."""
        return self.setting.own_recipe == BYE_FIRST

    @property
    def knockout_from(self) -> int:
        """The round from which on a pair has fewer lives left, whatever it has lost before."""
        return NEVER

    @abstractmethod
    def in_play(self, bouts: Sequence[Bout]) -> frozenset[int]:
        """The pairs that play in the next round."""

    @abstractmethod
    def pools(
        self, number: int, pairs: Collection[int], bouts: Sequence[Bout]
    ) -> Sequence[Sequence[int]]:
        """The pairs that play in round `number`, in groups; pairs meet only within their group."""

    def places(self, pairs: int) -> tuple[Place, ...]:
        """The places of round 1 alone: later rounds are drawn later."""
        must_be_two(pairs)
        return tuple(Place(1, slot) for slot in range((pairs + 1) // 2))

    def byes(self, pairs: int) -> int:
        return super().byes(pairs) + pairs % 2

    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        must_be_a_field(numbers)
        count = len(numbers)
        sizes = [*(2 for _match in range(count // 2)), *([1] if count % 2 else [])]
        recipe = self._recipe(seeded=bool(wishes.seeds))
        seats = [*range(count // 2)]
        if recipe == SEEDS_REST and count % 2:
            seats = [count // 2, *seats]
        groups = filled(in_order(numbers, seed), sizes, seats, wishes)
        matches = tuple((group[0], group[1] if len(group) == 2 else None) for group in groups)
        return Draw(seed, tuple(sorted(numbers)), matches, recipe)

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        return (Section("rounds", 0, by_round(bout.place for bout in taken(bouts))),)

    def resolve(
        self, bouts: Sequence[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        return steady(self._resolve_once, bouts, gone, back)

    def _resolve_once(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], back: Collection[int]
    ) -> Resolution:
        sorted_bouts = sorted(bouts, key=lambda bout: bout.place)
        rounds: dict[int, list[Bout]] = {}
        for bout in sorted_bouts:
            rounds.setdefault(bout.place.round, []).append(bout)
        last = max((bout.place.round for bout in taken(sorted_bouts)), default=1)
        is_open = any(bout.status != "finished" for bout in rounds.get(last, ())) and any(
            self.pools(last + 1, self.in_play(sorted_bouts), sorted_bouts)
        )
        settling = Settling(gone, back, sorted_bouts, last_open_round=last if is_open else 0)
        pairings: Pairings = {bout.place.slot: bout.pairs for bout in rounds.get(1, ())}
        number = 1
        waits: Counter[int] = Counter()
        while pairings or number <= max(rounds, default=1):
            self._settle(settling, rounds.get(number, []), pairings, number, last)
            number += 1
            settled = list(settling.settled.values())
            pairings = self._round(number, rounds.get(number, []), settled, waits)
        return settling.resolution(sorted_bouts)

    def lot_of_round(self, number: int, bouts: Sequence[Bout]) -> dict[int, str]:
        """Pair → its lot in round `number`, made from the seed and the pair's place in the draw."""
        first = lots_of(bout for bout in bouts if bout.place.round == 1)
        seed = self.setting.seed
        return {pair: lot(seed, f"round:{number}:lot:{place}") for pair, place in first.items()}

    def _round(
        self, number: int, stood: Sequence[Bout], settled: Sequence[Bout], waits: Counter[int]
    ) -> Pairings:
        """Slot → the pairs that meet there in round `number`. `waits`: pair → its matches of
        earlier rounds that are not drawn yet; those of this round are added."""
        pools = [*self.pools(number, self.in_play(settled), settled)]
        ahead = waits + to_play(settled)
        standing = _once_each(
            bout
            for bout in taken(stood)
            if meet(bout, pools) and self._stays(number, bout, settled, ahead)
        )
        begun = any(bout.is_fact and bout.place.slot in standing for bout in stood)
        if not begun and number not in self.setting.by_hand:
            standing = {}
        elif not begun and not ahead:
            standing = _without_spare_byes(standing, pools)
        seated = {pair for pairs in standing.values() for pair in pairs if pair is not None}
        free = [[pair for pair in pool if pair not in seated] for pool in pools]
        if ahead:
            waits.update(pair for pool in free for pair in pool)
            return standing
        new = [both for pool in free for both in self._pairings(pool, settled)]
        free_slots = (slot for slot in range(len(standing) + len(new)) if slot not in standing)
        return standing | {slot: BySide(*both) for slot, both in zip(free_slots, new, strict=False)}

    def _pairings(
        self, order: Sequence[int], bouts: Sequence[Bout]
    ) -> list[tuple[int, int | None]]:
        met = frozenset(
            meeting(bout.pairs.a, bout.pairs.b)
            for bout in bouts
            if bout.pairs.a is not None and bout.pairs.b is not None
        )
        pair = pairings if self.is_by_first_recipe else everybody
        return pair(order, met, _byes(bouts))

    def _stays(self, number: int, bout: Bout, settled: Sequence[Bout], ahead: Counter[int]) -> bool:
        """Whether the two pairs of a match of round `number` meet there, however their earlier
        matches (`ahead`) end."""
        if ahead.keys().isdisjoint(bout.pairs):
            return True
        ways = supposed(number, bout, settled, ahead, self.knockout_from)
        return all(meet(bout, self.pools(number, self.in_play(way), way)) for way in ways)

    def _settle(
        self,
        settling: Settling,
        stood: Sequence[Bout],
        pairings: Pairings,
        number: int,
        last: int,
    ) -> None:
        by_slot = {bout.place.slot: bout for bout in stood}
        for slot in sorted(by_slot.keys() | pairings.keys()):
            pairs = pairings.get(slot)
            bout = by_slot.get(slot) or Bout(Place(number, slot), NOBODY)
            if pairs is None:
                settling.settle(bout, Arrival(NOBODY))
                continue
            # A pair that leaves while it rests gets no bye, so that its match shows that it left.
            rested = bout.ended_by == "bye" and settling.left_after_its_last(pairs.a, bout.place)
            is_last = number >= last and not rested
            away = pairs.a in settling.gone and (is_last or bout.ended_by in BY_LEAVING)
            empty = BySide(*(pair is None for pair in pairs))
            settling.settle(bout, Arrival(pairs, empty, rests=not away))


def _once_each(bouts: Iterable[Bout]) -> dict[int, BySide[int | None]]:
    """Slot → pairs of the matches that stay in a round, without a second match of a pair: facts
    before what follows from others, such as the bye of a pair whose match has been restored."""
    by_slot: dict[int, BySide[int | None]] = {}
    seated: set[int] = set()
    for bout in sorted(bouts, key=lambda bout: (not bout.is_fact, bout.place)):
        pairs = {pair for pair in bout.pairs if pair is not None}
        if seated.isdisjoint(pairs):
            by_slot[bout.place.slot] = bout.pairs
            seated |= pairs
    return by_slot


def _without_spare_byes(
    standing: Pairings, pools: Iterable[Collection[int]]
) -> dict[int, BySide[int | None]]:
    """The matches of a round changed by hand, without the byes of a pool in which more pairs would
    rest than must: one that has come in since meets a pair that was to rest."""
    spare: set[int] = set()
    for pool in pools:
        byes = [slot for slot, pairs in standing.items() if pairs.b is None and pairs.a in pool]
        spare |= {*byes} if len(byes) > len(pool) % 2 else set()
    return {slot: pairs for slot, pairs in standing.items() if slot not in spare}


def _byes(bouts: Iterable[Bout]) -> Counter[int]:
    rested = (bout.winning_pair for bout in bouts if bout.ended_by == "bye")
    return Counter(pair for pair in rested if pair is not None)
