"""False declarations of pares and juego: the table of §6 and the decisions D1 to D6.

For one lance, `judge_words` holds what each seat said against what it held and answers with a
`Verdict`: what is void, who takes the deje of the penalty, and how the lance is then settled.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from .betting import Bet, BetKind
from .lances import Lance
from .ruleset import FalseWords, RuleSet
from .settlement import Clause, Penalty
from .sides import SIDES, Side, side_of


class Basis(Enum):
    """How a lance is settled once the false words are known."""

    USUAL = auto()  # among the seats whose word was true, with the bet as it stood
    AWARDED = auto()  # to one pair, for the worth of what its seats hold
    PUNTO_AWARDED = auto()  # to one pair, one stone of punto (J1)
    TRUTH = auto()  # on the cards, as if all had told the truth and passed (D4, D6)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a false word does to its lance.

    `counting`: the seats whose cards count. `winner`: the pair the lance is awarded to.
    `deje_to`: the pair that takes the penalty's stones (D1), `deje` of them, None for all that it
    is missing. `void`: bets, dejes and órdago void. `wrong`: every seat whose word was false, from
    the mano on; `penalties` names one of each pair (D5).
    """

    penalties: tuple[Penalty, ...]
    basis: Basis
    counting: frozenset[int]
    winner: Side | None = None
    deje_to: Side | None = None
    void: bool = False
    needs_ruling: bool = False
    deje: int | None = 1
    wrong: tuple[int, ...] = ()


def judge_words(
    lance: Lance,
    *,
    declared: Sequence[bool],
    holds: Sequence[bool],
    may_hold: Sequence[bool],
    may_lack: Sequence[bool],
    order: Sequence[int],
    bet: Bet,
    best_side: Callable[[frozenset[int]], Side | None],
    rules: RuleSet,
) -> Verdict | None:
    """The verdict on one lance, or None when every word was true.

    `holds`: what each seat shows. `may_hold`, `may_lack`: whether a yes or a no can be true (they
    differ from `holds` only with jokers). `order`: the seats from the mano. `best_side`: the pair
    that wins among some seats. `rules`: where something else than the table of §6 is said.
    """
    wrong = [seat for seat in order if not (may_hold[seat] if declared[seat] else may_lack[seat])]
    if not wrong:
        return None
    counting = frozenset(s for s, is_yes in enumerate(declared) if is_yes and holds[s])
    mistaken = {side: [s for s in wrong if side_of(s) is side] for side in SIDES}
    penalised = [_worst(seats, declared) for seats in mistaken.values() if seats]
    if len(penalised) == 2:
        return replace(_both_wrong(lance, sorted(penalised)), wrong=tuple(wrong))
    seat = penalised[0]
    row = _Row(lance, seat, side_of(seat), counting, bet, best_side)
    verdict = row.said_yes() if declared[seat] else row.said_no(wrong)
    # D5: one penalty for both partners needs a ruling.
    verdict = replace(verdict, wrong=tuple(wrong), needs_ruling=len(wrong) > 1)
    if rules.false_words is FalseWords.TABLE:
        return verdict
    return _otherwise(verdict, rules, row.x.other)


def _otherwise(verdict: Verdict, rules: RuleSet, y: Side) -> Verdict:
    """The verdict where false words are not punished as the table of §6 says: nothing of the lance
    is paid but the penalty. The game lost, and what the judges say, need a ruling (D7)."""
    kind = rules.false_words
    stones: int | None
    if kind is FalseWords.TWO_STONES:
        return replace(verdict, deje=2)
    if kind is FalseWords.FLAT:
        stones, ruling = rules.false_word_stones, verdict.needs_ruling
    else:
        stones, ruling = None, True
    to = None if kind is FalseWords.JUDGES else y
    return Verdict(
        verdict.penalties, Basis.AWARDED, frozenset(), to, to, void=True, needs_ruling=ruling,
        deje=stones, wrong=verdict.wrong,
    )  # fmt: skip


