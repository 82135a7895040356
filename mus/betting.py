"""The bets on one lance: calls in, outcome out (E1 to E5)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from .faults import Fault, fault
from .invalid import InvalidValue, require_one_of, require_whole
from .ruleset import RefusedRaise
from .sides import SIDES, Side

FIRST_BET = 2
"""The least first bet, the least raise, and what an unsaid amount means (E1), in stones."""
MOST_STAKE = 2**53 - 1
"""The largest total that every reader of a record keeps exactly."""


class CallKind(StrEnum):
    """What a pair may say once it does not pass (E1 to E3)."""

    ENVIDO = "envido"
    ORDAGO = "ordago"
    QUIERO = "quiero"
    NO_QUIERO = "no_quiero"

    # Calls are keys of the kept outcomes; Enum would hash in Python.
    __hash__ = str.__hash__


class _Call(NamedTuple):
    by: Side
    kind: CallKind
    stake: int | None = None


class Call(_Call):
    """One call of a pair. `stake` is an envido's new total in stones; None when unsaid (E1).

    Raises `InvalidValue` for what is no call; whether it may be said is asked where it is said.
    """

    __slots__ = ()

    def __new__(cls, by: Side, kind: CallKind, stake: int | None = None) -> Call:
        side = require_one_of("by", by, SIDES)
        valid_kind = require_one_of("kind", kind, tuple(CallKind))
        if stake is not None:
            require_whole("stake", stake, most=MOST_STAKE)
            if valid_kind is not CallKind.ENVIDO:
                raise InvalidValue("stake", stake, f"Leave it out: {valid_kind} states no stake.")
        return super().__new__(cls, side, valid_kind, stake)


class BetKind(StrEnum):
    """How the betting on a lance ended (E4, E5)."""

    PASO = "paso"
    SEEN = "seen"
    REFUSED = "refused"
    ORDAGO = "ordago"


class Bet(NamedTuple):
    """The outcome of a lance's betting.

    `by`: the pair whose call was seen or refused, None when everybody passed. `stones`: the stake
    of a seen bet, the deje of a refused one (E5), 0 for paso and for a seen órdago.
    """

    kind: BetKind
    by: Side | None = None
    stones: int = 0


PASSED = Bet(BetKind.PASO)

_ENVIDO, _ORDAGO = CallKind.ENVIDO, CallKind.ORDAGO
_QUIERO, _NO_QUIERO = CallKind.QUIERO, CallKind.NO_QUIERO


class Slip(NamedTuple):
    """One fault in the calls on a lance: its code, the call's position, what the message needs."""

    code: str
    position: int | None
    params: tuple[tuple[str, object], ...] = ()


class Closed(NamedTuple):
    """The outcome of a lance's calls, and every slip in them."""

    bet: Bet
    slips: tuple[Slip, ...]


def close_bet(
    calls: Sequence[Call], *, refused_raise: RefusedRaise, path: str, faults: list[Fault]
) -> Bet:
    """The outcome of the calls on one lance; every fault found is appended to `faults`.

    A call at fault is still taken as said, so that one slip is reported once and what follows is
    judged as the table meant it. A bet without an answer counts as passed.
    """
    bet, slips = close_calls(tuple(calls), refused_raise)
    for code, position, params in slips:
        where = path if position is None else f"{path}[{position}]"
        faults.append(fault(code, where, **dict(params)))
    return bet


@lru_cache(maxsize=4096)
def close_calls(calls: tuple[Call, ...], refused_raise: RefusedRaise) -> Closed:
    """The outcome of the calls on one lance. Tables bet in few ways, so answers are kept."""
    reader = _Reader(refused_raise)
    for position, call in enumerate(calls):
        reader.take(position, call)
    return Closed(reader.outcome(), tuple(reader.slips))


def deje(before: int, refused_raise: RefusedRaise) -> int:
    """What a refused bet pays where `before` stood before it (E5): 1 when nothing did."""
    if refused_raise is RefusedRaise.NOTHING:
        return 0
    if refused_raise is RefusedRaise.ONE or not before:
        return 1
    return before + 1 if refused_raise is RefusedRaise.PLUS_ONE else before


class _Reader:
    """Reads the calls of one lance in order, keeping what stands."""

    __slots__ = (
        "_before", "_bettor", "_closed", "_ordago", "_refused_raise", "_standing", "slips",
    )  # fmt: skip

    def __init__(self, refused_raise: RefusedRaise) -> None:
        self._refused_raise = refused_raise
        self.slips: list[Slip] = []
        self._bettor: Side | None = None
        self._standing = 0
        self._before = 0
        self._ordago = False
        self._closed: Bet | None = None

    def take(self, position: int, call: Call) -> None:
        by, kind, stake = call
        if self._closed is not None:
            self._fault("call_after_close", position)
            return
        if kind is _QUIERO or kind is _NO_QUIERO:
            self._answer(position, by, kind)
            return
        if self._bettor is by:
            self._fault("out_of_turn", position, by=by)
        if self._ordago:
            self._fault("bet_over_ordago", position)
        if kind is _ORDAGO:
            self._before, self._ordago, self._bettor = self._standing, True, by
        else:
            self._raise(position, by, stake)

    def outcome(self) -> Bet:
        if self._closed is not None:
            return self._closed
        if self._bettor is not None:
            self.slips.append(Slip("bet_unanswered", None))
        return PASSED

    def _raise(self, position: int, by: Side, stake: int | None) -> None:
        least = self._standing + FIRST_BET
        total = least if stake is None else stake
        if total < least and not self._ordago:
            if self._bettor is None:
                self._fault("bet_too_small", position, stake=total)
            else:
                self._fault("raise_too_small", position, stake=total, least=least)
        self._before, self._standing, self._bettor = self._standing, total, by
        self._ordago = False

    def _answer(self, position: int, by: Side, kind: CallKind) -> None:
        if self._bettor is None:
            self._fault("nothing_to_answer", position)
            return
        if self._bettor is by:
            self._fault("out_of_turn", position, by=by)
        if kind is _NO_QUIERO:
            stones = deje(self._before, self._refused_raise)
            self._closed = Bet(BetKind.REFUSED, self._bettor, stones)
        elif self._ordago:
            self._closed = Bet(BetKind.ORDAGO, self._bettor)
        else:
            self._closed = Bet(BetKind.SEEN, self._bettor, self._standing)

    def _fault(self, code: str, position: int, **params: object) -> None:
        self.slips.append(Slip(code, position, tuple(params.items())))
