"""Yes or no to pares and juego, and putting it right before the mano speaks (E7, D0)."""

from ..lances import Lance
from .happenings import Declared, PutRight
from .illegal import IllegalAction, is_legal
from .rounds import after_declaring, back_to
from .state import HandState, Phase, require_phase, require_seat, require_turn, verify_answer


def verify_declare(state: HandState, seat: int) -> None:
    """Raise unless it is for `seat` to declare pares or juego (E7)."""
    require_phase(state, Phase.DECLARE)
    require_turn(state, seat)


def can_declare(state: HandState, seat: int) -> bool:
    """Whether it is for `seat` to declare."""
    return is_legal(verify_declare, state, seat)


def declare(state: HandState, seat: int, said: bool) -> tuple[HandState, Declared]:
    """Say yes or no (E7). Nobody looks at the cards: a false word is judged at the end (§6)."""
    verify_declare(state, seat)
    verify_answer(said)
    lance = Lance.JUEGO if state.lance is Lance.JUEGO else Lance.PARES
    new = _with_word(state, lance, seat, said)._replace(open_to_put_right=lance)
    if None not in new.words:
        new = after_declaring(new, lance)
    return new, Declared(seat, lance, said)


def verify_put_right(state: HandState, seat: int) -> None:
    """Raise unless `seat` has declared and the mano has not spoken in that lance since (D0).

    Where nobody bets on the lance, it may be put right until the next thing is said or shown.
    """
    require_seat(state, seat)
    lance = state.open_to_put_right
    if lance is None or state.words_of(lance)[seat] is None:
        raise IllegalAction("nothing_to_put_right", seat=seat)


def can_put_right(state: HandState, seat: int) -> bool:
    """Whether `seat` may still change what it declared."""
    return is_legal(verify_put_right, state, seat)


def put_right(state: HandState, seat: int) -> tuple[HandState, PutRight]:
    """Turn the seat's last declaration into its opposite, at no cost (D0)."""
    verify_put_right(state, seat)
    lance = state.open_to_put_right
    assert lance is not None
    word = not state.words_of(lance)[seat]
    new = _with_word(state, lance, seat, word)
    if None not in new.words_of(lance):
        new = after_declaring(back_to(new, lance), lance)
    return new, PutRight(seat, lance, word)


def _with_word(state: HandState, lance: Lance, seat: int, word: bool) -> HandState:
    pares, juego = state.declared
    if lance is Lance.JUEGO:
        return state._replace(declared=(pares, (*juego[:seat], word, *juego[seat + 1 :])))
    return state._replace(declared=((*pares[:seat], word, *pares[seat + 1 :]), juego))
