"""Settling a hand: the fold of S1 to S6 over dejes, órdago and count, in the order of the table.

`settle` is a pure function of the record. The order is the table's: first the dejes in lance
order (those of penalties with them, D1), then a seen órdago, then grande, chica, pares, juego.
Hands in which somebody said what is not so are settled by `disputed`.
"""

from collections.abc import Mapping, Sequence

from .betting import Bet, BetKind
from .counting import Count
from .disputed import Disputed, judge_all_words
from .false_words import Verdict
from .faults import RecordRefused, fault
from .lances import DECLARED_LANCES, INDEX, LANCES, Lance
from .playing_out import Betting, play_out
from .reading import read
from .record import HandRecord, Reading
from .settlement import LedgerEntry, LedgerKind, Settlement, settlement_of
from .sides import Side, side_of
from .values import is_plain

_NOTHING_UNREAD: frozenset[str] = frozenset()


def settle(record: HandRecord) -> Settlement:
    """The settlement of one hand (S1 to S6, §6).

    Raises `RecordRefused` with every fault when the record cannot have happened: bets that break
    E1 to E7, declarations or cards that are missing where the hand needed them.
    """
    return settle_reading(Reading(record, (), _NOTHING_UNREAD))


def settle_reading(reading: Reading) -> Settlement:
    """Settle what was read; raises `RecordRefused` with malformed and impossible fields alike."""
    record, unread, faults = reading.record, reading.unread, list(reading.faults)
    if "record" in unread:
        raise RecordRefused(reading.faults)
    betting = play_out(record, unread=unread, faults=faults)
    if record.holdings is None and "cards" not in unread and _needs_cards(record, betting):
        faults.append(fault("cards_required", "cards"))
    if faults:
        raise RecordRefused(tuple(faults))
    count = Count(record)
    verdicts = _NO_VERDICTS if count.agrees else judge_all_words(record, betting, count)
    if verdicts or record.infractions:
        return Disputed(record, betting, count, verdicts).settlement()
    return _settle_true_words(record, betting, count)


def settle_json(value: object) -> dict[str, object]:
    """Any JSON value → its settlement, or `ok: false` with every fault. Never raises."""
    try:
        return settle_reading(read(value)).to_json()
    except RecordRefused as refused:
        out: dict[str, object] = {}
        echoed = value.get("id") if isinstance(value, dict) else None
        if echoed is not None and is_plain(echoed):
            out["id"] = echoed
        return {**out, "ok": False, "errors": [f.to_json() for f in refused.faults]}


def _needs_cards(record: HandRecord, betting: Betting) -> bool:
    """Whether some lance has to be compared, or some worth to be paid, to settle the hand."""
    if betting.ended_by_deje is not None:
        return False
    guilty = {side_of(seat) for seat in record.infractions}
    if len(guilty) == 2:
        return False
    if betting.ended_at is not None:
        return not guilty
    if any(
        _worth_is_paid(record.declared.get(lance, ()), betting.bets[INDEX[lance]], guilty)
        for lance in DECLARED_LANCES
    ):
        return True
    compared = [betting.bets[INDEX[Lance.GRANDE]], betting.bets[INDEX[Lance.CHICA]]]
    if not any(record.declared.get(Lance.JUEGO, ())):
        compared.append(betting.bets[INDEX[Lance.JUEGO]])
    return not guilty and any(bet.kind is not BetKind.REFUSED for bet in compared)


def _worth_is_paid(declared: tuple[bool, ...], bet: Bet, guilty: set[Side]) -> bool:
    """Whether a pair that said yes takes the worth of its cards; a guilty one never does (G0)."""
    declarers = {side_of(seat) for seat, is_yes in enumerate(declared) if is_yes} - guilty
    if guilty and bet.kind is BetKind.REFUSED:
        return bet.by in declarers
    return bool(declarers)


def _settle_true_words(record: HandRecord, betting: Betting, count: Count) -> Settlement:
    """Nobody said what is not so: dejes, a seen órdago, or lance after lance as it was bet."""
    due = [
        _deje(lance, bet)
        for lance, bet in zip(LANCES, betting.bets, strict=False)
        if bet.kind is _REFUSED
    ]
    winners: dict[Lance, Side | None] = {entry.lance: entry.pair for entry in due}
    due = [entry for entry in due if entry.stones]
    ended_at = betting.ended_at
    if ended_at is None:
        usual = count.usual
        for lance, bet in zip(LANCES, betting.bets, strict=True):
            counting = None if count.agrees else count.counting(lance)
            winners[lance], entries = usual(lance, bet, counting)
            due += entries
    elif betting.ended_by_deje is None:
        # Whoever would win the lance if an envido had been seen.
        bet = betting.bets[INDEX[ended_at]]
        winner, _ = count.usual(ended_at, bet, count.counting(ended_at))
        winners[ended_at] = winner
        if winner is not None:
            due.append(_ordago(winner, ended_at, record, due))
    # Paid up to the entry that wins the game (S2).
    target, (a, b), game_winner = record.ruleset.target, record.score, None
    for number, (pair, _, _, stones) in enumerate(due, start=1):
        if pair is _A:
            a += stones
        else:
            b += stones
        if a >= target or b >= target:
            due, game_winner = due[:number], pair
            break
    return settlement_of(record, winners, due, (a, b), game_winner)


def _deje(lance: Lance, bet: Bet) -> LedgerEntry:
    assert bet.by is not None
    return LedgerEntry(bet.by, lance, _DEJE, bet.stones)


def _ordago(
    winner: Side, lance: Lance, record: HandRecord, due: Sequence[LedgerEntry]
) -> LedgerEntry:
    """All that the winner was still missing, its dejes taken (S6)."""
    taken = record.score[winner.position] + sum(e.stones for e in due if e.pair is winner)
    return LedgerEntry(winner, lance, LedgerKind.ORDAGO, record.ruleset.target - taken)


_A = Side.A
_NO_VERDICTS: Mapping[Lance, Verdict] = {}
_REFUSED, _DEJE = BetKind.REFUSED, LedgerKind.DEJE
