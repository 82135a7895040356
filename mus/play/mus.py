"""Mus or no mus, in turn from the mano (H2); in the corrida whoever cuts is mano (H4)."""

from ..lances import Lance
from .happenings import CutMus, SaidMus
from .illegal import is_legal
from .rounds import open_round
from .state import HandState, Phase, partners_of, require_phase, require_turn, verify_answer


def verify_say_mus(state: HandState, seat: int) -> None:
    """Raise unless it is for `seat` to say mus or no mus (H2)."""
    require_phase(state, Phase.MUS)
    require_turn(state, seat)


def can_say_mus(state: HandState, seat: int) -> bool:
    """Whether it is for `seat` to say mus."""
    return is_legal(verify_say_mus, state, seat)


def say_mus(state: HandState, seat: int, *, for_pair: bool = False) -> tuple[HandState, SaidMus]:
    """*Mus.* When all have said it the discards begin (H2).

    `for_pair`: said without “por mi parte”, it takes the partner's word away (B). In a corrida
    that nobody cuts the mano becomes the dealer, so the next seat is mano (H4).
    """
    verify_say_mus(state, seat)
    verify_answer(for_pair)
    mus_seats = state.said_mus | {seat}
    if for_pair:
        mus_seats |= partners_of(state, seat)
    if len(mus_seats) < state.seats:
        return state._replace(said_mus=mus_seats), SaidMus(seat, for_pair)
    mano = (state.mano + 1) % state.seats if state.is_corrida else state.mano
    new = state._replace(
        phase=Phase.DISCARD,
        mano=mano,
        said_mus=frozenset(),
        to_discard=state.order(mano),
        mus_rounds=state.mus_rounds + 1,
    )
    return new, SaidMus(seat, for_pair)


verify_cut_mus = verify_say_mus
"""Raise unless it is for `seat` to say mus or no mus (H2)."""


def can_cut_mus(state: HandState, seat: int) -> bool:
    """Whether it is for `seat` to cut the mus."""
    return is_legal(verify_cut_mus, state, seat)


def cut_mus(state: HandState, seat: int) -> tuple[HandState, CutMus]:
    """*No hay mus*: the betting on grande begins (H2). In a corrida `seat` becomes mano (H4)."""
    verify_cut_mus(state, seat)
    mano = seat if state.is_corrida else state.mano
    cut = state._replace(mano=mano, said_mus=frozenset())
    return open_round(cut, Lance.GRANDE, cut.order()), CutMus(seat)
