"""H8: the signals of each regulation, all truthful, only while everyone holds four cards."""

import pytest

from mus import PRESETS, Lance, RuleSet
from mus.play import Phase, declare, expose, say_mus
from mus.signals import (
    SIGNALS,
    Signal,
    can_signal,
    is_true,
    signals_of,
    verify_signal,
)
from mus.tests.hands import NO_JUEGO, at, at_grande, cards_of, dealt, declared, refused

BRISBANE = {signal.key: signal for signal in SIGNALS["brisbane-2024"]}
ALL = {s.key: s for signals in SIGNALS.values() for s in signals}


def test_H8_brisbane_allows_these_eight_and_no_other() -> None:
    assert list(BRISBANE) == [
        "two_kings", "three_kings", "two_aces", "three_aces", "medias", "duples", "thirty_one",
        "thirty",
    ]  # fmt: skip


def test_H8_every_preset_has_its_signals_and_no_gesture_means_two_things() -> None:
    assert set(SIGNALS) == set(PRESETS)
    for ruleset in PRESETS.values():
        signals = signals_of(ruleset)
        assert len({signal.key for signal in signals}) == len(signals)
        assert len({signal.gesture for signal in signals}) == len(signals)
        assert all(signal.gesture and signal.meaning and signal.source for signal in signals)


@pytest.mark.parametrize(
    ("key", "true", "false"),
    [
        ("two_kings", "Ro 3c 4o 5o", "Ro Cc 4o 5o"),
        ("two_kings", "Ro 3c Re 5o", "4o 4c 5o 5c"),
        ("three_kings", "Ro 3c Re 5o", "Ro 3c 4e 5o"),
        ("four_kings", "Ro 3c Re 3o", "Ro 3c Re 5o"),
        ("two_aces", "Ao 2c 4o 5o", "Ao 4c 4o 5o"),
        ("three_aces", "Ao 2c Ac 5o", "Ao 2c 4o 5o"),
        ("four_aces", "Ao 2c Ac 2o", "Ao 2c Ac 5o"),
        ("medias", "4o 4c 4e 5o", "4o 4c 4e 4b"),
        ("duples", "4o 4c 4e 4b", "4o 4c 4e 5o"),
        ("thirty_one", "Ro Co So Ao", "Ro Co So 4o"),
        ("thirty", "Ro Co 5o 5c", "Ro Co So Ao"),
        ("bad_cards", "4o 5o 6o 7o", None),
    ],
)
def test_H8_signals_are_true(key: str, true: str, false: str | None) -> None:
    assert is_true(ALL[key], cards_of(true), RuleSet())
    if false is None:
        assert not ALL[key].binding
    else:
        assert ALL[key].binding
        assert not is_true(ALL[key], cards_of(false), RuleSet())


def test_H8_with_four_kings_a_three_is_no_king() -> None:
    assert not is_true(BRISBANE["two_kings"], cards_of("Ro 3c 4o 5o"), PRESETS["nabo"])


def test_H8_a_joker_may_stand_for_a_king_or_an_ace() -> None:
    cards, jokers = cards_of("Ro Rc Sc 4o"), RuleSet(jokers=True)
    assert is_true(BRISBANE["three_kings"], cards, jokers)
    assert is_true(BRISBANE["medias"], cards, jokers)
    assert not is_true(BRISBANE["three_kings"], cards, RuleSet())
    assert is_true(BRISBANE["two_aces"], cards_of("Ao Sc 4o 5o"), jokers)


def test_H8_only_while_everyone_holds_four_cards() -> None:
    signal = BRISBANE["two_kings"]
    state = dealt()
    verify_signal(state, 2, signal)
    exposed, _ = expose(state)
    with refused("not_all_dealt"):
        verify_signal(exposed, 2, signal)
    for seat in range(4):
        state, _ = say_mus(state, seat)
    assert state.phase is Phase.DISCARD
    assert not can_signal(state, 2, signal)


def test_H4_the_first_hand_has_no_signals() -> None:
    with refused("no_signals"):
        verify_signal(dealt(first_of_game=True), 2, BRISBANE["two_kings"])


def test_H8_an_untrue_signal_is_refused() -> None:
    with refused("untrue_signal"):
        verify_signal(at_grande(), 0, BRISBANE["two_kings"])


def test_H8_thirty_is_shown_only_after_pares() -> None:
    thirty = BRISBANE["thirty"]
    hands = ("Ro Co 5e 5b", *NO_JUEGO[1:3], "4e Ao 6b 7b")
    for early in (at_grande(hands), at(Lance.PARES, hands)):
        with refused("too_early"):
            verify_signal(early, 0, thirty)
    assert can_signal(at(Lance.JUEGO, hands), 0, thirty)
    state, _ = declare(at(Lance.JUEGO, hands), 0, False)
    assert can_signal(declared(state, False, False, False), 0, thirty)


def test_H8_what_the_regulation_does_not_know_is_no_signal() -> None:
    blind = Signal("bad_cards", "Close or lower both eyes", "Bad cards (ciego)", "P")
    with refused("not_a_signal"):
        verify_signal(dealt(), 0, blind)
    assert can_signal(dealt(ruleset=PRESETS["pagat"]), 0, blind)
    with refused("bad_seat"):
        verify_signal(dealt(), 4, blind)
