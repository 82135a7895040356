"""The count: what one lance pays once the cards are shown (S3, S4, S5)."""

from __future__ import annotations

from typing import NamedTuple

from .betting import Bet, BetKind
from .holdings import Holding
from .judging import order_from
from .lances import LANCES, Lance
from .record import HandRecord
from .settlement import EntryKind
from .sides import SIDES, Side, side_of

Entries = tuple[tuple[EntryKind, int], ...]
Seats = frozenset[int] | set[int]


class Payment(NamedTuple):
    """Who wins a lance and what it pays that pair at the count: kinds and stones, in order."""

    winner: Side | None
    entries: Entries


class Words(NamedTuple):
    """For one lance, seat by seat: what is held, and whether a yes or a no can be true."""

    holds: tuple[bool, ...]
    may_hold: tuple[bool, ...]
    may_lack: tuple[bool, ...]


class Count:
    """The cards of one hand, lance by lance. Without cards only what needs none may be asked."""

    __slots__ = ("_columns", "_held", "_holdings", "_mano", "declared", "order")

    def __init__(self, record: HandRecord) -> None:
        holdings, mano = record.holdings or (), record.mano
        self._holdings = holdings
        # Without cards every word is taken as it was said.
        self._held = record.held or record.declared
        self.declared = record.declared
        self._mano = mano
        # Every key of all seats side by side, from the mano: column 1 is grande, and so on.
        self._columns = tuple(zip(*holdings[mano:], *holdings[:mano], strict=True))
        self.order = order_from(mano, record.ruleset.seats)

    # Comparing

    def winner(self, lance: Lance, counting: Seats | None) -> Side | None:
        """The pair that wins a lance on the cards, among `counting` (None: all who hold it)."""
        if lance is _GRANDE or lance is _CHICA:
            return self._best_of_all(_COLUMN[lance])
        if self._is_punto(lance):
            return self._best_of_all(_PUNTO_COLUMN)
        return self.best_side(lance, counting)

    def best_side(self, lance: Lance, seats: Seats | None) -> Side | None:
        """The pair of the best pares or juego, nearest the mano (W1); None: nobody has any.

        `seats` limits who counts; None: everybody.
        """
        keys = self._columns[_COLUMN[lance]]
        if seats is not None:
            keys = tuple(
                [key if seat in seats else 0 for seat, key in zip(self.order, keys, strict=True)]
            )
        best = max(keys)
        return _SIDE_OF[self._mano + keys.index(best)] if best else None

    def _best_of_all(self, column: int) -> Side:
        """The pair of the largest key; `index` finds the first from the mano among equals (W1)."""
        keys = self._columns[column]
        return _SIDE_OF[self._mano + keys.index(max(keys))]

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
        return {seat for seat, (said, held) in enumerate(words) if said and held}

    def _is_punto(self, lance: Lance) -> bool:
        return lance is _JUEGO and True not in self.declared[lance]

    # Paying

    def usual(self, lance: Lance, bet: Bet, counting: Seats | None) -> Payment:
        """A lance as it was bet; `counting` leaves out mistaken cards (P3, J7), None: nobody's."""
        kind, bettor, stones = bet
        if lance is _GRANDE or lance is _CHICA:
            if kind is _REFUSED:
                return Payment(bettor, ())
            winner = self._best_of_all(_COLUMN[lance])
            return Payment(winner, ((_ENVITE, stones),)) if stones else _PASO_TO[winner]
        if True not in self.declared[lance]:
            return self._undeclared(lance, bet)
        best = bettor if kind is _REFUSED else self.best_side(lance, counting)
        return Payment(best, _seen(bet) + self._worth(lance, best, counting))

    def _undeclared(self, lance: Lance, bet: Bet) -> Payment:
        """Nobody said yes: pares pays nobody, juego becomes punto (E7, S5)."""
        if lance is _PARES:
            return _NOBODY
        if bet.kind is _REFUSED:
            return Payment(bet.by, _PUNTO)
        return Payment(self._best_of_all(_PUNTO_COLUMN), _seen(bet) + _PUNTO)

    def awarded(self, lance: Lance, winner: Side | None, counting: Seats) -> Payment:
        """A lance given to a pair by a penalty: the worth of what counts, no stake."""
        return Payment(winner, self._worth(lance, winner, counting))

    def truthful(self, lance: Lance) -> Payment:
        """A lance on the cards, as if all had declared the truth and passed (D4, D6)."""
        if lance is _GRANDE or lance is _CHICA:
            return _PASO_TO[self._best_of_all(_COLUMN[lance])]
        winner = self.best_side(lance, None)
        if winner is None and lance is _JUEGO:
            return Payment(self._best_of_all(_PUNTO_COLUMN), _PUNTO)
        return Payment(winner, self._worth(lance, winner, None))

    def forfeited(self, lance: Lance, bet: Bet, *, to: Side | None) -> Payment:
        """A lance paid to `to` as its winner whatever the cards (G0); None: paid to nobody."""
        if to is None:
            return Payment(None, ())
        if lance is _GRANDE or lance is _CHICA:
            return Payment(to, _PASO if bet.kind is BetKind.PASO else _seen(bet))
        if self._is_punto(lance):
            return Payment(to, _seen(bet) + _PUNTO)
        if True not in self.declared[lance]:
            return Payment(None, ())
        return Payment(to, _seen(bet) + self._worth(lance, to, self.declarers(lance)))

    def _worth(self, lance: Lance, winner: Side | None, seats: Seats | None) -> Entries:
        """The worth of all the pares (juegos) of `winner` among `seats` (W4, W5)."""
        if winner is None:
            return ()
        kind, worth = _WORTH[lance]
        if seats is None:
            total = sum(self._columns[worth][(self._mano ^ winner.position) & 1 :: 2])
        else:
            total = sum([self._holdings[s][worth] for s in seats if side_of(s) is winner])
        return ((kind, total),)


def _seen(bet: Bet) -> Entries:
    """The stake of a seen bet, else nothing (E4)."""
    return ((_ENVITE, bet.stones),) if bet.kind is _SEEN else ()


_ENVITE = EntryKind.ENVITE
_REFUSED, _SEEN = BetKind.REFUSED, BetKind.SEEN
_PASO: Entries = ((EntryKind.PASO, 1),)
_PUNTO: Entries = ((EntryKind.PUNTO, 1),)
_NOBODY = Payment(None, ())
_PASO_TO = {side: Payment(side, _PASO) for side in SIDES}
_SIDE_OF = SIDES * 6
_GRANDE, _CHICA, _PARES, _JUEGO = LANCES
_COLUMN = {lance: Holding._fields.index(str(lance)) for lance in LANCES}
_PUNTO_COLUMN = Holding._fields.index("punto")
_WORTH = {
    _PARES: (EntryKind.PARES, Holding._fields.index("pares_worth")),
    _JUEGO: (EntryKind.JUEGO, Holding._fields.index("juego_worth")),
}
