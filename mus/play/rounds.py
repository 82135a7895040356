"""From lance to lance: who may bet, what closes a lance, what comes after it (E6, E7, S1, S6)."""

from ..betting import PASSED, Bet, BetKind, Call, close_bet
from ..faults import Fault
from ..lances import DECLARED_LANCES, LANCES, Lance
from ..sides import side_of
from .state import HandState, Phase, Round, add_stones, lance_number


def open_round(state: HandState, lance: Lance, may_bet: tuple[int, ...]) -> HandState:
    """Betting on `lance` begins among `may_bet`, in order from the mano."""
    return state._replace(
        phase=Phase.BET, lance=lance, round=Round(may_bet=may_bet, turn=may_bet[0])
    )


def open_declaring(state: HandState, lance: Lance) -> HandState:
    """Each seat, from the mano, is to say yes or no (E7)."""
    return state._replace(phase=Phase.DECLARE, lance=lance)


def after_declaring(state: HandState, lance: Lance) -> HandState:
    """All have declared: betting among those who may, or on to what follows (E7)."""
    words = state.words
    yes = tuple(seat for seat in state.order() if words[seat])
    sides = {side_of(seat) for seat in yes}
    if len(sides) == 2:
        return open_round(state, lance, yes)
    if lance is Lance.JUEGO and not sides:
        return open_round(state, lance, state.order())
    return _closed(state, (), PASSED)


def close_round(state: HandState, calls: tuple[Call, ...]) -> HandState:
    """The betting on the lance is over: dejes are taken, a seen órdago ends the betting."""
    faults: list[Fault] = []
    assert state.lance is not None
    refused_raise = state.ruleset.refused_raise_of(state.lance)
    bet = close_bet(calls, refused_raise=refused_raise, path="calls", faults=faults)
    return _closed(state, calls, bet)


def _closed(state: HandState, calls: tuple[Call, ...], bet: Bet) -> HandState:
    new = state._replace(bets=(*state.bets, bet), calls=(*state.calls, calls), round=None)
    if bet.kind is BetKind.ORDAGO:
        return _showdown(new)
    if bet.kind is BetKind.REFUSED and bet.by is not None:
        new = new._replace(taken=add_stones(new.taken, bet.by, bet.stones))
        index = bet.by.position
        if new.score[index] + new.taken[index] >= new.ruleset.target:
            return _showdown(new)
    return _next_lance(new)


def _next_lance(state: HandState) -> HandState:
    number = len(state.bets)
    if number == len(LANCES):
        return _showdown(state)
    lance = LANCES[number]
    if lance in DECLARED_LANCES:
        return open_declaring(state, lance)
    return open_round(state, lance, state.order())


def _showdown(state: HandState) -> HandState:
    return state._replace(phase=Phase.SHOWDOWN, round=None)


def back_to(state: HandState, lance: Lance) -> HandState:
    """The hand as it stood when `lance` had been declared: what followed is undone (D0)."""
    number = lance_number(lance)
    return state._replace(lance=lance, bets=state.bets[:number], calls=state.calls[:number])
