"""Whole hands by an unruly table: whatever is legal, in any order, on any rule set."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from mus import SETTINGS, Lance, RuleSet, settle_json
from mus.play import (
    ENVIDO,
    NO_QUIERO,
    ORDAGO,
    PASO,
    QUIERO,
    REENVIDO,
    HandState,
    Happening,
    IllegalAction,
    Phase,
    Word,
    WordKind,
    begin,
    can_deal_again,
    can_expose,
    can_put_right,
    can_speak,
    can_speak_together,
    claim_falsely,
    cut_mus,
    deal_again,
    declare,
    discard,
    envido,
    expose,
    hand_record,
    mas,
    pack_of,
    put_right,
    refuse_to_show,
    replay,
    say_mus,
    show,
    shuffled,
    speak,
    speak_together,
)

RULESETS = st.builds(
    RuleSet, **{name: st.sampled_from(setting.choices) for name, setting in SETTINGS.items()}
)
WORDS = st.one_of(
    st.sampled_from((PASO, ENVIDO, REENVIDO, ORDAGO, QUIERO, NO_QUIERO)),
    st.integers(-1, 60).map(envido),
    st.integers(-1, 20).map(mas),
    st.just(Word(WordKind.NO_QUIERO, for_pair=True)),
)
SEATS = st.integers(-1, 6)


class Hand(RuleBasedStateMachine):
    """Plays one hand; after each step the records replay and no card is lost or doubled."""

    state: HandState
    happened: list[Happening]

    @initialize(ruleset=RULESETS, seed=st.integers(0, 2**32), mano=st.integers(0, 3),
                first=st.booleans(), close=st.booleans())  # fmt: skip
    def deal(self, ruleset: RuleSet, seed: int, mano: int, first: bool, close: bool) -> None:
        self.rng = random.Random(seed)
        last = ruleset.target - 1
        self.state, began = begin(
            ruleset=ruleset, mano=mano, score=(last, last) if close else (0, 0),
            deck=shuffled(self.rng, pack_of(ruleset)), first_of_game=first,
        )  # fmt: skip
        self.happened = [began]

    def do(self, done: tuple[HandState, Happening]) -> None:
        self.state, happening = done
        self.happened.append(happening)

    def at(*phases: Phase):  # type: ignore[no-untyped-def, misc]
        return precondition(lambda self: self.state.phase in phases)

    @at(Phase.MUS)
    @rule(cut=st.booleans(), for_pair=st.booleans())
    def talk(self, cut: bool, for_pair: bool) -> None:
        seat = self.state.turn
        assert seat is not None
        self.do(cut_mus(self.state, seat) if cut else say_mus(self.state, seat, for_pair=for_pair))

    @at(Phase.MUS)
    @rule(seat=SEATS)
    def ask_for_a_new_deal(self, seat: int) -> None:
        if can_deal_again(self.state, seat):
            self.do(deal_again(self.state, seat))

    @precondition(lambda self: can_expose(self.state))
    @rule()
    def a_card_is_exposed(self) -> None:
        self.do(expose(self.state))

    @at(Phase.DISCARD, Phase.EXPOSED)
    @rule(count=st.integers(1, 4), none=st.booleans())
    def discards(self, count: int, none: bool) -> None:
        seat = self.state.turn
        assert seat is not None
        count = 0 if none and self.state.phase is Phase.EXPOSED else count
        self.do(discard(self.state, seat, self.state.cards[seat][:count], rng=self.rng))

    @at(Phase.DECLARE)
    @rule(said=st.booleans())
    def declares(self, said: bool) -> None:
        assert self.state.turn is not None
        self.do(declare(self.state, self.state.turn, said))

    @rule(seat=SEATS)
    def puts_right(self, seat: int) -> None:
        if can_put_right(self.state, seat):
            self.do(put_right(self.state, seat))

    @at(Phase.BET)
    @rule(word=WORDS)
    def speaks(self, word: Word) -> None:
        seat = self.state.turn
        assert seat is not None
        if can_speak(self.state, seat, word):
            self.do(speak(self.state, seat, word))

    @at(Phase.BET)
    @rule(word=WORDS, other=WORDS, larger=st.booleans())
    def partners_speak_at_once(self, word: Word, other: Word, larger: bool) -> None:
        seat = self.state.turn
        assert seat is not None
        words = {seat: word, (seat + 2) % self.state.seats: other}
        if can_speak_together(self.state, words):
            self.do(speak_together(self.state, words, larger=larger))

    @at(Phase.SHOWDOWN)
    @rule(seat=SEATS, refuses=st.integers(0, 9))
    def shows(self, seat: int, refuses: int) -> None:
        if not 0 <= seat < self.state.seats or self.state.shown[seat] is not None:
            return
        if refuses == 0:
            self.do(refuse_to_show(self.state, seat))
            return
        jokers = sum(c.is_joker for c in self.state.cards[seat]) if self.state.ruleset.jokers else 0
        self.do(show(self.state, seat, [self.rng.choice("RA") for _ in range(jokers)]))

    @at(Phase.FINISHED)
    @rule(seat=st.integers(0, 3))
    def is_found_to_have_claimed_falsely(self, seat: int) -> None:
        self.do(claim_falsely(self.state, seat))

    @rule(seat=SEATS, word=WORDS)
    def what_is_refused_says_why_and_changes_nothing(self, seat: int, word: Word) -> None:
        before = self.state
        if can_speak(before, seat, word):
            speak(before, seat, word)
        else:
            with pytest.raises(IllegalAction) as refusal:
                speak(before, seat, word)
            assert refusal.value.remedy
        assert self.state == before

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        if hasattr(self, "state"):
            state = self.state
            cards = [c for four in state.cards for c in four] + [*state.stock, *state.discards]
            assert sorted(cards) == sorted(pack_of(state.ruleset))
            assert all(len(four) == 4 for four in state.cards)

    @invariant()
    def the_records_replay_to_the_same_state(self) -> None:
        if hasattr(self, "state"):
            assert replay(self.happened) == self.state

    @invariant()
    def whoever_has_the_turn_sits_at_the_table(self) -> None:
        if hasattr(self, "state"):
            over = self.state.phase in (Phase.SHOWDOWN, Phase.FINISHED)
            assert (self.state.turn is None) is over

    def teardown(self) -> None:
        """Whatever was done, the hand can be brought to its end, and then it settles."""
        if not hasattr(self, "state"):
            return
        while self.state.phase is not Phase.FINISHED:
            self.go_on()
        settlement = settle_json(hand_record(self.state))
        assert settlement["ok"], settlement
        taken = [entry for entry in settlement["ledger"] if entry["kind"] == "deje"]  # type: ignore[attr-defined, index, union-attr]
        if not settlement["penalties"]:
            assert sum(entry["stones"] for entry in taken) == sum(self.state.taken)

    def go_on(self) -> None:
        state, seat = self.state, self.state.turn
        if state.phase is Phase.SHOWDOWN:
            for unshown in [s for s in range(state.seats) if state.shown[s] is None]:
                jokers = sum(c.is_joker for c in state.cards[unshown]) * state.ruleset.jokers
                self.do(show(self.state, unshown, ["R"] * jokers))
            return
        assert seat is not None
        if state.phase is Phase.MUS:
            self.do(cut_mus(state, seat))
        elif state.phase is Phase.DECLARE:
            self.do(declare(state, seat, state.lance is Lance.PARES))
        elif state.phase is Phase.BET:
            self.do(speak(state, seat, PASO))
        else:
            self.do(discard(state, seat, state.cards[seat][:1], rng=self.rng))


Hand.TestCase.settings = settings(max_examples=25, stateful_step_count=45, deadline=None)
TestHand = Hand.TestCase
