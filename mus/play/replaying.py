"""The same hand again from the records of what happened."""

from collections.abc import Callable, Iterable

from .dealing import begin, deal_again, discard, expose
from .declaring import declare, put_right
from .happenings import (
    Began,
    ClaimedFalsely,
    CutMus,
    DealtAgain,
    Declared,
    Discarded,
    Exposed,
    Happening,
    PutRight,
    RefusedToShow,
    SaidMus,
    Showed,
    Spoke,
    SpokeTogether,
)
from .illegal import IllegalAction
from .mus import cut_mus, say_mus
from .showing import claim_falsely, refuse_to_show, show
from .speaking import speak, speak_together
from .state import HandState


def replay(happenings: Iterable[Happening]) -> HandState:
    """The state that a hand's records lead to, beginning with the deal.

    Raises `IllegalAction`: `bad_record` when the records do not begin with a deal or say something
    other than what follows from what was done, else the code of the action that cannot be.
    """
    state: HandState | None = None
    for happening in happenings:
        state = again(state, happening)
    if state is None:
        raise IllegalAction("bad_record")
    return state


def again(state: HandState | None, happening: Happening) -> HandState:
    """The state after one more record; `state` is None before the deal."""
    new, happened = _done(state, happening)
    if happened != happening:
        raise IllegalAction("bad_record")
    return new


def _done(state: HandState | None, done: Happening) -> tuple[HandState, Happening]:
    if isinstance(done, Began):
        if state is not None:
            raise IllegalAction("bad_record")
        return begin(
            ruleset=done.ruleset, mano=done.mano, score=done.score, deck=done.deck,
            first_of_game=done.first_of_game,
        )  # fmt: skip
    if state is None:
        raise IllegalAction("bad_record")
    match done:
        case Exposed():
            return expose(state)
        case SaidMus():
            return say_mus(state, done.seat, for_pair=done.for_pair)
        case Discarded():
            return discard(state, done.seat, done.cards, new_stock=done.new_stock)
        case Declared():
            return declare(state, done.seat, done.said)
        case Spoke():
            return speak(state, done.seat, done.word)
        case SpokeTogether():
            return speak_together(state, dict(done.words), larger=done.larger)
        case Showed():
            return show(state, done.seat, [c.stands_for for c in done.cards if c.stands_for])
    if type(done) not in _BY_SEAT:
        raise IllegalAction("bad_record")
    return _BY_SEAT[type(done)](state, done.seat)


_BY_SEAT: dict[type, Callable[[HandState, int], tuple[HandState, Happening]]] = {
    DealtAgain: deal_again, CutMus: cut_mus, PutRight: put_right, RefusedToShow: refuse_to_show,
    ClaimedFalsely: claim_falsely,
}  # fmt: skip
"""What is done again by its seat alone."""
