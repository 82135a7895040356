"""Settling a hand with false words or false claims (§6): what was said against what was held."""

from collections.abc import Mapping

from .betting import Bet, BetKind
from .counting import Count, Payment, Seats
from .false_words import Basis, Verdict, judge_words
from .lances import DECLARED_LANCES, INDEX, LANCES, Lance
from .playing_out import Betting
from .record import HandRecord
from .settlement import Clause, LedgerEntry, LedgerKind, Penalty, Settlement, settlement_of
from .sides import SIDES, Side, side_of


def judge_all_words(record: HandRecord, betting: Betting, count: Count) -> Mapping[Lance, Verdict]:
    """What was said against what was held, in the lances where the two differ."""
    verdicts = {}
    for lance in DECLARED_LANCES:
        if betting.reached(lance) and not count.words_agree(lance):
            verdict = _verdict(lance, record, betting, count)
            if verdict is not None:
                verdicts[lance] = verdict
    return verdicts


def _verdict(lance: Lance, record: HandRecord, betting: Betting, count: Count) -> Verdict | None:
    words = count.words(lance)
    return judge_words(
        lance,
        declared=record.declared[lance],
        holds=words.holds,
        may_hold=words.may_hold,
        may_lack=words.may_lack,
        order=count.order,
        bet=betting.bets[INDEX[lance]],
        best_side=lambda seats: count.best_side(lance, seats),
        rules=record.ruleset,
    )


