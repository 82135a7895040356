"""The betting on one lance when each plays for himself: every other player answers a bet."""

from collections.abc import Iterable
from typing import NamedTuple

from ..betting import BetKind, deje
from ..play.illegal import IllegalAction, is_legal
from ..play.words import Word, WordKind, verify_word
from ..ruleset import RefusedRaise


class Ending(NamedTuple):
    """How a lance was closed. `by`: the last bettor's seat; `stones`: the stake seen, or the deje.

    `contestants`: who plays the lance out; all who may bet when everybody passed.
    """

    kind: BetKind
    by: int | None
    stones: int
    contestants: tuple[int, ...]


class LanceForAll(NamedTuple):
    """One lance being bet. `may_bet`: the seats that may speak, in the order of play.

    `taking`: who has taken the bet that stands; `out`: who passed after one (E5c).
    """

    may_bet: tuple[int, ...]
    refused_raise: RefusedRaise
    turn: int | None
    passed: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    taking: frozenset[int] = frozenset()
    bettor: int | None = None
    standing: int = 0
    before: int = 0
    ordago: bool = False
    ending: Ending | None = None


def open_lance(may_bet: Iterable[int], refused_raise: RefusedRaise) -> LanceForAll:
    """The betting begins with the first of those who may bet."""
    seats = tuple(may_bet)
    return LanceForAll(seats, refused_raise, seats[0])


def verify_say(now: LanceForAll, seat: int, word: Word) -> None:
    """Raise `IllegalAction` unless it is for `seat` to say `word` (E1, E3, E5c)."""
    if now.turn is None:
        raise IllegalAction("not_now", phase="the end of the lance")
    if seat in now.out:
        raise IllegalAction("out_of_lance", seat=seat)
    if seat != now.turn:
        raise IllegalAction("out_of_turn", seat=seat, turn=now.turn)
    verify_word(word, bet_stands=now.bettor is not None, standing=now.standing, ordago=now.ordago)


def can_say(now: LanceForAll, seat: int, word: Word) -> bool:
    """Whether it is for `seat` to say `word`."""
    return is_legal(verify_say, now, seat, word)


def say(now: LanceForAll, seat: int, word: Word) -> LanceForAll:
    """Say a word. A bet is answered by all who are still in, in turn from the bettor; a raise
    asks again those who had taken the bet. The lance is closed when all have answered.
    """
    verify_say(now, seat, word)
    if word.is_bet:
        return _turned(_with_bet(now, seat, word))
    if now.bettor is None:
        return _turned(now._replace(passed=now.passed | {seat}))
    if word.kind is WordKind.QUIERO:
        return _turned(now._replace(taking=now.taking | {seat}))
    return _turned(now._replace(out=now.out | {seat}))


def _with_bet(now: LanceForAll, seat: int, word: Word) -> LanceForAll:
    ordago = word.kind is WordKind.ORDAGO
    return now._replace(
        bettor=seat,
        before=now.standing,
        standing=now.standing if ordago else word.total(now.standing),
        ordago=ordago,
        taking=frozenset(),
    )


def _turned(now: LanceForAll) -> LanceForAll:
    """Whose word it is now; with nobody left, how the lance ended."""
    seats = now.may_bet
    if now.bettor is None:
        waiting = [seat for seat in seats if seat not in now.passed]
    else:
        after = seats.index(now.bettor) + 1
        answered = now.out | now.taking | {now.bettor}
        waiting = [s for s in seats[after:] + seats[:after] if s not in answered]
    if waiting:
        return now._replace(turn=waiting[0])
    return now._replace(turn=None, ending=_ending(now))


def _ending(now: LanceForAll) -> Ending:
    if now.bettor is None:
        return Ending(BetKind.PASO, None, 0, now.may_bet)
    contestants = tuple(s for s in now.may_bet if s in now.taking or s == now.bettor)
    if not now.taking:
        stones = deje(now.before, now.refused_raise)
        return Ending(BetKind.REFUSED, now.bettor, stones, contestants)
    if now.ordago:
        return Ending(BetKind.ORDAGO, now.bettor, 0, contestants)
    return Ending(BetKind.SEEN, now.bettor, now.standing, contestants)
