"""What may be said next in a lance of a record, by pairs (E1 to E7), made and not tried out.

A record tells the betting by pairs, without who of them spoke: of a hand that is being written
down this is what the next line can be. A table that follows every player has `play.legal_actions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .betting import FIRST_BET, MOST_STAKE, Call, CallKind
from .faults import Fault, RecordRefused
from .invalid import require_one_of
from .lances import DECLARED_LANCES, LANCES, Lance
from .playing_out import play_out
from .record import Calls, HandRecord
from .sides import SIDES, BySide, Side, side_of

_NOTHING: BySide[Calls] = BySide((), ())


def legal_calls(record: HandRecord, lance: Lance, *, most: int | None = None) -> BySide[Calls]:
    """What each pair may say next in `lance`, after what the record holds of it.

    Nothing where the lance is closed, is not bet (E7), or was not reached: an earlier bet is not
    answered yet, or the game had ended. Bets are listed up to a total of `most` stones, by default
    the target; a larger one is legal too. Raises `RecordRefused` with the faults of the record up
    to this lance, and `declaration_required` where it does not say who declared.
    """
    lance = require_one_of("lance", lance, LANCES)
    if not _is_reached(record, lance) or not _is_bet(record, lance):
        return _NOTHING
    now = _standing(record.bets[LANCES.index(lance)])
    if now.closed:
        return _NOTHING
    most = record.ruleset.target if most is None else most
    a, b = (_calls_of(side, now, most) for side in SIDES)
    return BySide(a, b)


class _Standing(NamedTuple):
    """What stands in a lance: the pair that bet last, the total, whether it is an órdago."""

    bettor: Side | None = None
    total: int = 0
    ordago: bool = False
    closed: bool = False


def _is_reached(record: HandRecord, lance: Lance) -> bool:
    """Whether the betting has come to `lance`. Raises `RecordRefused` for what cannot have been."""
    number = LANCES.index(lance)
    told = (*record.bets[: number + 1], *((),) * (len(LANCES) - number - 1))
    grande, chica, pares, juego = told
    faults: list[Fault] = []
    betting = play_out(
        record._replace(bets=(grande, chica, pares, juego)), unread=frozenset(), faults=faults
    )
    found = [fault for fault in faults if _lance_at(fault.path) <= number]
    open_bets = [_lance_at(fault.path) for fault in found if fault.code == "bet_unanswered"]
    if len(found) > len(open_bets):
        raise RecordRefused(tuple(fault for fault in found if fault.code != "bet_unanswered"))
    return betting.reached(lance) and not any(earlier < number for earlier in open_bets)


def _lance_at(path: str) -> int:
    """The number of the lance that a path like `bets.pares[1]` or `declared.pares` is in."""
    return next(n for n, lance in enumerate(LANCES) if path.split(".")[1].startswith(lance))


def _is_bet(record: HandRecord, lance: Lance) -> bool:
    """Whether both pairs have a seat that declared; the punto is bet when nobody has juego (E7)."""
    if lance not in DECLARED_LANCES:
        return True
    sides = {side_of(seat) for seat, said in enumerate(record.declared[lance]) if said}
    return len(sides) == 2 or (lance is Lance.JUEGO and not sides)


def _standing(calls: Sequence[Call]) -> _Standing:
    now = _Standing()
    for by, kind, stake in calls:
        if kind is CallKind.ORDAGO:
            now = now._replace(bettor=by, ordago=True)
        elif kind is CallKind.ENVIDO:
            total = now.total + FIRST_BET if stake is None else stake
            now = now._replace(bettor=by, total=total)
        else:
            return now._replace(closed=True)
    return now


def _calls_of(side: Side, now: _Standing, most: int) -> Calls:
    if now.bettor is side:
        return ()
    answers = (CallKind.QUIERO, CallKind.NO_QUIERO) if now.bettor is not None else ()
    said = tuple(Call(side, kind) for kind in answers)
    if now.ordago:
        return said
    unsaid = (None,) if now.total + FIRST_BET <= MOST_STAKE else ()
    totals = (*unsaid, *range(now.total + FIRST_BET, min(most, MOST_STAKE) + 1))
    bets = tuple(Call(side, CallKind.ENVIDO, total) for total in totals)
    return (*said, *bets, Call(side, CallKind.ORDAGO))
