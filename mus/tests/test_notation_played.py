"""Hands played call by call as one line: every word reads back to the same state."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus import PRESETS, RuleSet
from mus.bots import Slips, play_through
from mus.notation import (
    NOTATION_TEMPLATES,
    NotationRefused,
    played_text,
    read_played,
    ruleset_text,
)
from mus.play import (
    PACK,
    Phase,
    Word,
    WordKind,
    begin,
    refuse_to_show,
    replay,
    say_mus,
    speak,
    speak_together,
)
from mus.tests.hands import deck_for

OFTEN = Slips(false_word=0.5, false_claim=0.3, wrong_claim=0.0, exposed=0.3, together=0.5)
RULESETS = [*PRESETS.values(), RuleSet(seats=6, jokers=True), RuleSet(deal_again_4567=True)]
DECK = "".join(map(str, PACK))


@pytest.mark.parametrize("ruleset", RULESETS, ids=ruleset_text)
def test_a_hand_played_reads_back_to_the_same_state_and_history(ruleset: RuleSet) -> None:
    rng = random.Random(ruleset_text(ruleset))
    for number in range(40):
        state, happened = play_through(
            ruleset=ruleset,
            mano=number % 4,
            score=(1, 2),
            rng=rng,
            first_of_game=number % 2 == 0,
            slips=OFTEN,
        )
        text = played_text(happened)
        assert read_played(text) == (state, happened)
        assert read_played(played_text(happened, ruleset=ruleset), ruleset=ruleset)[0] == state
        assert len(text.splitlines()) == 1


def test_words_that_bots_do_not_say() -> None:
    state, began = begin(ruleset=RuleSet(), mano=0, deck=PACK)
    state, mus = say_mus(state, 0, for_pair=True)
    assert played_text([began, mus]) == f"0 0-0 {DECK} 0m="
    happened = [began, mus]
    text = played_text(happened) + " 1x 0p 1e3 2r4 3n="
    state, happened_again = read_played(text)
    assert state.taken == (3, 0)
    assert played_text(happened_again) == text
    raised, _ = read_played(f"0 0-0 {DECK} 0x 0e 1q&3!^")
    assert raised.round is not None
    assert raised.round.ordago


def test_every_kind_of_word_is_written() -> None:
    state, began = begin(ruleset=RuleSet(), mano=0, deck=PACK)
    state, first = read_played(f"0 0-0 {DECK} 0x")
    happened = list(first)
    for seat, word in [
        (0, Word(WordKind.ENVIDO, 2)), (1, Word(WordKind.MAS)), (2, Word(WordKind.MAS, 3)),
        (3, Word(WordKind.REENVIDO)), (0, Word(WordKind.ORDAGO)),
    ]:  # fmt: skip
        state, done = speak(state, seat, word)
        happened.append(done)
    state, both = speak_together(
        state, {1: Word(WordKind.NO_QUIERO), 3: Word(WordKind.QUIERO)}, larger=True
    )
    happened.append(both)
    assert played_text(happened).split()[3:] == ["0x", "0e2", "1r", "2r3", "3d", "0!", "1n&3q^"]
    state, hidden = refuse_to_show(state, 2)
    happened.append(hidden)
    assert read_played(played_text(happened)) == (state, tuple(happened))
    assert replay(happened) == state
    assert state.phase is Phase.SHOWDOWN
    assert began == first[0]


@pytest.mark.parametrize("most", [10**9, 2**53 - 1])
def test_a_bet_of_many_digits_reads_back(most: int) -> None:
    text = f"0 0-0 {DECK} 0x 0e{most}"
    state, happened = read_played(text)
    assert state.round is not None
    assert played_text(happened) == text


@pytest.mark.parametrize(
    ("text", "column", "code"),
    [
        ("", 1, "bad_deal"),
        ("0 0-0 RoRx", 1, "bad_deal"),
        ("@nowhere 0 0-0", 1, "bad_ruleset"),
        ("0 0-0 RoCo", 1, "bad_deck"),
        ("@nabo 0 0-0 RoCo", 7, "bad_deck"),
        (f"5 0-0 {DECK}", 1, "bad_seat"),
        (f"0 0-0 {DECK} 1m", 88, "out_of_turn"),
        (f"0 0-0 {DECK} 0m 1m 0q", 94, "not_now"),
        (f"0 0-0 {DECK} 0z", 88, "bad_word"),
        (f"0 0-0 {DECK} 9m", 88, "bad_word"),
        (f"0 0-0 {DECK} 0x 0p4", 91, "bad_word"),
        (f"0 0-0 {DECK} 0x 0e&q", 91, "bad_word"),
        (f"0 0-0 {DECK} 0x 0e9007199254740992", 91, "bad_word"),
        (f"0 0-0 {DECK} 0x 0e=", 91, "bad_word"),
        (f"0 0-0 {DECK} 0x 0p&2!=", 91, "bad_word"),
        (f"0 0-0 {DECK} 0x 0e 1q&2q", 94, "not_partners"),
        (f"0 0-0 {DECK} 0m 1m 2m 3m 0cRx", 100, "bad_word"),
        (f"0 0-0 {DECK} 0m 1m 2m 3m 0cRb", 100, "not_held"),
    ],
)
def test_what_cannot_have_happened_is_refused_with_its_column(
    text: str, column: int, code: str
) -> None:
    with pytest.raises(NotationRefused) as refused:
        read_played(text)
    (fault,) = refused.value.faults
    assert (fault.line, fault.column, fault.code) == (1, column, code)
    if code in NOTATION_TEMPLATES:
        given = {"bad_deal": "", "bad_ruleset": "@nowhere"}.get(code) or text[column - 1 :]
        assert fault.message == NOTATION_TEMPLATES[code] % {"given": given}
        assert fault.path is None
    else:
        assert fault.path == ""
        assert fault.message.endswith(".")


TOKENS = st.sampled_from(
    ["0m", "1m", "2m", "3m", "0x", "1x", "X", "0cRo", "0c", "0p", "1p", "0e", "1q", "1q&3!", "0+",
     "1-", "0*", "0s", "1h", "2f", "0a", "first", "?", "0"]
)  # fmt: skip


@given(st.lists(TOKENS, max_size=12))
def test_any_line_is_a_hand_or_refused(words: list[str]) -> None:
    deck = "".join(map(str, deck_for(("4o 5o 6o 7o", "4c 5c 6c 7c", "Ro Rc Re Rb", "Ao Ac Ae Ab"))))
    try:
        state, happened = read_played(f"0 0-0 {deck} " + " ".join(words))
    except NotationRefused:
        return
    assert replay(happened) == state
