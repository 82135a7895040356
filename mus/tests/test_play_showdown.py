"""Declarations and putting them right (E7, D0), the showdown (H7, G0, jokers), the hand record."""

import pytest

from mus import PRESETS, Lance, RefusedRaise, RuleSet, parse, settle
from mus.play import (
    ENVIDO,
    NO_QUIERO,
    ORDAGO,
    PASO,
    QUIERO,
    Began,
    Declared,
    HandState,
    Happening,
    Phase,
    PutRight,
    can_claim_falsely,
    can_declare,
    can_put_right,
    can_refuse_to_show,
    can_show,
    claim_falsely,
    declare,
    hand_record,
    put_right,
    refuse_to_show,
    replay,
    ruleset_json,
    show,
    speak,
)
from mus.tests.hands import EXAMPLE, NO_JUEGO, at, at_grande, dealt, declared, refused


def all_pass(state: HandState) -> HandState:
    lance = state.lance
    while state.phase is Phase.BET and state.lance is lance:
        assert state.turn is not None
        state, _ = speak(state, state.turn, PASO)
    return state


def all_show(state: HandState) -> HandState:
    for seat in range(state.seats):
        state, _ = show(state, seat)
    return state


# E7


def test_E7_each_declares_in_turn_from_the_mano() -> None:
    state = at(Lance.PARES, mano=3)
    for seat in (3, 0, 1, 2):
        assert state.turn == seat
        assert not can_declare(state, (seat + 1) % 4)
        state, done = declare(state, seat, True)
        assert done == Declared(seat, Lance.PARES, True)
    with refused("not_now"):
        declare(state, 3, True)


@pytest.mark.parametrize("words", [(True, False, True, False), (False, True, False, False)])
def test_E7_when_one_pair_alone_has_pares_nobody_bets(words: tuple[bool, ...]) -> None:
    state = declared(at(Lance.PARES), *words)
    assert (state.phase, state.lance) == (Phase.DECLARE, Lance.JUEGO)


def test_E7_when_nobody_has_pares_juego_is_declared_next() -> None:
    state = declared(at(Lance.PARES), False, False, False, False)
    assert (state.phase, state.lance) == (Phase.DECLARE, Lance.JUEGO)


def test_E7_when_one_pair_alone_has_juego_the_cards_are_shown() -> None:
    state = declared(at(Lance.JUEGO), False, True, False, True)
    assert state.phase is Phase.SHOWDOWN


# D0


def test_D0_put_right_before_the_mano_speaks_costs_nothing() -> None:
    state = declared(at(Lance.PARES), False, True, True, True)
    assert state.round
    assert state.round.may_bet == (1, 2, 3)
    state, done = put_right(state, 0)
    assert done == PutRight(0, Lance.PARES, True)
    assert state.round
    assert state.round.may_bet == (0, 1, 2, 3)
    assert state.declared[0] == (True, True, True, True)


def test_D0_while_the_others_still_declare() -> None:
    state = declared(at(Lance.PARES), False, True)
    state, _ = put_right(state, 0)
    assert state.turn == 2
    with refused("nothing_to_put_right"):
        put_right(state, 2)


def test_D0_it_is_too_late_once_the_mano_has_spoken() -> None:
    state = declared(at(Lance.PARES), False, True, True, True)
    state, _ = speak(state, 1, PASO)
    assert not can_put_right(state, 0)
    with refused("nothing_to_put_right"):
        put_right(state, 0)


def test_D0_putting_right_can_open_a_betting_that_was_closed() -> None:
    state = declared(at(Lance.PARES), True, False, True, False)
    assert state.lance is Lance.JUEGO
    assert (len(state.bets), state.calls) == (3, ((), (), ()))
    state, _ = put_right(state, 1)
    assert (state.phase, state.lance) == (Phase.BET, Lance.PARES)
    assert state.round
    assert state.round.may_bet == (0, 1, 2)
    assert (len(state.bets), len(state.calls)) == (2, 2)
    state = all_pass(state)
    assert (len(state.bets), len(state.calls)) == (3, 3)


