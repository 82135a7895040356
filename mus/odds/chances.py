"""The exact chance to win each lance, for one holding against all that is unseen, and for a pair.

Everything is counted, nothing sampled: the three unseen hands (two, when the partner's cards are
known) are dealt in every possible way. Unseen hands are alike, so when some of them tie for the
best every choice of them is equally likely; the seat nearest the mano among them wins (W1).
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from ..cards import Card
from ..lances import LANCES, Lance
from ..ruleset import RuleSet
from .dealing import all_deals, deals_up_to, up_to
from .tables import Counts, LanceTable, table_of
from .ties import ties_above


class LanceOdds(NamedTuple):
    """The chances in one lance, each an exact fraction.

    `alone`: that this holding is the best of the table; `pair`: that it or the partner's is;
    `nobody`: that nobody takes part (pares alone). Juego counts as punto when nobody has 31 (E7).
    """

    alone: Fraction
    pair: Fraction
    nobody: Fraction

    @property
    def cannot_lose(self) -> bool:
        """Whether no cards of the others beat this pair."""
        return self.pair + self.nobody == 1

    @property
    def cannot_win(self) -> bool:
        """Whether no cards of the partner's and the others' win it."""
        return self.pair == 0


Odds = dict[Lance, LanceOdds]


def odds_of(cards: Sequence[Card], *, place: int, ruleset: RuleSet) -> Odds:
    """The chances of four cards in each lance against three unseen hands (W1 to W6).

    `place`: how many speak before, 0 for the mano to 3 for the postre. Jokers stand in each lance
    for what is best there (§10). ValueError: not four cards, no such place, six seats, or a suit
    that the lance needs is not known.
    """
    return {lance: odds_in(lance, cards, place=place, ruleset=ruleset) for lance in LANCES}


def odds_in(lance: Lance, cards: Sequence[Card], *, place: int, ruleset: RuleSet) -> LanceOdds:
    """The chances in one lance alone, as `odds_of` gives them and with the same errors."""
    check(cards, place, ruleset)
    table = table_of(lance, ruleset)
    return chances_of_one(table, table.index_of(cards), unseen_of(table, cards), place)


def odds_of_pair(
    first: Sequence[Card], second: Sequence[Card], *, place: int, ruleset: RuleSet
) -> Odds:
    """The chances of a pair that knows both its holdings, against two unseen hands.

    `first` speaks at `place` (0 or 1), `second` two later. `alone` is the first holding's chance.
    Raises ValueError as `odds_of` does.
    """
    check(first, place, ruleset)
    check(second, place + 2, ruleset)
    out = {}
    for lance in LANCES:
        table = table_of(lance, ruleset)
        keys = (table.index_of(first), table.index_of(second))
        out[lance] = chances_of_two(table, keys, unseen_of(table, [*first, *second]), place)
    return out


def odds_of_shown(
    shown: Sequence[Sequence[Card]], *, mano: int, ruleset: RuleSet
) -> tuple[Odds, Odds]:
    """The chances that pair A and pair B had, each knowing its own two of the four hands shown."""
    if len(shown) != 4:
        raise ValueError("the odds are of four hands")
    out = []
    for seat in (0, 1):
        places = sorted((s - mano) % 4 for s in (seat, seat + 2))
        first, second = (shown[(mano + place) % 4] for place in places)
        out.append(odds_of_pair(first, second, place=places[0], ruleset=ruleset))
    return out[0], out[1]


def check(cards: Sequence[Card], place: int, ruleset: RuleSet) -> None:
    """Raises ValueError for what has no odds: other than four seats, four cards, four places."""
    if ruleset.seats != 4:
        raise ValueError("the odds are of four at a table")
    if len(cards) != 4:
        raise ValueError("a holding is four cards")
    if not 0 <= place < 4:
        raise ValueError("a place is 0 for the mano to 3 for the postre")


def unseen_of(table: LanceTable, seen: Sequence[Card]) -> Counts:
    """How many cards of each kind are left of the pack. ValueError for a card seen twice."""
    left = tuple(n - c for n, c in zip(table.pack, table.counts(seen), strict=True))
    if min(left) < 0 or len({c[:2] for c in seen if c.suit}) < sum(bool(c.suit) for c in seen):
        raise ValueError("a card cannot be in two places")
    return left


# One holding


class _Spread(NamedTuple):
    """In how many deals which hands hold the best key: ours with j unseen ones, or j unseen."""

    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    nobody: int
    deals: int


def chances_of_one(table: LanceTable, key: int, unseen: Counts, place: int) -> LanceOdds:
    """The chances of a holding with this key against three hands dealt from `unseen`."""
    spread = _spread(table.lance, table.ruleset, key, unseen)
    others = [seat for seat in range(4) if seat != place]
    partner = (place + 2) % 4
    alone = paired = Fraction(0)
    for number in range(4):
        holders = list(combinations(others, number))
        ours = Fraction(spread.ours[number], len(holders))
        theirs = Fraction(spread.theirs[number], len(holders))
        for tied in holders:
            if not tied or place < min(tied):
                alone += ours
            elif min(tied) == partner:
                paired += ours
            if tied and min(tied) == partner:
                paired += theirs
    deals = spread.deals
    return LanceOdds(alone / deals, (alone + paired) / deals, Fraction(spread.nobody, deals))


@lru_cache(maxsize=4096)
def _spread(lance: Lance, ruleset: RuleSet, key: int, unseen: Counts) -> _Spread:
    table = table_of(lance, ruleset)
    deals = all_deals(sum(unseen), 3)
    up = deals_up_to(up_to(table, key), unseen, 3)
    two, three = ties_above(table, key, unseen)
    one = deals - sum(up) - two - three
    if key:
        return _Spread(tuple(up), (0, one, two, three), 0, deals)
    return _Spread((0, 0, 0, 0), (0, one, two, three), sum(up), deals)


# Two holdings of a pair


def chances_of_two(
    table: LanceTable, keys: tuple[int, int], unseen: Counts, place: int
) -> LanceOdds:
    """The chances of a pair with these keys, at `place` and two later, against two unseen hands."""
    best = max(keys)
    deals = all_deals(sum(unseen), 2)
    up = deals_up_to(up_to(table, best), unseen, 2)
    if not best:
        return LanceOdds(Fraction(0), Fraction(0), Fraction(sum(up), deals))
    speaks = place if keys[0] == best else place + 2
    rivals = [seat for seat in range(4) if (seat - place) % 2]
    chance = sum(
        (Fraction(up[number] * _later(speaks, rivals, number), comb(2, number))
         for number in range(3)),
        Fraction(0),
    ) / deals  # fmt: skip
    # The first to speak holds the best or its equal, or the second is better and wins alone.
    return LanceOdds(chance if keys[0] == best else Fraction(0), chance, Fraction(0))


def _later(speaks: int, rivals: Iterable[int], number: int) -> int:
    """In how many choices of `number` rivals who tie all of them speak after us."""
    return sum(1 for tied in combinations(rivals, number) if all(speaks < seat for seat in tied))
