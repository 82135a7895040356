"""The count: what one lance pays once the cards are shown (S3, S4, S5)."""

from functools import lru_cache
from typing import NamedTuple

from .betting import Bet, BetKind
from .holdings import Holding
from .judging import order_from
from .lances import LANCES, Lance
from .record import HandRecord
from .settlement import LedgerEntry, LedgerKind
from .sides import SIDES, Side, side_of

Entries = tuple[LedgerEntry, ...]
Seats = frozenset[int] | set[int]


Payment = tuple[Side | None, Entries]
"""Who wins a lance, and what it pays that pair at the count, in order."""


class Words(NamedTuple):
    """For one lance, seat by seat: what is held, and whether a yes or a no can be true."""

    holds: tuple[bool, ...]
    may_hold: tuple[bool, ...]
    may_lack: tuple[bool, ...]


class Count:
    """The cards of one hand, lance by lance. Without cards only what needs none may be asked."""

    __slots__ = ("_columns", "_held", "_holdings", "_mano", "_seats", "agrees", "declared")

    def __init__(self, record: HandRecord) -> None:
        holdings, mano = record.holdings or (), record.mano
        self._holdings = holdings
        # Without cards every word is taken as it was said.
        self._held = record.held or record.declared
        self.declared = record.declared
        self._mano = mano
        # Every key of all seats side by side, from the mano: column 1 is grande, and so on.
        self._columns = tuple(zip(*holdings[mano:], *holdings[:mano], strict=True))
        self._seats = record.ruleset.seats
        # Whether every seat said what it shows in both lances, or nothing is shown.
        self.agrees = self.declared == self._held

    @property
    def order(self) -> tuple[int, ...]:
        """The seats from the mano on."""
        return order_from(self._mano, self._seats)

    # Comparing

    def best_side(
        self, lance: Lance, seats: Seats | None = None, *, punto: bool = False
    ) -> Side | None:
        """The pair of the best cards in a lance, nearest the mano (W1); None: nobody holds it.

        `seats` limits whose pares or juegos count; None: everybody's. `punto`: nobody has juego.
        """
        keys = self._columns[_PUNTO_COLUMN if punto else _COLUMN[lance]]
        if seats is not None:
            keys = tuple(
                [key if seat in seats else 0 for seat, key in zip(self.order, keys, strict=True)]
            )
        best = max(keys)
        # `index` finds the first from the mano among equals.
        return _SIDE_OF[self._mano + keys.index(best)] if best else None

    def counting(self, lance: Lance) -> Seats | None:
        """Whose pares or juegos count where no word was false; None: of all who hold any.

        With jokers a seat may hold what it truly denied: that does not count (§10).
        """
        if lance is _GRANDE or lance is _CHICA or not self._holdings or self.words_agree(lance):
            return None
        return self.declarers(lance)

    # What was said

    def words_agree(self, lance: Lance) -> bool:
        """Whether every seat said what it shows: the common case, answered at once."""
        return self.declared[lance] == self._held[lance]

    def words(self, lance: Lance) -> Words:
        """What each seat holds, and could truly have said."""
        h = self._holdings
        if lance is _PARES:
            may, lack = tuple(x.may_pares for x in h), tuple(x.may_lack_pares for x in h)
        else:
            may, lack = tuple(x.may_juego for x in h), tuple(x.may_lack_juego for x in h)
        return Words(self._held[lance], may, lack)

    def declarers(self, lance: Lance) -> Seats:
        """The seats that said yes and hold it."""
        words = zip(self.declared[lance], self._held[lance], strict=True)
        return {seat for seat, (is_yes, held) in enumerate(words) if is_yes and held}

    def _is_punto(self, lance: Lance) -> bool:
        return lance is _JUEGO and True not in self.declared[lance]

    # Paying

    def usual(self, lance: Lance, bet: Bet, counting: Seats | None) -> Payment:
        """A lance as it was bet; `counting` leaves out mistaken cards (P3, J7), None: nobody's."""
        kind, bettor, stones = bet
        if lance is _GRANDE or lance is _CHICA:
            if kind is _REFUSED:
                return bettor, ()
        elif True not in self.declared[lance]:
            return self._undeclared(lance, bet)
        best = bettor if kind is _REFUSED else self.best_side(lance, counting)
        return self._with_worth(lance, best, stones if kind is _SEEN else 0, counting)

    def _undeclared(self, lance: Lance, bet: Bet) -> Payment:
        """Nobody said yes: pares pays nobody, juego becomes punto (E7, S5)."""
        if lance is _PARES:
            return _NOBODY
        if bet.kind is _REFUSED:
            return self.punto(bet.by, 0)
        return self.punto(self.best_side(lance, punto=True), _stake(bet))

    def awarded(self, lance: Lance, winner: Side | None, counting: Seats) -> Payment:
        """A lance given to a pair by a penalty: the worth of what counts, no stake."""
        return self._with_worth(lance, winner, 0, counting)

    def truthful(self, lance: Lance) -> Payment:
        """A lance on the cards, as if all had declared the truth and passed (D4, D6)."""
        winner = self.best_side(lance)
        if winner is None and lance is _JUEGO:
            return self.punto(self.best_side(lance, punto=True), 0)
        return self._with_worth(lance, winner, 0, None)

    def forfeited(self, lance: Lance, bet: Bet, *, to: Side | None) -> Payment:
        """A lance paid to `to` as its winner whatever the cards (G0); None: paid to nobody."""
        if to is None:
            return _NOBODY
        stake = _stake(bet)
        if lance is _GRANDE or lance is _CHICA:
            return to, entries_of(to, lance, stake, _PASO, 1 if bet.kind is BetKind.PASO else 0)
        if self._is_punto(lance):
            return self.punto(to, stake)
        if True not in self.declared[lance]:
            return _NOBODY
        return self._with_worth(lance, to, stake, self.declarers(lance))

    def punto(self, winner: Side | None, stake: int) -> Payment:
        """The punto: the stake if seen, and one stone (S5)."""
        if winner is None:
            return _NOBODY
        return winner, entries_of(winner, _JUEGO, stake, LedgerKind.PUNTO, 1)

    def _with_worth(
        self, lance: Lance, winner: Side | None, stake: int, seats: Seats | None
    ) -> Payment:
        """The stake, and the worth of all the pares (juegos) of `winner` among `seats` (W4, W5);
        grande and chica are worth a stone where nothing was staked (S3)."""
        if winner is None:
            return _NOBODY
        if lance is _GRANDE or lance is _CHICA:
            return winner, entries_of(winner, lance, stake, _PASO, 0 if stake else 1)
        kind, worth = _WORTH[lance]
        if seats is None:
            total = sum(self._columns[worth][(self._mano ^ (winner is _B)) & 1 :: 2])
        else:
            total = sum([self._holdings[s][worth] for s in seats if side_of(s) is winner])
        return winner, entries_of(winner, lance, stake, kind, total)


