"""What became of each false word of a hand: the facts from which sentences about it are made.

They are taken from the ledger as it was paid, so that no sentence can promise what was not.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from .betting import BetKind
from .counting import Count
from .disputed import Disputed, judge_all_words
from .false_words import Basis, Verdict
from .lances import DECLARED_LANCES, INDEX, Lance
from .playing_out import play_out
from .record import HandRecord
from .ruleset import FalseWords
from .settlement import Clause, LedgerEntry, LedgerKind
from .sides import Side


class Effect(StrEnum):
    """What a false word does, beside what is void and what is paid."""

    NONE = "none"
    HARMLESS = "harmless"  # it changes nothing (P2, P5, J2, J4)
    LEFT_OUT = "left_out"  # what was denied does not count (P3, J7)
    COUNTS = "counts"  # what was denied counts all the same (P6, P7, J5, J6)
    CARDS = "cards"  # the cards decide, as if all had told the truth and passed (D6)
    JUDGES = "judges"  # the judges say what it costs
    CLAIM = "claim"  # a false claim decides the hand (G0)


class FalseWord(NamedTuple):
    """The false words on one lance. `words`: each seat that was wrong, with what it said, from the
    mano on. `is_void`: bets were made and are void. `is_punto`: what was bet on was the punto.
    `paid`: the ledger's entries of this lance. `is_unpaid`: it would pay more, but the game was
    over."""

    clause: Clause
    lance: Lance
    words: tuple[tuple[int, bool], ...]
    effect: Effect
    is_void: bool
    is_punto: bool
    paid: tuple[LedgerEntry, ...]
    is_unpaid: bool


def false_words_of(
    record: HandRecord, *, ledger: Sequence[LedgerEntry], game_winner: Side | None
) -> tuple[FalseWord, ...]:
    """The false words of a hand that was settled with this ledger, in lance order."""
    if not record.holdings:
        return ()
    betting, count = play_out(record, unread=frozenset(), faults=[]), Count(record)
    verdicts = judge_all_words(record, betting, count)
    hand = Disputed(record, betting, count, verdicts)
    return tuple(
        _false_word(hand, lance, [e for e in ledger if e.lance is lance], bool(game_winner))
        for lance in DECLARED_LANCES
        if lance in verdicts
    )


def _false_word(
    hand: Disputed, lance: Lance, paid: Sequence[LedgerEntry], is_over: bool
) -> FalseWord:
    verdict, declared = hand.verdicts[lance], hand.record.declared[lance]
    was_bet = hand.betting.bets[INDEX[lance]].kind is not BetKind.PASO
    return FalseWord(
        clause=verdict.penalties[0].clause,
        lance=lance,
        words=tuple((seat, declared[seat]) for seat in verdict.wrong),
        effect=_effect(hand, verdict, declared),
        is_void=verdict.void and was_bet and not hand.guilty,
        is_punto=lance is Lance.JUEGO and True not in declared,
        paid=() if hand.guilty else tuple(paid),
        is_unpaid=is_over and not hand.guilty and _is_left(hand, lance, paid),
    )


def _effect(hand: Disputed, verdict: Verdict, declared: Sequence[bool]) -> Effect:
    if hand.guilty:
        return Effect.CLAIM
    if verdict.basis is Basis.TRUTH:
        return Effect.CARDS
    if verdict.basis is not Basis.USUAL:
        if hand.record.ruleset.false_words is FalseWords.JUDGES:
            return Effect.JUDGES
        denied_counts = any(not declared[seat] for seat in verdict.counting)
        return Effect.COUNTS if denied_counts else Effect.NONE
    denied = [seat for seat in verdict.wrong if not declared[seat]]
    if not denied:
        return Effect.HARMLESS
    return Effect.COUNTS if verdict.counting.issuperset(denied) else Effect.LEFT_OUT


def _is_left(hand: Disputed, lance: Lance, paid: Sequence[LedgerEntry]) -> bool:
    """Whether a lance has something to pay that was not paid before the game was over (S2)."""
    if any(entry.kind is LedgerKind.ORDAGO for entry in paid):
        return False
    verdict = hand.verdicts[lance]
    due = [entry.kind for entry in hand.payment(lance)[1]]
    if verdict.deje_to is not None and verdict.deje != 0:
        due.append(LedgerKind.DEJE)
    return not {entry.kind for entry in paid}.issuperset(due)
