"""Betting by player: E1 to E7, E5b, E5c; and every sequence of words up to five in one lance."""

import pytest

from mus import (
    BetKind,
    CallKind,
    Lance,
    RefusedRaise,
    RuleSet,
    Side,
    close_bet,
    ruleset_from,
    side_of,
)
from mus.faults import Fault
from mus.play import (
    ENVIDO,
    NO_QUIERO,
    ORDAGO,
    PASO,
    QUIERO,
    REENVIDO,
    HandState,
    Phase,
    SpokeTogether,
    Word,
    WordKind,
    can_speak,
    can_speak_together,
    envido,
    mas,
    speak,
    speak_together,
)
from mus.play.state import add_stones
from mus.tests.hands import EXAMPLE, NO_JUEGO, at, at_grande, declared, refused


def said(state: HandState, *words: tuple[int, Word]) -> HandState:
    for seat, word in words:
        state, _ = speak(state, seat, word)
    return state


def calls(state: HandState) -> list[tuple[str, str, int | None]]:
    """The calls by pair of the first lance."""
    return [(str(c.by), str(c.kind), c.stake) for c in state.calls[0]]


# E1


def test_E1_n_mas_adds_and_reenvido_doubles() -> None:
    state = said(at_grande(), (0, envido(3)), (1, mas(5)), (2, REENVIDO), (3, QUIERO))
    assert [call[2] for call in calls(state)] == [3, 8, 16, None]


def test_E1_mas_without_a_number_is_two_more() -> None:
    state = said(at_grande(), (0, ENVIDO), (1, Word(WordKind.MAS)), (2, QUIERO))
    assert [call[2] for call in calls(state)] == [2, 4, None]


@pytest.mark.parametrize("stake", [1, 0, -3])
def test_E1_a_first_bet_under_two_is_refused(stake: int) -> None:
    with refused("bet_too_small") as caught:
        speak(at_grande(), 0, envido(stake))
    assert "at least 2" in caught.value.remedy


@pytest.mark.parametrize("word", [envido(5), envido(4), mas(1), mas(0)])
def test_E1_a_raise_of_less_than_two_is_refused(word: Word) -> None:
    with refused("raise_too_small") as caught:
        speak(said(at_grande(), (0, envido(4))), 1, word)
    assert "at least 6" in caught.value.remedy


@pytest.mark.parametrize("word", [mas(2), REENVIDO, QUIERO, NO_QUIERO])
def test_E1_nothing_is_answered_before_a_bet(word: Word) -> None:
    with refused("nothing_to_answer"):
        speak(at_grande(), 0, word)


# E2, E3


def test_E2_a_pair_never_answers_itself() -> None:
    state = said(at_grande(), (0, ENVIDO))
    for word in (PASO, ENVIDO, ORDAGO, QUIERO, NO_QUIERO):
        with refused("own_bet"):
            speak(state, 2, word)


def test_E2_the_bet_turns_to_the_other_pair_in_order_of_play() -> None:
    state = said(at_grande(), (0, PASO), (1, ENVIDO))
    assert state.turn == 2
    with refused("out_of_turn"):
        speak(state, 0, QUIERO)
    assert said(state, (2, ENVIDO)).turn == 3


def test_E3_after_an_ordago_only_quiero_or_no_quiero() -> None:
    state = said(at_grande(), (0, ORDAGO))
    for word in (ENVIDO, mas(5), REENVIDO, ORDAGO):
        assert not can_speak(state, 1, word)
        with refused("bet_over_ordago"):
            speak(state, 1, word)
    assert can_speak(state, 1, QUIERO)
    assert can_speak(state, 1, NO_QUIERO)


# E4, E5


def test_E4_when_all_pass_nobody_bets_and_chica_follows() -> None:
    state = said(at_grande(), (0, PASO), (1, PASO), (2, PASO), (3, PASO))
    assert state.bets[0].kind is BetKind.PASO
    assert state.calls == ((),)
    assert (state.lance, state.turn) == (Lance.CHICA, 0)


def test_E4_a_seen_bet_however_large_ends_nothing() -> None:
    state = said(at_grande(), (0, envido(90)), (1, QUIERO))
    assert (state.phase, state.lance) == (Phase.BET, Lance.CHICA)


@pytest.mark.parametrize(("rule", "deje"), [(RefusedRaise.PREVIOUS, 4), (RefusedRaise.ONE, 1)])
def test_E5_a_refused_raise_pays_what_stood(rule: RefusedRaise, deje: int) -> None:
    state = at_grande(ruleset=RuleSet(refused_raise=rule))
    state = said(state, (0, envido(4)), (1, envido(9)), (2, NO_QUIERO), (0, NO_QUIERO))
    assert state.taken == (0, deje)


