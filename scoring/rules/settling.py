"""Settling a hand: the fold of S1 to S6 over dejes, órdago and count, with §6 applied.

`settle` is a pure function of the record. The order is the table's: first the dejes in lance
order (those of penalties with them, D1), then a seen órdago, then grande, chica, pares, juego.
"""

from __future__ import annotations

from collections.abc import Mapping

from .betting import Bet, BetKind
from .counting import Count, Payment, Seats
from .false_words import Basis, Verdict, judge_words
from .faults import Fault, RecordRefused, fault
from .lances import DECLARED_LANCES, LANCES, Lance
from .playing_out import Betting, play_out
from .record import HandRecord, Reading, read
from .settlement import ClaimCheck, Clause, Entry, EntryKind, Penalty, Settlement
from .sides import SIDES, Side, side_of
from .values import is_plain

_NOTHING_UNREAD: frozenset[str] = frozenset()


def settle(record: HandRecord) -> Settlement:
    """The settlement of one hand (S1 to S6, §6).

    Raises `RecordRefused` with every fault when the record cannot have happened: bets that break
    E1 to E7, declarations or cards that are missing where the hand needed them.
    """
    faults: list[Fault] = []
    betting = _possible(record, _NOTHING_UNREAD, faults)
    if faults:
        raise RecordRefused(tuple(faults))
    return _Fold(record, betting).settlement()


def settle_reading(reading: Reading) -> Settlement:
    """Settle what was read; raises `RecordRefused` with malformed and impossible fields alike."""
    if not reading.faults:
        return settle(reading.record)
    faults = list(reading.faults)
    if "record" not in reading.unread:
        _possible(reading.record, reading.unread, faults)
    raise RecordRefused(tuple(faults))


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


def _possible(record: HandRecord, unread: frozenset[str], faults: list[Fault]) -> Betting:
    betting = play_out(record, unread=unread, faults=faults)
    if record.holdings is None and "cards" not in unread and _needs_cards(record, betting):
        faults.append(fault("cards_required", "cards"))
    return betting


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
        _worth_is_paid(record.declared.get(lance, ()), betting.bets[_INDEX[lance]], guilty)
        for lance in DECLARED_LANCES
    ):
        return True
    compared = [betting.bets[_INDEX[Lance.GRANDE]], betting.bets[_INDEX[Lance.CHICA]]]
    if not any(record.declared.get(Lance.JUEGO, ())):
        compared.append(betting.bets[_INDEX[Lance.JUEGO]])
    return not guilty and any(bet.kind is not BetKind.REFUSED for bet in compared)


def _worth_is_paid(declared: tuple[bool, ...], bet: Bet, guilty: set[Side]) -> bool:
    """Whether a pair that said yes takes the worth of its cards; a guilty one never does (G0)."""
    declarers = {side_of(seat) for seat, said in enumerate(declared) if said} - guilty
    if guilty and bet.kind is BetKind.REFUSED:
        return bet.by in declarers
    return bool(declarers)