def test_D0_putting_right_can_close_a_betting_that_was_open() -> None:
    state = declared(at(Lance.PARES), True, True, False, False)
    state, _ = put_right(state, 1)
    assert (state.phase, state.lance) == (Phase.DECLARE, Lance.JUEGO)
    assert state.round is None
    assert state.turn == 0


def test_D0_pares_without_betting_may_be_put_right_until_juego_is_declared() -> None:
    state = declared(at(Lance.PARES), True, False, True, False)
    state, _ = declare(state, 0, False)
    with refused("nothing_to_put_right"):
        put_right(state, 1)  # of juego: it is too late for pares
    state, done = put_right(state, 0)
    assert done == PutRight(0, Lance.JUEGO, True)
    assert state.declared == ((True, False, True, False), (True, None, None, None))
    assert (state.phase, state.lance, state.turn) == (Phase.DECLARE, Lance.JUEGO, 1)


def test_D0_juego_without_betting_may_be_put_right_until_cards_are_shown() -> None:
    state = declared(at(Lance.JUEGO), False, True, False, True)
    betting, _ = put_right(state, 2)
    assert (betting.phase, betting.lance) == (Phase.BET, Lance.JUEGO)
    assert betting.round
    assert betting.round.may_bet == (1, 2, 3)
    assert len(betting.bets) == 3
    shown, _ = show(state, 0)
    assert not can_put_right(shown, 2)


def test_D0_there_is_nothing_to_put_right_before_anybody_declared() -> None:
    assert not can_put_right(at_grande(), 0)
    with refused("bad_seat"):
        put_right(at_grande(), 4)


# H7, G0


def showdown(hands: tuple[str, ...] = EXAMPLE, **how: object) -> HandState:
    state = at(Lance.JUEGO, hands, **how)
    state = declared(state, False, True, True, True)
    return all_pass(state)


def test_H7_all_show_and_the_hand_is_finished() -> None:
    state = showdown()
    for seat in (2, 0, 3):
        state, _ = show(state, seat)
        assert state.phase is Phase.SHOWDOWN
    state, done = show(state, 1)
    assert state.phase is Phase.FINISHED
    assert done.cards == state.cards[1]


def test_H7_each_shows_once_and_only_at_the_end() -> None:
    with refused("not_now"):
        show(at_grande(), 0)
    state, _ = show(showdown(), 0)
    assert not can_show(state, 0)
    assert not can_refuse_to_show(state, 0)
    with refused("already_shown"):
        show(state, 0)


def test_H7_refusing_to_show_is_judged_as_a_false_claim() -> None:
    state = showdown()
    for seat in (0, 1, 2):
        state, _ = show(state, seat)
    state, done = refuse_to_show(state, 3)
    assert done.cards == state.cards[3]
    assert hand_record(state)["infractions"] == [{"kind": "false_claim", "seat": 3}]


def test_G0_a_false_claim_is_noted_when_the_cards_are_shown() -> None:
    assert not can_claim_falsely(at_grande(), 0)
    assert can_claim_falsely(showdown(), 0)
    assert not can_claim_falsely(showdown(), 4)
    with refused("not_now"):
        claim_falsely(at_grande(), 0)
    state, done = claim_falsely(all_show(showdown()), 2)
    assert done.seat == 2
    record = parse(hand_record(state))
    assert record.infractions == (2,)


# Ten kings

JOKERS = ("7o 7c 2e Ab", "3o 3c 6o 2c", "Ro Rc So Sc", "Co Cc Ce 6b")


def test_jokers_say_what_they_stand_for_when_shown() -> None:
    state = showdown(JOKERS, ruleset=RuleSet(jokers=True))
    for wrong in ((), ("R",), ("R", "C")):
        assert not can_show(state, 2, wrong)
        with refused("bad_jokers"):
            show(state, 2, wrong)
    assert can_show(state, 2, ("R", "A"))
    for seat, meant in ((0, ()), (1, ()), (2, ("R", "A")), (3, ())):
        state, _ = show(state, seat, meant)
    assert hand_record(state)["cards"][2] == "Ro Rc So=R Sc=A"  # type: ignore[index]
    assert settle(parse(hand_record(state)))