class Disputed:
    """A hand with false words or claims being settled: the ledger as it is paid, up to the entry
    that wins the game."""

    __slots__ = (
        "betting", "count", "game_winner", "guilty", "ledger", "needs_ruling", "record", "score",
        "target", "verdicts", "winners",
    )  # fmt: skip

    def __init__(
        self,
        record: HandRecord,
        betting: Betting,
        count: Count,
        verdicts: Mapping[Lance, Verdict],
    ) -> None:
        self.record = record
        self.betting = betting
        self.count = count
        self.verdicts = verdicts
        self.target = record.ruleset.target
        self.score = [record.score[0], record.score[1]]
        self.ledger: list[LedgerEntry] = []
        self.winners: dict[Lance, Side | None] = {}
        self.game_winner: Side | None = None
        self.guilty = frozenset(side_of(seat) for seat in record.infractions)
        self.needs_ruling = len(self.guilty) == 2

    def settlement(self) -> Settlement:
        if self.guilty:
            self._settle_false_claim()
        else:
            self._settle_false_words()
        return settlement_of(
            self.record,
            self.winners,
            self.ledger,
            (self.score[0], self.score[1]),
            self.game_winner,
            self._penalties(),
            needs_ruling=self.needs_ruling,
        )

    def _penalties(self) -> tuple[Penalty, ...]:
        claims = [Penalty(Clause.G0, None, seat) for seat in self.record.infractions]
        words = [p for lance in LANCES if lance in self.verdicts
                 for p in self.verdicts[lance].penalties]  # fmt: skip
        return tuple(claims + words)

    # False words: the usual way, as §6 leaves it

    def _settle_false_words(self) -> None:
        self.needs_ruling = any(verdict.needs_ruling for verdict in self.verdicts.values())
        self.needs_ruling |= self.resumed_at is not None
        self._pay_dejes_left()
        self._hold_to_what_the_table_saw()
        if self.game_winner is not None:
            return
        ended_at = self.betting.ended_at
        if ended_at is not None and self.resumed_at is None and self._ordago_at(ended_at):
            # Whoever would win the lance if an envido had been seen.
            winner, _ = self.payment(ended_at)
            self._pay_ordago(ended_at, winner)
            return
        for lance in LANCES:
            self._pay(lance, self.payment(lance))

    @property
    def resumed_at(self) -> Lance | None:
        """The lance that had ended the game and turns out void: the hand goes on (D4)."""
        ended_at = self.betting.ended_at
        verdict = self.verdicts.get(ended_at) if ended_at is not None else None
        return ended_at if verdict is not None and verdict.void else None

    def _pay_dejes_left(self) -> None:
        """The dejes that are not void in lance order, those of penalties among them (S1, D1).

        Every lance that a refusal or a penalty decided has its winner from here on, paid or not.
        """
        for lance, bet in zip(LANCES, self.betting.bets, strict=False):
            verdict = self.verdicts.get(lance)
            if verdict is not None and verdict.void:
                if verdict.winner is not None:
                    self.winners[lance] = verdict.winner
                if verdict.deje_to is not None:
                    to, stones = verdict.deje_to, verdict.deje
                    if stones is None:
                        stones = self.target - self.score[to.position]
                    self._enter(LedgerEntry(to, lance, LedgerKind.DEJE, stones))
            else:
                self._pay_deje(lance, bet)

    def _hold_to_what_the_table_saw(self) -> None:
        """An official confirms it where the deje that ended the game for the table does not (D8).

        Asked once the dejes are paid: what is paid later comes after the table's end.
        """
        seen = self.betting.ended_by_deje
        if seen is not None and self.game_winner is not seen:
            self.needs_ruling = True

    def _ordago_at(self, lance: Lance) -> bool:
        return self.betting.bets[INDEX[lance]].kind is BetKind.ORDAGO

    def _counting(self, lance: Lance) -> Seats | None:
        """Whose pares or juegos count; None: those of everybody who holds any."""
        if lance in self.verdicts:
            return self.verdicts[lance].counting
        return self.count.counting(lance)

    def payment(self, lance: Lance) -> Payment:
        """What a lance pays at the count (S2 to S5), unless the game is over before."""
        verdict, resumed_at = self.verdicts.get(lance), self.resumed_at
        is_later = resumed_at is not None and INDEX[lance] > INDEX[resumed_at]
        if is_later or (verdict is not None and verdict.basis is Basis.TRUTH):
            return self.count.truthful(lance)
        if verdict is None or verdict.basis is Basis.USUAL:
            bet = self.betting.bets[INDEX[lance]]
            return self.count.usual(lance, bet, self._counting(lance))
        if verdict.basis is Basis.PUNTO_AWARDED:
            return self.count.punto(verdict.winner, 0)
        return self.count.awarded(lance, verdict.winner, verdict.counting)

    # G0: a claim of cards not held

    def _settle_false_claim(self) -> None:
        innocent = None if len(self.guilty) == 2 else next(s for s in SIDES if s not in self.guilty)
        for lance, bet in zip(LANCES, self.betting.bets, strict=False):
            self._pay_deje(lance, bet)
        if self.game_winner is not None:
            return
        ended_at = self.betting.ended_at
        if ended_at is not None:
            self._pay_ordago(ended_at, innocent)
            return
        for lance, bet in zip(LANCES, self.betting.bets, strict=True):
            if bet.kind is BetKind.REFUSED and bet.by is not innocent:
                self._pay(lance, (bet.by, ()))
            else:
                self._pay(lance, self.count.forfeited(lance, bet, to=innocent))

    # The ledger

    def _pay_ordago(self, lance: Lance, winner: Side | None) -> None:
        self.winners[lance] = winner
        if winner is not None:
            missing = self.target - self.score[winner.position]
            self._enter(LedgerEntry(winner, lance, LedgerKind.ORDAGO, missing))

    def _pay(self, lance: Lance, payment: Payment) -> None:
        """Note who won the lance, and pay it while the game is not won (S2)."""
        self.winners[lance], entries = payment
        for entry in entries:
            self._enter(entry)

    def _pay_deje(self, lance: Lance, bet: Bet) -> None:
        """A refused bet's deje, as the table took it."""
        if bet.kind is BetKind.REFUSED and bet.by is not None:
            self.winners[lance] = bet.by
            self._enter(LedgerEntry(bet.by, lance, LedgerKind.DEJE, bet.stones))

    def _enter(self, entry: LedgerEntry) -> None:
        if self.game_winner is not None or not entry.stones:
            return
        self.ledger.append(entry)
        index = entry.pair.position
        self.score[index] += entry.stones
        if self.score[index] >= self.target:
            self.game_winner = entry.pair
