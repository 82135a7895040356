"""Cards that move: the deal, discards, the exhausted stock, mus visto, 4-5-6-7 (H1, H2, H3, H6)."""

import random
from collections.abc import Sequence

from ..cards import Card
from ..invalid import is_whole
from ..ruleset import MusVisto, RuleSet
from .happenings import Began, DealtAgain, Discarded, Exposed
from .illegal import IllegalAction, is_legal
from .pack import is_pack, shuffled
from .state import (
    HandState,
    Phase,
    require_phase,
    require_seat,
    require_turn,
    verify_answer,
    verify_seat,
    with_cards,
)

CARDS_EACH = 4


def verify_begin(ruleset: RuleSet, mano: int, score: tuple[int, int], deck: Sequence[Card]) -> None:
    """Raise `IllegalAction` unless such a hand can be dealt (H1, C1)."""
    if not isinstance(ruleset, RuleSet):
        raise IllegalAction("bad_ruleset", given=repr(ruleset))
    verify_seat(mano, ruleset.seats)
    if not _is_score(score, ruleset.target):
        raise IllegalAction("bad_score", last=ruleset.target - 1)
    if not is_pack(deck, ruleset):
        raise IllegalAction("bad_deck")


def _is_score(score: object, target: int) -> bool:
    if not isinstance(score, tuple) or len(score) != 2:
        return False
    return all(is_whole(stones) and 0 <= stones < target for stones in score)


def can_begin(ruleset: RuleSet, mano: int, score: tuple[int, int], deck: Sequence[Card]) -> bool:
    """Whether such a hand can be dealt."""
    return is_legal(verify_begin, ruleset, mano, score, deck)


def begin(
    *,
    ruleset: RuleSet,
    mano: int,
    score: tuple[int, int] = (0, 0),
    deck: Sequence[Card],
    first_of_game: bool = False,
) -> tuple[HandState, Began]:
    """Deal four cards each, one by one from the mano (H1). `deck`: shuffled and cut, top first."""
    verify_begin(ruleset, mano, score, deck)
    verify_answer(first_of_game)
    seats = ruleset.seats
    dealt = seats * CARDS_EACH
    places = [(seat - mano) % seats for seat in range(seats)]
    state = HandState(
        ruleset=ruleset,
        score=score,
        mano=mano,
        phase=Phase.MUS,
        cards=tuple(tuple(deck[place:dealt:seats]) for place in places),
        stock=tuple(deck[dealt:]),
        first_of_game=first_of_game,
        declared=((None,) * seats, (None,) * seats),
        shown=(None,) * seats,
    )
    return state, Began(ruleset, mano, score, tuple(deck), first_of_game)


# Mus visto (H6)


def verify_expose(state: HandState) -> None:
    """Raise unless a card can just have been exposed in the deal, and the rule set has H6."""
    require_phase(state, Phase.MUS)
    if state.ruleset.mus_visto is MusVisto.OFF:
        raise IllegalAction("mus_visto_off")
    if state.was_exposed:
        raise IllegalAction("already_exposed")
    if state.said_mus or state.mus_rounds:
        raise IllegalAction("already_spoken")


def can_expose(state: HandState) -> bool:
    """Whether a card can just have been exposed in the deal."""
    return is_legal(verify_expose, state)


def expose(state: HandState) -> tuple[HandState, Exposed]:
    """A card was exposed: each from the mano may discard 0 to 4 cards (H6), then mus as usual."""
    verify_expose(state)
    new = state._replace(phase=Phase.EXPOSED, was_exposed=True, to_discard=state.order())
    return new, Exposed()


# 4-5-6-7 (§10)


def verify_deal_again(state: HandState, seat: int) -> None:
    """Raise unless `seat` was dealt 4-5-6-7 and nobody has spoken (§10 `deal_again_4567`)."""
    require_phase(state, Phase.MUS)
    require_seat(state, seat)
    if not state.ruleset.deal_again_4567:
        raise IllegalAction("no_deal_again")
    if state.said_mus or state.mus_rounds or state.was_exposed:
        raise IllegalAction("already_spoken")
    if seat in state.dealt_again or sorted(c.rank for c in state.cards[seat]) != list("4567"):
        raise IllegalAction("not_4567", seat=seat)