def test_jokers_of_who_refuses_to_show_count_as_kings() -> None:
    state = showdown(JOKERS, ruleset=RuleSet(jokers=True))
    _, done = refuse_to_show(state, 2)
    assert [card.stands_for for card in done.cards] == ["", "", "R", "R"]


def test_a_sota_is_no_joker_elsewhere() -> None:
    with refused("bad_jokers"):
        show(showdown(), 1, ("R",))


# The record


def test_the_record_of_a_finished_hand_settles() -> None:
    state = at(Lance.PARES)
    state = declared(state, True, True, True, True)
    state, _ = speak(state, 0, ENVIDO)
    state, _ = speak(state, 1, QUIERO)
    state = all_show(all_pass(declared(state, False, True, True, True)))
    record = hand_record(state, record_id="m1", claim=(4, 6))
    assert record == {
        "format": "mus-hand/1",
        "id": "m1",
        "ruleset": "brisbane-2024",
        "mano": 0,
        "score": [0, 0],
        "cards": list(EXAMPLE),
        "declared": {
            "pares": [True, True, True, True], "juego": [False, True, True, True],
        },
        "bets": {
            "pares": [{"by": "A", "call": "envido", "stake": 2}, {"by": "B", "call": "quiero"}]
        },
        "claim": [4, 6],
    }  # fmt: skip
    assert settle(parse(record)).stones == (1 + 2 + 4, 1 + 5)


def test_the_record_leaves_out_what_was_not_reached() -> None:
    state, _ = speak(at_grande(), 0, ORDAGO)
    state, _ = speak(state, 1, QUIERO)
    record = hand_record(all_show(state))
    assert record["declared"] == {}
    assert "infractions" not in record
    assert "claim" not in record
    assert settle(parse(record)).game_winner == "B"


def test_an_unfinished_hand_has_no_record() -> None:
    with refused("not_finished"):
        hand_record(showdown())


def test_a_rule_set_is_written_as_its_preset_and_what_differs() -> None:
    assert ruleset_json(PRESETS["nabo"]) == "nabo"
    changed = RuleSet(
        preset="nabo", kings=4, target=30, jokers=True, refused_raise=RefusedRaise.ONE
    )
    written = ruleset_json(changed)
    assert written == {
        "preset": "nabo", "target": 30, "jokers": True, "refused_raise": "one",
    }  # fmt: skip
    assert isinstance(written, dict)
    assert type(written["refused_raise"]) is str


# Replay


def test_a_replay_begins_with_a_deal() -> None:
    for happened in ([], [Declared(0, Lance.PARES, True)]):
        with refused("bad_record"):
            replay(happened)  # type: ignore[arg-type]


def test_a_replay_of_what_cannot_be_is_refused() -> None:
    state = dealt()
    began = Began(RuleSet(), 0, (0, 0), _deck(state), False)
    with refused("bad_record"):
        replay([began, began])
    with refused("not_now"):
        replay([began, Declared(0, Lance.PARES, True)])


def test_a_record_that_says_something_else_than_was_done_is_refused() -> None:
    state = at(Lance.PARES)
    _, done = declare(state, 0, True)
    said: Happening = Declared(done.seat, Lance.JUEGO, done.said)
    from mus.play import again

    with refused("bad_record"):
        again(state, said)


def _deck(state: HandState) -> tuple:  # type: ignore[type-arg]
    dealt_cards = [state.cards[seat][turn] for turn in range(4) for seat in state.order()]
    return (*dealt_cards, *state.stock)


def test_a_refusal_that_wins_the_game_still_shows_cards() -> None:
    state = at_grande(NO_JUEGO, score=(39, 0))
    state, _ = speak(state, 0, ENVIDO)
    for seat in (1, 3):
        state, _ = speak(state, seat, NO_QUIERO)
    record = hand_record(all_show(state))
    settlement = settle(parse(record))
    assert settlement.game_winner == "A"
    assert settlement.score == (40, 0)
