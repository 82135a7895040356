"""Why each line of a ledger was paid: the bets, cards and false words behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from mus.betting import Bet, BetKind, close_bet
from mus.holdings import Holding
from mus.judging import best_seat, order_from
from mus.lances import LANCES, Lance
from mus.reading import read
from mus.record import HandRecord
from mus.ruleset import RefusedRaise
from mus.sides import Side, side_of
from scoring.wording.clauses import payment_clause
from scoring.wording.payments import comparison, joined, payment_reason
from tournament.errors import StrOrPromise

PENALTY_DEJES = {"J1", "P2", "J4", "P4", "J8"}
AWARDING = {"G0", "P1", "P2", "P4", "P6", "P7", "PX", "J1", "J3", "J4", "J5", "J6", "J8", "JX"}


class Seated(Protocol):
    """A seat with a player's name and cards."""

    @property
    def player(self) -> str: ...
    @property
    def cards(self) -> str: ...


class Reasons:
    """The reasons of one hand's payments."""

    def __init__(
        self,
        record: Mapping[str, Any],
        settlement: Mapping[str, Any],
        seats: Sequence[Seated],
    ) -> None:
        self._hand: HandRecord | None = None if "quick" in record else read(record).record
        self._settlement = settlement
        self._seats = seats

    @property
    def is_punto(self) -> bool:
        """Whether the last lance was played as punto, as far as was declared."""
        if self._hand is None:
            return False
        return not any(self._hand.declared.get(Lance.JUEGO, (True,)))

    def of(self, entry: Mapping[str, Any]) -> StrOrPromise:
        """One entry's reason, in a sentence or two."""
        kind = entry["kind"]
        if self._hand is None or kind == "quick":
            return payment_reason("quick")
        lance, pair = Lance(entry["lance"]), Side(entry["pair"])
        clauses = self._clauses(lance)
        if kind == "deje":
            return self._deje(lance, pair, entry["stones"], clauses)
        if kind == "ordago":
            return joined(payment_reason("ordago"), *self._compared(lance, pair, clauses))
        if kind == "envite" and clauses & {"G0"}:
            return payment_reason("envite_awarded", clauses=_listed(clauses))
        if kind in ("paso", "envite"):
            return joined(payment_reason(kind), *self._compared(lance, pair, clauses))
        if kind == "punto":
            return self._punto(lance, pair, clauses)
        return self._worth(lance, pair, entry["stones"], clauses)

    def clause_of(self, entry: Mapping[str, Any]) -> str:
        """The clause under which an entry is paid; empty for a hand entered without cards."""
        if self._hand is None:
            return ""
        kind, lance = entry["kind"], Lance(entry["lance"])
        return payment_clause(
            kind=kind,
            lance=lance,
            is_punto=self.is_punto,
            by_penalty=kind == "deje"
            and self._is_penalty_deje(lance, Side(entry["pair"]), entry["stones"]),
        )

    def _is_penalty_deje(self, lance: Lance, pair: Side, stones: int) -> bool:
        """Whether this deje was paid for a false word, and not for a refused bet."""
        bet = self._bet(lance)
        refused = bet.kind is BetKind.REFUSED and bet.by is pair and stones > 1
        return bool(self._clauses(lance) & PENALTY_DEJES) and not refused

    def _clauses(self, lance: Lance) -> set[str]:
        return {
            p["clause"] for p in self._settlement["penalties"] if p["lance"] in (None, str(lance))
        }

    def _bet(self, lance: Lance) -> Bet:
        assert self._hand is not None
        calls = self._hand.bets[LANCES.index(lance)]
        rules = self._hand.ruleset
        return close_bet(calls, refused_raise=rules.refused_raise, path="", faults=[])

    def _deje(self, lance: Lance, pair: Side, stones: int, clauses: set[str]) -> StrOrPromise:
        assert self._hand is not None
        if self._is_penalty_deje(lance, pair, stones):
            return payment_reason("deje_penalty", clauses=_listed(clauses & PENALTY_DEJES))
        if len(self._hand.bets[LANCES.index(lance)]) <= 2:
            return payment_reason("deje_first")
        one = self._hand.ruleset.refused_raise is RefusedRaise.ONE
        return payment_reason("deje_one" if one else "deje_raise")

    def _punto(self, lance: Lance, pair: Side, clauses: set[str]) -> StrOrPromise:
        if clauses & AWARDING:
            return payment_reason("punto_awarded", clauses=_listed(clauses & AWARDING))
        if self._bet(lance).kind is BetKind.REFUSED:
            return payment_reason("punto_refused")
        return joined(payment_reason("punto"), *self._compared(lance, pair, clauses))

    def _worth(self, lance: Lance, pair: Side, stones: int, clauses: set[str]) -> StrOrPromise:
        parts = self._parts(lance, pair, stones)
        worth = payment_reason("worth", parts=parts) if parts else payment_reason("worth_total")
        if clauses & AWARDING:
            return joined(worth, payment_reason("awarded", clauses=_listed(clauses & AWARDING)))
        if self._bet(lance).kind is not BetKind.PASO:
            # Won by a refusal, or the line of the stake already compares the cards.
            return worth
        return joined(worth, *self._compared(lance, pair, clauses))

    def _parts(self, lance: Lance, pair: Side, stones: int) -> str:
        """Who holds how much, when that is exactly what was paid: "Getaria 3, Zarautz 1"."""
        mistaken = {p["seat"] for p in self._settlement["penalties"] if p["lance"] == lance}
        for left_out in (set(), mistaken):
            worths = [
                (self._seats[seat].player, _worth_of(holding, lance))
                for seat, holding in enumerate(self._holdings())
                if side_of(seat) is pair and _worth_of(holding, lance) and seat not in left_out
            ]
            if sum(worth for _player, worth in worths) == stones:
                return ", ".join(f"{player} {worth}" for player, worth in worths)
        return ""

    def _compared(self, lance: Lance, pair: Side, clauses: set[str]) -> tuple[StrOrPromise, ...]:
        """Whose cards beat whose; empty where a false word took cards out of the comparison."""
        holdings = self._holdings()
        if not holdings or clauses:
            return ()
        assert self._hand is not None
        keys = [_comparable(holding, lance, self.is_punto) for holding in holdings]
        order = order_from(self._hand.mano, len(keys))
        best = best_seat([k if side_of(s) is pair else 0 for s, k in enumerate(keys)], order)
        other = best_seat([k if side_of(s) is not pair else 0 for s, k in enumerate(keys)], order)
        if best < 0 or (other >= 0 and keys[best] < keys[other]):
            return ()
        named = {"best": self._seats[best].player, "best_cards": self._seats[best].cards}
        if other < 0:
            return (comparison("alone", **named),)
        named |= {"other": self._seats[other].player, "other_cards": self._seats[other].cards}
        return (comparison("better" if keys[best] > keys[other] else "equal", **named),)

    def _holdings(self) -> Sequence[Holding]:
        return (self._hand.holdings if self._hand else None) or ()


def _comparable(holding: Holding, lance: Lance, is_punto: bool) -> int:
    if lance is Lance.GRANDE:
        return holding.grande
    if lance is Lance.CHICA:
        return holding.chica
    if lance is Lance.PARES:
        return holding.pares
    return holding.punto if is_punto else holding.juego


def _worth_of(holding: Holding, lance: Lance) -> int:
    return holding.pares_worth if lance is Lance.PARES else holding.juego_worth


def _listed(clauses: set[str]) -> str:
    return ", ".join(sorted(clauses))