def test_E5_dejes_of_both_pairs_add_up() -> None:
    state = said(
        at_grande(), (0, PASO), (1, envido(3)), (2, mas(2)), (3, NO_QUIERO), (1, NO_QUIERO)
    )
    assert state.taken == (3, 0)
    state = said(state, (0, PASO), (1, ENVIDO), (2, NO_QUIERO), (0, NO_QUIERO))
    assert state.taken == (3, 1)
    again = said(at_grande(), (0, PASO), (1, ENVIDO), (2, NO_QUIERO), (0, NO_QUIERO))
    again = said(again, (0, ENVIDO), (1, NO_QUIERO), (3, NO_QUIERO))
    assert again.taken == (1, 1)
    later = again._replace(taken=(2, 5))
    assert add_stones(later.taken, Side.A, 3) == (5, 5)
    assert add_stones(later.taken, Side.B, 3) == (2, 8)


# E5b


@pytest.mark.parametrize(
    ("words", "stood", "larger"),
    [
        ({1: QUIERO, 3: ORDAGO}, 1, 3),
        ({1: mas(10), 3: mas(2)}, 3, 1),
        ({1: ORDAGO, 3: envido(9)}, 3, 1),
        ({1: mas(2), 3: QUIERO}, 3, 1),
        ({1: NO_QUIERO, 3: QUIERO}, 3, 3),  # no quiero is no bet: it binds nobody else (E5c)
        ({1: REENVIDO, 3: ENVIDO}, 3, 1),
    ],
)
def test_E5b_of_partners_who_speak_at_once_the_smaller_bet_stands(
    words: dict[int, Word], stood: int, larger: int
) -> None:
    state = said(at_grande(), (0, envido(4)))
    _, done = speak_together(state, words)
    assert (done.stood, done.larger) == (stood, False)
    assert speak_together(state, words, larger=True)[1].stood == larger


@pytest.mark.parametrize(
    ("words", "stood"),
    [
        ({1: QUIERO, 3: ORDAGO}, 3),
        ({1: NO_QUIERO, 3: QUIERO}, 3),
        ({1: mas(10), 3: mas(2)}, 1),
        ({1: NO_QUIERO._replace(for_pair=True), 3: ORDAGO}, 1),  # “we fold”
        ({1: mas(2), 3: QUIERO._replace(for_pair=True)}, 3),  # “we see”
    ],
)
def test_E5b_with_pagat_the_bolder_word_stands_and_the_plural_overrides_it(
    words: dict[int, Word], stood: int
) -> None:
    state = said(at_grande(ruleset=ruleset_from("pagat")), (0, envido(4)))
    after, done = speak_together(state, words)
    assert (done.stood, done.larger) == (stood, True)
    assert replay_of(state, done) == after
    if words[stood].kind is WordKind.NO_QUIERO:
        assert after.taken == (1, 0)
    smaller = speak_together(state, words, larger=False)[1]
    assert smaller.larger is False


def test_E5b_before_a_bet_the_plural_binds_nobody() -> None:
    state = at_grande(ruleset=ruleset_from("pagat"))
    _, done = speak_together(state, {0: PASO._replace(for_pair=True), 2: ENVIDO})
    assert done.stood == 2


def replay_of(state: HandState, done: SpokeTogether) -> HandState:
    """The words played again as they are on record."""
    return speak_together(state, dict(done.words), larger=done.larger)[0]


def test_E5b_the_stake_that_stood_is_in_the_record() -> None:
    state = said(at_grande(), (0, envido(4)))
    state, done = speak_together(state, {3: mas(10), 1: mas(2)})
    assert done.stake == 6
    assert [seat for seat, _ in done.words] == [1, 3]
    assert (state.round and state.round.standing) == 6


def test_E5b_two_refusals_at_once_close_the_lance() -> None:
    state = said(at_grande(), (0, envido(4)))
    state, done = speak_together(state, {1: NO_QUIERO, 3: PASO})
    assert (done.stood, done.stake) == (1, 0)
    assert state.taken == (1, 0)


def test_E5b_two_who_pass_at_once_before_a_bet_have_both_passed() -> None:
    state, _ = speak_together(at_grande(), {0: PASO, 2: PASO})
    assert said(state, (1, PASO), (3, PASO)).bets[0].kind is BetKind.PASO