def _worst(seats: list[int], declared: Sequence[bool]) -> int:
    """The seat a pair's one penalty names: a false yes before a no, then nearest the mano (D5)."""
    return next((seat for seat in seats if declared[seat]), seats[0])


def _both_wrong(lance: Lance, seats: list[int]) -> Verdict:
    """D6: bets void, the lance on the cards as if all had declared the truth and passed."""
    clause = Clause.PX if lance is Lance.PARES else Clause.JX
    return Verdict(
        penalties=tuple(Penalty(clause, lance, seat) for seat in seats),
        basis=Basis.TRUTH,
        counting=frozenset(),
        void=True,
        needs_ruling=True,
    )


_YES = {
    # (partner has, the others have): pares, juego
    (False, True): (Clause.P1, Clause.J3),
    (False, False): (Clause.P1, Clause.J1),
    (True, True): (Clause.P2, Clause.J4),
    (True, False): (Clause.P5, Clause.J2),
}
_NO = {
    (True, True): (Clause.P3, Clause.J7),
    (False, True): (Clause.P4, Clause.J8),
    (True, False): (Clause.P6, Clause.J6),
    (False, False): (Clause.P7, Clause.J5),
}


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of the table of §6, for the pair X of `seat`."""

    lance: Lance
    seat: int
    x: Side
    counting: frozenset[int]
    bet: Bet
    best_side: Callable[[frozenset[int]], Side | None]

    @property
    def _who_has(self) -> tuple[bool, bool]:
        sides = {side_of(seat) for seat in self.counting}
        return self.x in sides, self.x.other in sides

    def _penalty(self, clauses: tuple[Clause, Clause]) -> tuple[Penalty, ...]:
        return (Penalty(clauses[self.lance is Lance.JUEGO], self.lance, self.seat),)

    def said_yes(self) -> Verdict:
        """P1, P2, P5 and J1, J2, J3, J4: the seat declared what it does not hold."""
        partner_has, others_have = self._who_has
        penalty = self._penalty(_YES[partner_has, others_have])
        y = self.x.other
        if partner_has and others_have:
            return self._yes_with_partner(penalty)
        if partner_has:
            return Verdict(penalty, Basis.USUAL, self.counting)
        if others_have:
            return Verdict(penalty, Basis.AWARDED, self.counting, winner=y, void=True)
        if self.lance is Lance.PARES:
            return Verdict(penalty, Basis.AWARDED, frozenset(), winner=None, void=True)
        return Verdict(penalty, Basis.PUNTO_AWARDED, frozenset(), winner=y, deje_to=y, void=True)

    def _yes_with_partner(self, penalty: tuple[Penalty, ...]) -> Verdict:
        """P2, J4 with D2 and D3: void only where X would win, by its cards or by a refusal."""
        y = self.x.other
        refused = self.bet.kind is BetKind.REFUSED
        would_win = self.bet.by if refused else self.best_side(self.counting)
        if would_win is not self.x:
            return Verdict(penalty, Basis.USUAL, self.counting)
        return Verdict(penalty, Basis.AWARDED, self.counting, winner=y, deje_to=y, void=True)

    def said_no(self, wrong: Sequence[int]) -> Verdict:
        """P3, P4, P6, P7 and J5, J6, J7, J8: the seat hid what it holds."""
        partner_has, others_have = self._who_has
        penalty = self._penalty(_NO[partner_has, others_have])
        y = self.x.other
        if partner_has and others_have:
            return Verdict(penalty, Basis.USUAL, self.counting)
        if others_have:
            return Verdict(penalty, Basis.AWARDED, self.counting, winner=y, deje_to=y, void=True)
        # Nobody else is harmed: what was hidden counts with what was said (P6, P7, J5, J6).
        counting = self.counting | frozenset(wrong)
        if partner_has:
            return Verdict(penalty, Basis.USUAL, counting)
        return Verdict(penalty, Basis.AWARDED, counting, winner=self.x, void=True)
