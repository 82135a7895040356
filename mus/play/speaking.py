"""Paso, envido, n más, reenvido, órdago, quiero, no quiero, by player (E1 to E5, E5b, E5c)."""

from collections.abc import Mapping

from ..betting import Call, CallKind
from ..lances import Lance
from ..ruleset import RuleSet
from ..sides import side_of
from .happenings import Spoke, SpokeTogether
from .illegal import IllegalAction, is_legal
from .rounds import close_round
from .state import HandState, Phase, Round, require_phase, require_seat
from .words import Word, WordKind, verify_word

_PASO, _NO_QUIERO, _QUIERO = WordKind.PASO, WordKind.NO_QUIERO, WordKind.QUIERO
_ORDAGO = WordKind.ORDAGO


def verify_speak(state: HandState, seat: int, word: Word) -> None:
    """Raise unless `seat` may say `word` now (E1 to E5c)."""
    lance, now = _betting(state)
    require_seat(state, seat)
    _verify_seat(lance, now, seat)
    if seat != now.turn:
        raise IllegalAction("out_of_turn", seat=seat, turn=now.turn)
    _verify_word(now, word)


def can_speak(state: HandState, seat: int, word: Word) -> bool:
    """Whether `seat` may say `word` now."""
    return is_legal(verify_speak, state, seat, word)


def speak(state: HandState, seat: int, word: Word) -> tuple[HandState, Spoke]:
    """Say a word in the lance that is being bet.

    A bet turns to the other pair, in order of play from the bettor; it is refused when nobody
    left there takes it (E5c), and closed by the first *quiero*.
    """
    verify_speak(state, seat, word)
    lance, now = _betting(state)
    stake = stake_of(now, word)
    return _after_word(state, now, seat, word), Spoke(seat, lance, word, stake)


def verify_speak_together(state: HandState, words: Mapping[int, Word]) -> None:
    """Raise unless these are partners who may all speak, one of them on turn (E5b)."""
    lance, now = _betting(state)
    for seat in words:
        require_seat(state, seat)
    if len(words) < 2 or now.turn not in words or len({side_of(seat) for seat in words}) > 1:
        raise IllegalAction("not_partners")
    for seat, word in words.items():
        _verify_seat(lance, now, seat)
        _verify_word(now, word)


def can_speak_together(state: HandState, words: Mapping[int, Word]) -> bool:
    """Whether these partners may have spoken at once."""
    return is_legal(verify_speak_together, state, words)


def speak_together(
    state: HandState, words: Mapping[int, Word], *, larger: bool | None = None
) -> tuple[HandState, SpokeTogether]:
    """Partners speak at once: of those who take or bet, the smaller stands (E5b; B).

    *Paso* and *no quiero* are no bets and bind nobody else (E5c). `larger`: the more aggressive
    word stands, and the plural overrides it (“we fold”, “we see”: `for_pair`), as P has it; by
    default what the rule set says.
    """
    verify_speak_together(state, words)
    if larger is None:
        larger = bolder_stands(state.ruleset)
    lance, now = _betting(state)
    order = [seat for seat in state.order(now.turn) if seat in words]
    taking = [seat for seat in order if words[seat].kind not in (_PASO, _NO_QUIERO)]
    silent = [seat for seat in order if seat not in taking]
    answers = larger and now.bettor is not None
    plural = [seat for seat in order if words[seat].for_pair] if answers else []
    stood = order[0]
    if plural:
        stood = plural[0]
    elif taking:
        choose = max if larger else min
        stood = choose(taking, key=lambda seat: _size(now, words[seat]))
    stake = stake_of(now, words[stood])
    happening = SpokeTogether(lance, tuple((s, words[s]) for s in order), stood, stake, larger)
    if not taking:
        return _all_passed(state, now, order), happening
    if stood in silent:
        return _after_word(state, now, stood, words[stood]), happening
    return _after_word(state, _passing(now, silent), stood, words[stood]), happening


def bolder_stands(ruleset: RuleSet) -> bool:
    """Whether of two words said at once the more aggressive stands: so only `pagat` has it (P)."""
    return ruleset.preset == "pagat"


def stake_of(now: Round, word: Word) -> int:
    """The total that stands after `word`, in stones; 0 when it stakes none (E1)."""
    return word.total(now.standing)


# What may be said


def _betting(state: HandState) -> tuple[Lance, Round]:
    require_phase(state, Phase.BET)
    assert state.lance is not None
    assert state.round is not None
    return state.lance, state.round


def _verify_seat(lance: Lance, now: Round, seat: int) -> None:
    if seat not in now.may_bet:
        raise IllegalAction("not_eligible", seat=seat, lance=str(lance))
    if seat in now.out:
        raise IllegalAction("out_of_lance", seat=seat)
    if now.bettor is not None and side_of(seat) is side_of(now.bettor):
        raise IllegalAction("own_bet", seat=seat)
    if now.bettor is None and seat in now.passed:
        raise IllegalAction("out_of_turn", seat=seat, turn=now.turn)


def _verify_word(now: Round, word: Word) -> None:
    verify_word(word, bet_stands=now.bettor is not None, standing=now.standing, ordago=now.ordago)


# What it does


def _after_word(state: HandState, now: Round, seat: int, word: Word) -> HandState:
    kind = word.kind
    if kind is _QUIERO:
        return close_round(state, (*now.calls, Call(side_of(seat), CallKind.QUIERO)))
    if kind is _PASO or kind is _NO_QUIERO:
        seats = [seat]
        if word.for_pair and now.bettor is not None:
            seats = [s for s in now.may_bet if side_of(s) is side_of(seat)]
        return _all_passed(state, now, seats)
    side = side_of(seat)
    if kind is _ORDAGO:
        call = Call(side, CallKind.ORDAGO)
        bet = now._replace(bettor=seat, ordago=True, calls=(*now.calls, call))
    else:
        stake = stake_of(now, word)
        call = Call(side, CallKind.ENVIDO, stake)
        bet = now._replace(bettor=seat, standing=stake, calls=(*now.calls, call))
    return _turned(state, bet)


def _passing(now: Round, seats: list[int]) -> Round:
    """Before a bet one stays in, after it one is out (E5c)."""
    if now.bettor is None:
        return now._replace(passed=now.passed | frozenset(seats))
    return now._replace(out=now.out | frozenset(seats))


def _all_passed(state: HandState, now: Round, seats: list[int]) -> HandState:
    return _turned(state, _passing(now, seats))


def _turned(state: HandState, now: Round) -> HandState:
    """Whose word it is after this; the lance is closed when there is nobody left to speak."""
    turn = _next(state, now)
    if turn is not None:
        return state._replace(round=now._replace(turn=turn), open_to_put_right=None)
    silent = state._replace(open_to_put_right=None)
    if now.bettor is None:
        return close_round(silent, ())
    refusal = Call(side_of(now.bettor).other, CallKind.NO_QUIERO)
    return close_round(silent, (*now.calls, refusal))


def _next(state: HandState, now: Round) -> int | None:
    if now.bettor is None:
        return next((seat for seat in now.may_bet if seat not in now.passed), None)
    return next(
        (
            seat
            for seat in state.order(now.bettor)
            if (seat - now.bettor) & 1 and seat in now.may_bet and seat not in now.out
        ),
        None,
    )


def _size(now: Round, word: Word) -> float:
    """How much a word stakes: quiero least, órdago most."""
    if word.kind is _QUIERO:
        return now.standing
    return float("inf") if word.kind is _ORDAGO else stake_of(now, word)