def test_E5b_who_did_not_take_it_is_out_and_who_did_is_not() -> None:
    state = said(at_grande(), (0, ENVIDO))
    state, _ = speak_together(state, {1: NO_QUIERO, 3: ENVIDO})
    state = said(state, (0, ENVIDO))
    assert state.turn == 3
    with refused("out_of_lance"):
        speak(state, 1, QUIERO)


@pytest.mark.parametrize(
    "words", [{1: QUIERO}, {1: QUIERO, 2: QUIERO}, {3: QUIERO}, {0: QUIERO, 2: QUIERO}]
)
def test_E5b_only_partners_with_the_turn_speak_together(words: dict[int, Word]) -> None:
    state = said(at_grande(), (0, ENVIDO))
    assert not can_speak_together(state, words)
    with refused("not_partners"):
        speak_together(state, words)


# E5c


def test_E5c_who_passed_before_a_bet_may_still_take_it() -> None:
    state = said(at_grande(), (0, PASO), (1, ENVIDO), (2, NO_QUIERO))
    assert state.turn == 0
    state = said(state, (0, QUIERO))
    assert state.bets[0].kind is BetKind.SEEN


def test_E5c_who_passed_after_a_bet_is_out_and_his_partner_is_not() -> None:
    state = said(at_grande(), (0, ENVIDO), (1, PASO), (3, ENVIDO), (0, ENVIDO))
    assert state.turn == 3
    with refused("out_of_lance"):
        speak(state, 1, QUIERO)


def test_said_without_por_mi_parte_a_pass_before_a_bet_binds_nobody() -> None:
    state = said(at_grande(), (0, Word(WordKind.PASO, for_pair=True)), (1, PASO))
    assert state.turn == 2


# E6, E7


def test_E6_all_bet_on_grande_and_chica() -> None:
    assert at_grande().round
    assert at_grande().round.may_bet == (0, 1, 2, 3)
    chica = at(Lance.CHICA, mano=2)
    assert chica.round
    assert chica.round.may_bet == (2, 3, 0, 1)


def test_E7_only_those_who_said_yes_bet() -> None:
    state = declared(at(Lance.PARES), True, True, False, True)
    assert state.round
    assert state.round.may_bet == (0, 1, 3)
    state = said(state, (0, PASO))
    with refused("not_eligible"):
        speak(state, 2, ENVIDO)


def test_E7_everybody_bets_on_the_punto() -> None:
    state = declared(at(Lance.JUEGO, NO_JUEGO), False, False, False, False)
    assert state.round
    assert state.round.may_bet == (0, 1, 2, 3)


# S1, S6


def test_S1_a_deje_that_reaches_the_target_ends_the_betting() -> None:
    state = at_grande(score=(39, 20))
    state = said(state, (0, ENVIDO), (1, NO_QUIERO), (3, NO_QUIERO))
    assert (state.phase, state.turn) == (Phase.SHOWDOWN, None)


def test_S6_a_seen_ordago_ends_the_betting() -> None:
    state = said(at_grande(), (0, PASO), (1, ORDAGO), (2, QUIERO))
    assert state.phase is Phase.SHOWDOWN
    with refused("not_now"):
        speak(state, 0, PASO)


# Six seats


def test_six_seats_answer_in_order_of_play_three_to_a_side() -> None:
    hands = (*EXAMPLE, "5o 5c 5e 5b", "4o 4c 4e 4b")
    state = at_grande(hands, ruleset=RuleSet(seats=6), mano=4)
    state = said(state, (4, PASO), (5, PASO), (0, ENVIDO))
    assert state.turn == 1
    state = said(state, (1, NO_QUIERO), (3, NO_QUIERO))
    assert state.turn == 5
    state = said(state, (5, ENVIDO))
    assert state.turn == 0


# Exhaustive: every sequence of words up to five in one lance, against an account of its own

WORDS = (
    PASO, ENVIDO, envido(5), mas(3), REENVIDO, ORDAGO, QUIERO, NO_QUIERO,
    Word(WordKind.NO_QUIERO, for_pair=True),
)  # fmt: skip


