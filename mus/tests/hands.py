"""Hands set up for the tests of play: chosen cards, and the way to a lance."""

from collections.abc import Sequence

import pytest

from mus import Card, Lance, RuleSet, card_from
from mus.play import PACK, PASO, HandState, IllegalAction, Phase, begin, cut_mus, declare, speak

# Seat 0 holds duples, 1 par and juego, 2 par and juego, 3 medias and juego.
EXAMPLE = ("7o 7c 2e Ab", "3o 3c So 2c", "Ro Rc Sc Ao", "Co Cc Ce 6b")
NO_JUEGO = ("7o 7c 2e Ab", "6o 6c 5o 4o", "4c 5c 6e 7e", "4e 5e 6b 7b")


def refused(code: str) -> "pytest.RaisesExc[IllegalAction]":
    """Expect this refusal, with a remedy that leaves nothing open."""
    return pytest.raises(
        IllegalAction, check=lambda error: error.code == code and "None" not in error.remedy
    )


def cards_of(text: str) -> tuple[Card, ...]:
    found = tuple(card_from(token) for token in text.split())
    assert None not in found
    return found  # type: ignore[return-value]


def deck_for(hands: Sequence[str], *, mano: int = 0, then: str = "") -> tuple[Card, ...]:
    """A deck that deals these hands by seat from this mano; `then` comes next from the stock."""
    dealt = [cards_of(hand) for hand in hands]
    seats = len(hands)
    order = [(mano + step) % seats for step in range(seats)]
    top = [dealt[seat][turn] for turn in range(4) for seat in order]
    top += cards_of(then)
    return (*top, *(card for card in PACK if card not in top))


def dealt(
    hands: Sequence[str] = EXAMPLE,
    *,
    ruleset: RuleSet | None = None,
    mano: int = 0,
    score: tuple[int, int] = (0, 0),
    first_of_game: bool = False,
    then: str = "",
) -> HandState:
    return begin(
        ruleset=ruleset or RuleSet(),
        mano=mano,
        score=score,
        deck=deck_for(hands, mano=mano, then=then),
        first_of_game=first_of_game,
    )[0]


def at_grande(hands: Sequence[str] = EXAMPLE, **how: object) -> HandState:
    """Mus cut by the mano: the betting on grande begins."""
    state = dealt(hands, **how)  # type: ignore[arg-type]
    return cut_mus(state, state.mano)[0]


def at(lance: Lance, hands: Sequence[str] = EXAMPLE, **how: object) -> HandState:
    """All have passed and told the truth up to the betting (or declaring) on `lance`."""
    state = at_grande(hands, **how)
    while state.lance is not lance and state.phase in (Phase.BET, Phase.DECLARE):
        state = truthful_step(state)
    return state


def truthful_step(state: HandState) -> HandState:
    """The seat on turn passes, or declares what it holds."""
    from mus import holding_of

    seat = state.turn
    assert seat is not None
    if state.phase is Phase.BET:
        return speak(state, seat, PASO)[0]
    holding = holding_of(state.cards[seat], state.ruleset)
    held = holding.pares if state.lance is Lance.PARES else holding.juego
    return declare(state, seat, bool(held))[0]


def declared(state: HandState, *words: bool) -> HandState:
    """The seats say these words in turn, from the mano."""
    for word in words:
        assert state.turn is not None
        state, _ = declare(state, state.turn, word)
    return state
