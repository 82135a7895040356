"""One thing that may be done at the table, as a value, and doing it."""

import random
from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from ..cards import Card
from ..invalid import InvalidValue
from .dealing import deal_again, discard, expose
from .declaring import declare, put_right
from .happenings import Happening
from .illegal import IllegalAction
from .mus import cut_mus, say_mus
from .showing import claim_falsely, refuse_to_show, show
from .speaking import speak
from .state import HandState
from .words import Word


class Verb(StrEnum):
    """The verbs of this package that one seat does alone, by their names."""

    EXPOSE = "expose"
    DEAL_AGAIN = "deal_again"
    SAY_MUS = "say_mus"
    CUT_MUS = "cut_mus"
    DISCARD = "discard"
    DECLARE = "declare"
    PUT_RIGHT = "put_right"
    SPEAK = "speak"
    SHOW = "show"
    REFUSE_TO_SHOW = "refuse_to_show"
    CLAIM_FALSELY = "claim_falsely"


class Action(NamedTuple):
    """What `seat` does: a verb, and what that verb asks for.

    `word` of speak; `cards` of discard, in the order held; `yes`: what is declared, or whether mus
    is said for the pair; `jokers` of show. A card exposed is the act of the seat that deals.
    """

    verb: Verb
    seat: int
    word: Word | None = None
    cards: tuple[Card, ...] = ()
    yes: bool = False
    jokers: tuple[str, ...] = ()


def act(
    state: HandState, action: Action, *, rng: random.Random | None = None
) -> tuple[HandState, Happening]:
    """Do it: the new state and what happened, as the verb gives them.

    `rng` shuffles the discards when the stock ends (H3). Raises `IllegalAction` as the verb
    does, and `InvalidValue` for what is no verb.
    """
    seat = action.seat
    match action.verb:
        case Verb.EXPOSE:
            return expose(state)
        case Verb.SAY_MUS:
            return say_mus(state, seat, for_pair=action.yes)
        case Verb.DISCARD:
            return discard(state, seat, action.cards, rng=rng)
        case Verb.DECLARE:
            return declare(state, seat, action.yes)
        case Verb.SPEAK:
            if action.word is None:
                raise IllegalAction("bad_word", given="Nothing")
            return speak(state, seat, action.word)
        case Verb.SHOW:
            return show(state, seat, action.jokers)
    if action.verb not in _BY_SEAT:
        raise InvalidValue("verb", action.verb, "Give one of Verb.")
    return _BY_SEAT[action.verb](state, seat)


_BY_SEAT: Mapping[Verb, Callable[[HandState, int], tuple[HandState, Happening]]] = MappingProxyType(
    {
        Verb.DEAL_AGAIN: deal_again, Verb.CUT_MUS: cut_mus, Verb.PUT_RIGHT: put_right,
        Verb.REFUSE_TO_SHOW: refuse_to_show, Verb.CLAIM_FALSELY: claim_falsely,
    }
)  # fmt: skip
"""The verbs that ask for nothing but the seat."""
