"""The betting of a hand from the grande on: what was reached, what was closed, where it ended.

This is the hand as the table lived it, before any card is shown: dejes are taken at once (S1) and
may win the game, a seen órdago stops the betting (S6). False words are not known yet.
"""

from functools import lru_cache
from typing import NamedTuple

from .betting import PASSED, Bet, BetKind, Call, close_bet, close_calls
from .faults import Fault, fault
from .lances import DECLARED_LANCES, INDEX, LANCES, Lance
from .record import HandRecord
from .sides import Side, side_of


class Betting(NamedTuple):
    """The bets of the lances that were reached, in lance order, and the lance that ended the game.

    `ended_at` is set by a deje that reached the target (`ended_by_deje`) or by a seen órdago.
    """

    bets: tuple[Bet, ...]
    ended_at: Lance | None
    ended_by_deje: Side | None

    def reached(self, lance: Lance) -> bool:
        return INDEX[lance] < len(self.bets)


def play_out(record: HandRecord, *, unread: frozenset[str], faults: list[Fault]) -> Betting:
    """Follow the bets of a record, appending every fault. `unread`: paths that said nothing."""
    if record.bets == _NO_CALLS and len(record.declared) == 2:
        return _ALL_PASSED
    bets: list[Bet] = []
    score = [record.score[0], record.score[1]]
    rules = record.ruleset
    ended_at: Lance | None = None
    ended_by_deje: Side | None = None
    for lance, calls in zip(LANCES, record.bets, strict=True):
        if ended_at is not None:
            if calls:
                faults.append(fault("bets_after_game_over", f"bets.{lance}"))
            continue
        is_open = lance not in _DECLARED or _is_open(lance, calls, record, faults)
        if calls and is_open:
            bet, slips = close_calls(calls, rules.refused_raise_of(lance))
            if slips or unread:
                bet = _bet_on(lance, calls, record, unread, faults)
        else:
            bet = PASSED
        bets.append(bet)
        kind, by, stones = bet
        if kind is _ORDAGO:
            ended_at = lance
        elif kind is _REFUSED and by is not None:
            score[by.position] += stones
            if score[by.position] >= rules.target:
                ended_at, ended_by_deje = lance, by
    return Betting(tuple(bets), ended_at, ended_by_deje)


def _is_open(
    lance: Lance,
    calls: tuple[Call, ...],
    record: HandRecord,
    faults: list[Fault],
) -> bool:
    """Whether a declared lance may be bet (E7); what was not declared is asked for."""
    declared = record.declared.get(lance)
    if declared is None:
        seats = record.ruleset.seats
        faults.append(fault("declaration_required", f"declared.{lance}", seats=seats))
        return True
    # Both pairs declared; or nobody declared juego, and the punto is bet by all.
    sides = _how_many_sides(declared)
    if sides == 2 or (lance is Lance.JUEGO and not sides):
        return True
    if calls:
        faults.append(fault("no_betting", f"bets.{lance}"))
    return False


def _bet_on(
    lance: Lance,
    calls: tuple[Call, ...],
    record: HandRecord,
    unread: frozenset[str],
    faults: list[Fault],
) -> Bet:
    path = f"bets.{lance}"
    if path in unread:
        return PASSED
    refused_raise = record.ruleset.refused_raise_of(lance)
    return close_bet(calls, refused_raise=refused_raise, path=path, faults=faults)


@lru_cache(maxsize=128)
def _how_many_sides(declared: tuple[bool, ...]) -> int:
    """How many pairs have a seat that said yes."""
    return len({side_of(seat) for seat, is_yes in enumerate(declared) if is_yes})


_DECLARED = frozenset(DECLARED_LANCES)
_NO_CALLS = ((), (), (), ())
_ORDAGO, _REFUSED = BetKind.ORDAGO, BetKind.REFUSED
_ALL_PASSED = Betting((PASSED,) * 4, None, None)
