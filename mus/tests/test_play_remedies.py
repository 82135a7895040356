"""Each refusal says what is wrong and what to do, with the seats and numbers of the moment."""

from collections.abc import Callable

import pytest

from mus import Lance, RuleSet
from mus.play import (
    ENVIDO,
    NO_QUIERO,
    PACK,
    PASO,
    REMEDIES,
    IllegalAction,
    Phase,
    begin,
    cut_mus,
    declare,
    discard,
    envido,
    hand_record,
    put_right,
    say_mus,
    show,
    speak,
    speak_together,
)
from mus.tests.hands import at, at_grande, dealt, declared

SIX = RuleSet(seats=6, target=50)


def bet() -> object:
    return speak(at_grande(), 0, envido(4))[0]


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (lambda: begin(ruleset=SIX, mano=6, deck=PACK), "no seat 6. Seats run from 0 to 5"),
        (lambda: begin(ruleset=SIX, mano=0, score=(50, 0), deck=PACK), "0 to 49 stones"),
        (lambda: say_mus(dealt(), 5), "no seat 5. Seats run from 0 to 3"),
        (lambda: say_mus(dealt(), -1), "no seat -1."),
        (lambda: say_mus(at_grande(), 1), "the hand is at bet."),
        (lambda: say_mus(dealt(mano=2), 1), "not the turn of seat 1. Seat 2 speaks"),
        (lambda: discard(dealt(), 0, ()), "the hand is at mus."),
        (lambda: speak(at_grande(), 2, PASO), "not the turn of seat 2. Seat 0 speaks"),
        (
            lambda: speak_together(speak(at_grande(), 0, PASO)[0], {0: PASO, 2: PASO}),
            "one of them must have the turn",
        ),
        (
            lambda: speak(declared(at(Lance.PARES), True, True, False, True), 2, PASO),
            "Seat 2 may not bet on pares",
        ),
        (lambda: speak(bet(), 2, PASO), "Seat 2 would be answering its own pair"),  # type: ignore[arg-type]
        (
            lambda: speak(speak(bet(), 1, NO_QUIERO)[0], 1, ENVIDO),  # type: ignore[arg-type]
            "Seat 1 passed after a bet",
        ),
        (lambda: speak(bet(), 1, envido(5)), "at least 6, not 5"),  # type: ignore[arg-type]
        (lambda: speak(at_grande(), 0, envido(1)), "at least 2 stones, not 1"),
        (lambda: put_right(at_grande(), 3), "Seat 3 has nothing to put right"),
        (lambda: declare(at_grande(), 0, True), "the hand is at bet."),
        (lambda: hand_record(at_grande()), "it is at bet"),
        (lambda: show(at_grande(), 0), "the hand is at bet."),
    ],
)
def test_the_remedy_names_what_it_is_about(action: Callable[[], object], text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        action()
    assert text in refused.value.remedy
    assert str(refused.value) == refused.value.remedy


def test_a_second_pass_before_a_bet_waits_for_the_others() -> None:
    state, _ = speak(at_grande(), 0, PASO)
    state, _ = speak_together(state, {1: PASO, 3: PASO})
    with pytest.raises(IllegalAction, match=r"seat 3\. Seat 2 speaks"):
        speak(state, 3, PASO)


def test_every_remedy_ends_as_a_sentence() -> None:
    assert all(remedy.endswith(".") for remedy in REMEDIES.values())


def test_between_the_moments_nothing_is_left_over() -> None:
    state, began = begin(ruleset=RuleSet(), mano=0, deck=PACK)
    assert not began.first_of_game
    assert not state.first_of_game
    state, _ = say_mus(state, 0)
    state, _ = cut_mus(state, 1)
    assert state.said_mus == frozenset()
    assert at(Lance.PARES).round is None
    over = declared(at(Lance.JUEGO), False, True, False, True)
    assert over.phase is Phase.SHOWDOWN
    assert over.round is None
    state = at_grande(score=(39, 0))
    state, _ = speak(state, 0, ENVIDO)
    for seat in (1, 3):
        state, _ = speak(state, seat, NO_QUIERO)
    assert state.phase is Phase.SHOWDOWN
    assert state.round is None