class Account:
    """The lance told in plain words: who has the word, or how it ended."""

    def __init__(self) -> None:
        self.totals = [0]
        self.bettor: int | None = None
        self.ordago = False
        self.silent: set[int] = set()
        self.end: tuple[str, str | None, int] | None = None

    def legal(self, word: Word) -> bool:
        kind = str(word.kind)
        if self.bettor is None:
            return kind in ("paso", "envido", "ordago")
        if self.ordago:
            return kind in ("paso", "quiero", "no_quiero")
        if kind == "envido" and word.stones is not None:
            return word.stones >= self.totals[-1] + 2
        return True

    def whose(self) -> int | None:
        if self.end:
            return None
        if self.bettor is None:
            return next((s for s in range(4) if s not in self.silent), None)
        rivals = ((self.bettor + 1) % 4, (self.bettor + 3) % 4)
        return next((s for s in rivals if s not in self.silent), None)

    def say(self, word: Word) -> None:
        seat, kind, last = self.whose(), str(word.kind), self.totals[-1]
        assert seat is not None
        if kind in ("paso", "no_quiero"):
            both = word.for_pair and self.bettor is not None
            self.silent |= {seat, (seat + 2) % 4} if both else {seat}
        elif kind == "quiero":
            side = "AB"[(self.bettor or 0) % 2]
            self.end = ("ordago", side, 0) if self.ordago else ("seen", side, last)
        else:
            if self.bettor is None:
                self.silent = set()  # a pass before the bet is forgotten
            self.bettor = seat
            self.ordago = kind == "ordago"
            self.totals.append(
                last
                if self.ordago
                else last * 2
                if kind == "reenvido"
                else last + (word.stones or 2)
                if kind == "mas" or word.stones is None
                else word.stones
            )
        if self.end is None and self.whose() is None:
            if self.bettor is None:
                self.end = ("paso", None, 0)
            else:
                self.end = ("refused", "AB"[self.bettor % 2], self.totals[-2] or 1)


def test_every_sequence_of_up_to_five_words_ends_as_told_and_as_its_calls_say() -> None:
    endings = 0

    def explore(state: HandState, words: tuple[Word, ...]) -> None:
        nonlocal endings
        account = Account()
        for word in words:
            account.say(word)
        if account.end is not None:
            endings += 1
            bet = state.bets[0]
            assert (str(bet.kind), bet.by and str(bet.by), bet.stones) == account.end, words
            faults: list[Fault] = []
            again = close_bet(
                state.calls[0], refused_raise=RefusedRaise.PREVIOUS, path="", faults=faults
            )
            assert not faults
            assert again == bet
            return
        seat = account.whose()
        assert state.turn == seat
        assert seat is not None
        assert not any(
            can_speak(state, other, word) for other in range(4) if other != seat for word in WORDS
        )
        for word in WORDS:
            assert can_speak(state, seat, word) is account.legal(word), (words, word)
            if len(words) < 5 and account.legal(word):
                explore(speak(state, seat, word)[0], (*words, word))

    explore(at_grande(), ())
    assert endings > 500


def test_every_sequence_of_up_to_six_calls_of_two_pairs_is_judged_as_told() -> None:
    from mus import Call

    said_by_pair = [(CallKind.ENVIDO, None), (CallKind.ENVIDO, 5), (CallKind.ORDAGO, None),
                    (CallKind.QUIERO, None), (CallKind.NO_QUIERO, None)]  # fmt: skip
    checked = 0

    def explore(so_far: tuple[Call, ...], totals: tuple[int, ...], ordago: bool) -> None:
        nonlocal checked
        for side in Side:
            for kind, stake in said_by_pair:
                call = Call(side, kind, stake)
                faults: list[Fault] = []
                bet = close_bet(
                    (*so_far, call), refused_raise=RefusedRaise.PREVIOUS, path="", faults=faults
                )
                codes = {fault.code for fault in faults}
                checked += 1
                own = bool(so_far) and so_far[-1].by is side
                if own:
                    assert "out_of_turn" in codes
                elif kind in (CallKind.QUIERO, CallKind.NO_QUIERO):
                    if not so_far:
                        assert codes == {"nothing_to_answer"}
                        continue
                    assert not codes
                    by = so_far[-1].by
                    if kind is CallKind.NO_QUIERO:
                        expected = (BetKind.REFUSED, by, totals[-2] or 1)
                    elif ordago:
                        expected = (BetKind.ORDAGO, by, 0)
                    else:
                        expected = (BetKind.SEEN, by, totals[-1])
                    assert bet[:3] == expected
                elif ordago:
                    assert "bet_over_ordago" in codes
                elif kind is CallKind.ENVIDO and (stake or 99) < totals[-1] + 2:
                    assert codes == {"raise_too_small", "bet_unanswered"}
                else:
                    assert codes == {"bet_unanswered"}
                    if len(so_far) < 5:
                        total = totals[-1] if kind is CallKind.ORDAGO else stake or totals[-1] + 2
                        explore((*so_far, call), (*totals, total), kind is CallKind.ORDAGO)

    explore((), (0,), False)
    assert checked > 300
    assert side_of(2) is Side.A