class _Fold:
    """One hand being settled: the ledger as it is paid, up to the entry that wins the game."""

    __slots__ = (
        "betting", "count", "game_winner", "guilty", "ledger", "needs_ruling", "record", "score",
        "target", "verdicts", "winners",
    )  # fmt: skip

    def __init__(self, record: HandRecord, betting: Betting) -> None:
        self.record = record
        self.betting = betting
        self.target = record.ruleset.target
        self.score = [record.score[0], record.score[1]]
        self.ledger: list[Entry] = []
        self.winners: dict[Lance, Side | None] = {}
        self.game_winner: Side | None = None
        self.guilty = frozenset(side_of(seat) for seat in record.infractions)
        self.count = Count(record)
        self.verdicts = self._judge_words() if record.holdings is not None else {}
        self.needs_ruling = len(self.guilty) == 2

    def settlement(self) -> Settlement:
        if self.guilty:
            self._settle_false_claim()
        else:
            self._settle()
        record = self.record
        stones = (self.score[0] - record.score[0], self.score[1] - record.score[1])
        return Settlement(
            id=record.id,
            winners=self.winners,
            ledger=tuple(self.ledger),
            stones=stones,
            score=(self.score[0], self.score[1]),
            game_winner=self.game_winner,
            penalties=self._penalties(),
            needs_ruling=self.needs_ruling,
            claim=_check_claim(record.claim, stones),
        )

    # What was said against what was held

    def _judge_words(self) -> Mapping[Lance, Verdict]:
        verdicts = {}
        for lance in DECLARED_LANCES:
            if self.betting.reached(lance) and not self.count.words_agree(lance):
                verdict = self._verdict(lance)
                if verdict is not None:
                    verdicts[lance] = verdict
        return verdicts

    def _verdict(self, lance: Lance) -> Verdict | None:
        words = self.count.words(lance)
        return judge_words(
            lance,
            declared=self.record.declared[lance],
            holds=words.holds,
            may_hold=words.may_hold,
            may_lack=words.may_lack,
            order=self.count.order,
            bet=self.betting.bets[_INDEX[lance]],
            best_side=lambda seats: self.count.best_side(lance, seats),
        )

    def _penalties(self) -> tuple[Penalty, ...]:
        if not self.guilty and not self.verdicts:
            return ()
        claims = [Penalty(Clause.G0, None, seat) for seat in self.record.infractions]
        words = [p for lance in LANCES if lance in self.verdicts
                 for p in self.verdicts[lance].penalties]  # fmt: skip
        return tuple(claims + words)

    # The usual way: dejes, órdago, count

    def _settle(self) -> None:
        if self.verdicts:
            self.needs_ruling = any(v.needs_ruling for v in self.verdicts.values())
        resumed_at = self._resumed_at()
        self._pay_dejes()
        if self.game_winner is not None:
            return
        ended_at = self.betting.ended_at
        if ended_at is not None and resumed_at is None and self._ordago_at(ended_at):
            self._pay_ordago(ended_at, self.count.winner(ended_at, self._counting(ended_at)))
            return
        if not self.verdicts:
            for lance, bet in zip(LANCES, self.betting.bets, strict=True):
                self._pay(lance, self.count.usual(lance, bet, self._counting(lance)))
            return
        last = len(LANCES) - 1 if resumed_at is None else _INDEX[resumed_at]
        for number, lance in enumerate(LANCES):
            self._pay(lance, self._payment(number, lance, truthful=number > last))

    def _resumed_at(self) -> Lance | None:
        """The lance that had ended the game and turns out void: the hand goes on (D4)."""
        ended_at = self.betting.ended_at
        verdict = self.verdicts.get(ended_at) if ended_at is not None else None
        if verdict is None or not verdict.void:
            return None
        self.needs_ruling = True
        return ended_at

    def _pay_dejes(self) -> None:
        """The dejes in lance order, those of penalties among them (S1, D1).

        Every lance that a refusal or a penalty decided has its winner from here on, paid or not.
        """
        for lance, bet in zip(LANCES, self.betting.bets, strict=False):
            verdict = self.verdicts.get(lance) if self.verdicts else None
            if verdict is not None and verdict.void:
                if verdict.winner is not None:
                    self.winners[lance] = verdict.winner
                if verdict.deje_to is not None:
                    self._enter(verdict.deje_to, lance, _DEJE, 1)
            elif bet.kind is _REFUSED and bet.by is not None:
                self.winners[lance] = bet.by
                self._enter(bet.by, lance, _DEJE, bet.stones)

    def _ordago_at(self, lance: Lance) -> bool:
        return self.betting.bets[_INDEX[lance]].kind is BetKind.ORDAGO

    def _counting(self, lance: Lance) -> Seats | None:
        """Whose pares or juegos count; None: those of everybody who holds any."""
        if lance not in _DECLARED or self.record.holdings is None:
            return None
        if lance in self.verdicts:
            return self.verdicts[lance].counting
        return None if self.count.words_agree(lance) else self.count.declarers(lance)

    def _payment(self, number: int, lance: Lance, *, truthful: bool) -> Payment:
        """What a lance pays at the count (S2 to S5)."""
        verdict = self.verdicts.get(lance)
        if truthful or (verdict is not None and verdict.basis is Basis.TRUTH):
            return self.count.truthful(lance)
        if verdict is None or verdict.basis is Basis.USUAL:
            return self.count.usual(lance, self.betting.bets[number], self._counting(lance))
        if verdict.basis is Basis.PUNTO_AWARDED:
            return Payment(verdict.winner, ((EntryKind.PUNTO, 1),))
        return self.count.awarded(lance, verdict.winner, verdict.counting)

    # G0: a claim of cards not held

    def _settle_false_claim(self) -> None:
        innocent = None if len(self.guilty) == 2 else next(s for s in SIDES if s not in self.guilty)
        for lance, bet in zip(LANCES, self.betting.bets, strict=False):
            if bet.kind is _REFUSED and bet.by is not None:
                self.winners[lance] = bet.by
                self._enter(bet.by, lance, _DEJE, bet.stones)
        if self.game_winner is not None:
            return
        ended_at = self.betting.ended_at
        if ended_at is not None:
            self._pay_ordago(ended_at, innocent)
            return
        for lance, bet in zip(LANCES, self.betting.bets, strict=True):
            if bet.kind is _REFUSED and bet.by is not innocent:
                self._pay(lance, Payment(bet.by, ()))
            else:
                self._pay(lance, self.count.forfeited(lance, bet, to=innocent))

    # The ledger

    def _pay_ordago(self, lance: Lance, winner: Side | None) -> None:
        self.winners[lance] = winner
        if winner is not None:
            missing = self.target - self.score[winner.position]
            self._enter(winner, lance, EntryKind.ORDAGO, missing)

    def _pay(self, lance: Lance, payment: Payment) -> None:
        """Note who won the lance, and pay it while the game is not won (S2)."""
        winner, entries = payment
        self.winners[lance] = winner
        if winner is not None:
            for kind, stones in entries:
                self._enter(winner, lance, kind, stones)

    def _enter(self, pair: Side, lance: Lance, kind: EntryKind, stones: int) -> None:
        if self.game_winner is not None or not stones:
            return
        self.ledger.append(Entry(pair, lance, kind, stones))
        index = 0 if pair is Side.A else 1
        self.score[index] += stones
        if self.score[index] >= self.target:
            self.game_winner = pair


def _check_claim(claim: tuple[int, int] | None, stones: tuple[int, int]) -> ClaimCheck | None:
    if claim is None:
        return None
    difference = (claim[0] - stones[0], claim[1] - stones[1])
    return ClaimCheck(difference == (0, 0), difference)


_REFUSED, _DEJE = BetKind.REFUSED, EntryKind.DEJE
_DECLARED = frozenset(DECLARED_LANCES)
_INDEX = {lance: number for number, lance in enumerate(LANCES)}