@lru_cache(maxsize=2048)
def entries_of(pair: Side, lance: Lance, stake: int, kind: LedgerKind, stones: int) -> Entries:
    """The stake, and what the lance itself pays; of either only what there is. There are few
    different ones, so they are kept."""
    due = (LedgerEntry(pair, lance, _ENVITE, stake), LedgerEntry(pair, lance, kind, stones))
    return tuple([entry for entry in due if entry.stones])


def _stake(bet: Bet) -> int:
    """The stake of a seen bet, else nothing (E4)."""
    return bet.stones if bet.kind is _SEEN else 0


_B = Side.B
_ENVITE, _PASO = LedgerKind.ENVITE, LedgerKind.PASO
_REFUSED, _SEEN = BetKind.REFUSED, BetKind.SEEN
_NOBODY: Payment = (None, ())
_SIDE_OF = SIDES * 6
_GRANDE, _CHICA, _PARES, _JUEGO = LANCES
_COLUMN = {lance: Holding._fields.index(str(lance)) for lance in LANCES}
_PUNTO_COLUMN = Holding._fields.index("punto")
_WORTH = {
    _PARES: (LedgerKind.PARES, Holding._fields.index("pares_worth")),
    _JUEGO: (LedgerKind.JUEGO, Holding._fields.index("juego_worth")),
}
