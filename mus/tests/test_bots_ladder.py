"""Bots are measured on a fixed ladder; the steady one reckons, and uses its partner's signals."""

import random
from dataclasses import replace

import pytest

from mus import PRESETS, InvalidValue, Lance, RuleSet
from mus.bots import CALLER, LADDER, RANDOM, ROCK, STEADY, duel, ladder
from mus.bots.__main__ import main
from mus.bots.choices import anything, feeling_of, held_of
from mus.bots.partners import expected, signalled
from mus.bots.reckoning import reckoned_word
from mus.play import (
    HandState,
    Phase,
    WordKind,
    begin,
    cut_mus,
    envido,
    legal_words,
    shuffled,
    speak,
)
from mus.signals import can_signal, signals_of
from mus.tests.hands import at, at_grande, dealt


@pytest.mark.parametrize(
    ("other", "games", "least"), [(ROCK, 120, 0.57), (CALLER, 40, 0.6), (RANDOM, 40, 0.65)]
)
@pytest.mark.sampled(2)
def test_the_steady_beat_the_others_of_the_ladder(other, games, least):  # type: ignore[no-untyped-def]
    assert duel(STEADY, other, games=games, seed=1).share > least


def test_a_seed_gives_the_same_games_whoever_is_named_first_sits_on_both_sides() -> None:
    assert duel(ROCK, CALLER, games=6, seed=3) == duel(ROCK, CALLER, games=6, seed=3)
    told = ladder(games=1, seed=1, characters=(ROCK, CALLER, RANDOM))
    assert [(met.first, met.second) for met in told] == [
        ("rock", "caller"),
        ("rock", "random"),
        ("caller", "random"),
    ]
    assert {met.share for met in told} <= {0.0, 1.0}


def test_a_duel_has_games() -> None:
    with pytest.raises(InvalidValue, match="games"):
        duel(ROCK, CALLER, games=0, seed=1)


def test_the_ladder_is_told_on_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["ladder", "--games", "1", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(LADDER) * (len(LADDER) - 1) // 2
    assert lines[0].split()[:2] == ["steady", "rock"]
    with pytest.raises(SystemExit):
        main(["ladder", "--games", "0"])
    assert "--games" in capsys.readouterr().err


# Signals


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


def test_a_random_player_says_only_what_is_allowed_and_everything_that_is() -> None:
    rng, state = random.Random(4), at_grande()
    state, _ = speak(state, 0, legal_words(state)[0][2])
    said = {anything(state, rng) for _ in range(400)}
    assert said <= set(legal_words(state, most=6)[1])
    assert {word.kind for word in said} == set(WordKind)
    assert state.phase is Phase.BET