def can_deal_again(state: HandState, seat: int) -> bool:
    """Whether `seat` may show its 4-5-6-7 and be dealt four new cards."""
    return is_legal(verify_deal_again, state, seat)


def deal_again(state: HandState, seat: int) -> tuple[HandState, DealtAgain]:
    """Show the 4-5-6-7 and take four new cards (§10); once a deal for each seat."""
    verify_deal_again(state, seat)
    drawn = state.stock[:CARDS_EACH]
    new = state._replace(
        cards=with_cards(state, seat, drawn),
        stock=state.stock[CARDS_EACH:],
        discards=state.discards + state.cards[seat],
        dealt_again=state.dealt_again | {seat},
    )
    return new, DealtAgain(seat, drawn)


# Discards (H2, H3)


def verify_discard(state: HandState, seat: int, cards: Sequence[Card]) -> None:
    """Raise unless `seat` is to discard, and these are 1 to 4 of its cards (mus visto: 0 to 4)."""
    require_phase(state, Phase.DISCARD, Phase.EXPOSED)
    require_turn(state, seat)
    least = 0 if state.phase is Phase.EXPOSED else 1
    held = state.cards[seat]
    if not isinstance(cards, Sequence) or isinstance(cards, str):
        raise IllegalAction("bad_discard", least=least)
    for card in cards:
        if card not in held:
            raise IllegalAction("not_held", seat=seat, card=str(card))
    if not least <= len(cards) <= CARDS_EACH or len(set(cards)) != len(cards):
        raise IllegalAction("bad_discard", least=least)


def can_discard(state: HandState, seat: int, cards: Sequence[Card]) -> bool:
    """Whether `seat` may discard these cards now."""
    return is_legal(verify_discard, state, seat, cards)


def to_be_shuffled(state: HandState, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that would make the new stock if `cards` were discarded now; () if it suffices.

    H3: with others still to be served all discards are shuffled, the last one's own stay out.
    """
    if len(cards) <= len(state.stock):
        return ()
    several = len(state.to_discard) > 1
    return state.discards + (tuple(cards) if several else ())


def discard(
    state: HandState,
    seat: int,
    cards: Sequence[Card],
    *,
    rng: random.Random | None = None,
    new_stock: Sequence[Card] | None = None,
) -> tuple[HandState, Discarded]:
    """Discard and be dealt as many (H2); the discards are shuffled when the stock ends (H3).

    The shuffle is `rng`'s, or `new_stock` gives its result.
    """
    verify_discard(state, seat, cards)
    gone, stock, pile = tuple(cards), state.stock, state.discards
    reshuffled: tuple[Card, ...] | None = None
    drawn = stock[: len(gone)]
    if len(drawn) < len(gone):
        waiting = to_be_shuffled(state, gone)
        reshuffled = _new_stock(waiting, rng, new_stock)
        missing = len(gone) - len(drawn)
        drawn += reshuffled[:missing]
        stock = reshuffled[missing:]
        pile = () if len(state.to_discard) > 1 else gone
    else:
        stock, pile = stock[len(gone) :], pile + gone
    rest = tuple(card for card in state.cards[seat] if card not in gone)
    left = state.to_discard[1:]
    new = state._replace(
        cards=with_cards(state, seat, rest + drawn),
        stock=stock,
        discards=pile,
        to_discard=left,
        phase=state.phase if left else Phase.MUS,
    )
    return new, Discarded(seat, gone, drawn, reshuffled)


def _new_stock(
    waiting: tuple[Card, ...], rng: random.Random | None, stock: Sequence[Card] | None
) -> tuple[Card, ...]:
    if stock is not None:
        if len(stock) != len(waiting) or set(stock) != set(waiting):
            raise IllegalAction("bad_stock")
        return tuple(stock)
    if rng is None:
        raise IllegalAction("no_shuffle")
    return shuffled(rng, waiting)
