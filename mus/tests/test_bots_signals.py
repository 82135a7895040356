"""The steady bot reckons, and uses its partner's signals."""

import random
from dataclasses import replace

import pytest

from mus import PRESETS, Lance, RuleSet
from mus.bots import STEADY
from mus.bots.choices import feeling_of, held_of
from mus.bots.partners import expected, signalled
from mus.bots.reckoning import reckoned_word
from mus.play import (
    HandState,
    WordKind,
    begin,
    cut_mus,
    envido,
    shuffled,
    speak,
)
from mus.signals import can_signal, signals_of
from mus.tests.hands import at, at_grande, dealt


@pytest.mark.parametrize("name", PRESETS)
def test_H8_bots_signal_what_may_be_signalled_and_nothing_else(name: str) -> None:
    rng, ruleset, made = random.Random(name), PRESETS[name], 0
    for _ in range(40):
        state, _ = begin(ruleset=ruleset, mano=0, deck=shuffled(rng))
        state, _ = cut_mus(state, 0)
        for seat in range(4):
            said = signalled(held_of(state.cards[seat], ruleset), state)
            allowed = {
                s.key for s in signals_of(ruleset) if s.binding and can_signal(state, seat, s)
            }
            assert said == allowed
            made += len(allowed)
    assert made > 10


def test_H4_nobody_signals_in_the_first_hand() -> None:
    state = dealt(first_of_game=True)
    assert signalled(held_of(state.cards[0], state.ruleset), state) is None


def test_H8_thirty_is_told_only_once_pares_has_been_played() -> None:
    hands = ("Ro Co 5e 5b", "6o 6c 5o 4o", "4c 5c 6e 7e", "4e Ao 6b 7b")
    early, late = at_grande(hands), at(Lance.JUEGO, hands)
    assert "thirty" not in (signalled(held_of(early.cards[0], early.ruleset), early) or ())
    assert "thirty" in (signalled(held_of(late.cards[0], late.ruleset), late) or ())


def test_H8_a_partner_who_shows_kings_is_the_better_for_grande_and_one_who_shows_nothing_worse():
    ruleset = RuleSet()
    nothing, two, three = (
        expected(frozenset(told), ruleset, Lance.GRANDE).grande
        for told in ([], ["two_kings"], ["two_kings", "three_kings", "medias"])
    )
    assert nothing < 0.5 < two < three


def spoken(state: HandState, told: dict[int, frozenset[str]]) -> WordKind:
    seat = state.turn
    assert seat is not None
    feeling = feeling_of(held_of(state.cards[seat], state.ruleset), state.ruleset)
    calm = replace(STEADY, ordago=0.0)
    return reckoned_word(state, feeling, told, calm, random.Random(1)).kind


POOR = ("7o 6c 5e 4b", "So 7c 6e 5b", "Ro Rc Re 4e", "Co 7e 6b 5c")


def test_H8_poor_cards_bet_and_see_on_the_partners_signal() -> None:
    state = at_grande(POOR)
    kings = {2: frozenset({"two_kings", "three_kings", "medias"})}
    assert spoken(state, {2: frozenset()}) is WordKind.PASO
    assert spoken(state, kings) is WordKind.ENVIDO
    bet, _ = speak(state, 0, envido(6))
    assert spoken(bet, {3: frozenset()}) is WordKind.NO_QUIERO
    assert spoken(bet, {3: kings[2]}) in (WordKind.QUIERO, WordKind.ENVIDO)
