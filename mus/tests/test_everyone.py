"""Two to six players, each for himself: the same rules with a side a seat."""

import random
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus import BetKind, Lance, RefusedRaise, RuleSet, holding_of
from mus.everyone import (
    HandForAll,
    LanceForAll,
    SettlementForAll,
    can_say,
    open_lance,
    say,
    settle_for_all,
)
from mus.play import (
    ENVIDO,
    NO_QUIERO,
    ORDAGO,
    PACK,
    PASO,
    QUIERO,
    REENVIDO,
    Phase,
    Word,
    begin,
    discard,
    envido,
    mas,
    say_mus,
    shuffled,
)
from mus.tests.hands import EXAMPLE, NO_JUEGO, cards_of, refused

Words = Mapping[Lance, Sequence[tuple[int, Word]]]
PREVIOUS = RefusedRaise.PREVIOUS


def hand(
    hands: Sequence[str] = EXAMPLE,
    words: Words | None = None,
    *,
    scores: tuple[int, ...] | None = None,
    lies: Sequence[tuple[Lance, int]] = (),
    mano: int = 0,
    ruleset: RuleSet | None = None,
) -> HandForAll:
    """A hand in which all tell the truth but for `lies`, and pass but for `words`."""
    ruleset = ruleset or RuleSet()
    cards = tuple(cards_of(text) for text in hands)
    holdings = [holding_of(four, ruleset) for four in cards]
    truth = {
        Lance.PARES: [h.pares > 0 for h in holdings],
        Lance.JUEGO: [h.juego > 0 for h in holdings],
    }
    for lance, seat in lies:
        truth[lance][seat] = not truth[lance][seat]
    return HandForAll(
        ruleset=ruleset, mano=mano, scores=scores or (0,) * len(hands), cards=cards,
        declared={lance: tuple(said) for lance, said in truth.items()}, words=words or {},
    )  # fmt: skip


def paid(settlement: SettlementForAll) -> list[tuple[int, str, str, int]]:
    return [(e.seat, str(e.lance), str(e.kind), e.stones) for e in settlement.ledger]


def after(now: LanceForAll, *said: tuple[int, Word]) -> LanceForAll:
    for seat, word in said:
        now = say(now, seat, word)
    return now


# Betting


def test_all_pass() -> None:
    now = after(open_lance((1, 2, 0), PREVIOUS), (1, PASO), (2, PASO), (0, PASO))
    assert now.ending == (BetKind.PASO, None, 0, (1, 2, 0))
    with refused("not_now") as caught:
        say(now, 1, PASO)
    assert "the hand is at the end of the lance" in caught.value.remedy


def test_E5c_a_bet_is_answered_by_all_who_are_in_also_those_who_passed_before_it() -> None:
    now = after(open_lance((0, 1, 2), PREVIOUS), (0, PASO), (1, ENVIDO))
    assert now.turn == 2
    now = after(now, (2, NO_QUIERO))
    assert now.turn == 0
    assert after(now, (0, QUIERO)).ending == (BetKind.SEEN, 1, 2, (0, 1))
    assert after(now, (0, PASO)).ending == (BetKind.REFUSED, 1, 1, (1,))


def test_a_raise_asks_again_those_who_had_taken_the_bet() -> None:
    now = after(open_lance((0, 1, 2, 3), PREVIOUS), (0, envido(3)), (1, QUIERO), (2, mas(4)))
    assert now.turn == 3
    with refused("out_of_turn"):
        say(now, 0, QUIERO)
    now = after(now, (3, NO_QUIERO), (0, NO_QUIERO))
    assert now.turn == 1
    with refused("out_of_lance"):
        say(now, 3, QUIERO)
    assert after(now, (1, QUIERO)).ending == (BetKind.SEEN, 2, 7, (1, 2))
    assert after(now, (1, NO_QUIERO)).ending == (BetKind.REFUSED, 2, 3, (2,))


@pytest.mark.parametrize(("rule", "deje"), [(PREVIOUS, 4), (RefusedRaise.ONE, 1)])
def test_E5_a_raise_that_nobody_takes_pays_what_stood(rule: RefusedRaise, deje: int) -> None:
    now = after(open_lance((0, 1), rule), (0, envido(4)), (1, REENVIDO), (0, NO_QUIERO))
    assert now.ending == (BetKind.REFUSED, 1, deje, (1,))


def test_E3_an_ordago_is_only_taken_or_not() -> None:
    now = after(open_lance((0, 1, 2), PREVIOUS), (0, ORDAGO))
    assert not can_say(now, 1, envido(5))
    assert after(now, (1, QUIERO), (2, NO_QUIERO)).ending == (BetKind.ORDAGO, 0, 0, (0, 1))


def test_E5_an_ordago_that_nobody_takes_pays_what_stood_before_it() -> None:
    now = after(open_lance((0, 1, 2), PREVIOUS), (0, envido(4)), (1, ORDAGO), (2, PASO))
    assert can_say(now, 0, NO_QUIERO)
    assert not can_say(now, 1, NO_QUIERO)
    assert after(now, (0, NO_QUIERO)).ending == (BetKind.REFUSED, 1, 4, (1,))


# Settling


def test_passed_each_lance_pays_the_best_player_his_own_alone() -> None:
    settlement = settle_for_all(hand())
    assert paid(settlement) == [
        (1, "grande", "paso", 1),
        (0, "chica", "paso", 1),
        (0, "pares", "pares", 3),
        (1, "juego", "juego", 3),
    ]
    assert settlement.scores == (4, 4, 0, 0)
    assert not settlement.needs_ruling


def test_S6_the_punto_pays_one_stone() -> None:
    assert paid(settle_for_all(hand(NO_JUEGO[:3])))[-1] == (2, "juego", "punto", 1)


def test_a_seen_bet_is_between_those_who_took_it() -> None:
    words = {Lance.GRANDE: [(0, ENVIDO), (1, NO_QUIERO), (2, NO_QUIERO), (3, QUIERO)]}
    assert paid(settle_for_all(hand(words=words)))[0] == (3, "grande", "envite", 2)


def test_S4_who_is_refused_in_pares_takes_the_deje_and_his_own_worth() -> None:
    words = {Lance.PARES: [(0, PASO), (1, ENVIDO), (2, PASO), (3, PASO), (0, NO_QUIERO)]}
    found = [entry for entry in paid(settle_for_all(hand(words=words))) if entry[1] == "pares"]
    assert found == [(1, "pares", "deje", 1), (1, "pares", "pares", 1)]


def test_S5_a_refused_punto_pays_the_deje_and_one_more() -> None:
    words = {Lance.JUEGO: [(0, ENVIDO), (1, NO_QUIERO)]}
    found = [e for e in paid(settle_for_all(hand(NO_JUEGO[:2], words))) if e[1] == "juego"]
    assert found == [(0, "juego", "deje", 1), (0, "juego", "punto", 1)]


def test_S6_an_ordago_taken_ends_the_game_for_the_best_of_those_in_it() -> None:
    words = {Lance.CHICA: [(0, PASO), (1, ORDAGO), (2, QUIERO), (3, NO_QUIERO), (0, NO_QUIERO)]}
    settlement = settle_for_all(hand(words=words, scores=(10, 20, 30, 39)))
    assert paid(settlement) == [(1, "chica", "ordago", 20)]
    assert settlement.game_winner == 1


def test_S1_a_deje_that_reaches_the_target_ends_the_game() -> None:
    words = {Lance.GRANDE: [(0, ENVIDO), (1, PASO), (2, PASO), (3, PASO)]}
    settlement = settle_for_all(hand(words=words, scores=(39, 0, 0, 0)))
    assert settlement.scores == (40, 0, 0, 0)
    later = {**words, Lance.CHICA: [(0, ENVIDO)]}
    with refused("not_now"):
        settle_for_all(hand(words=later, scores=(39, 0, 0, 0)))


def test_W1_among_equals_the_seat_nearest_the_mano_wins() -> None:
    equal = ("Ro Co 4o 5o", "Rc Cc 4c 5c", "Re Ce 4e 5e")
    assert paid(settle_for_all(hand(equal, mano=2)))[0] == (2, "grande", "paso", 1)


@pytest.mark.parametrize("seat", [0, 3])
def test_D6_a_false_word_voids_the_bets_and_needs_a_ruling(seat: int) -> None:
    hands = ("7o 6c 2e 4b", *EXAMPLE[1:])
    words = {Lance.PARES: [(1, ENVIDO), (2, QUIERO)]}
    if seat == 0:
        words = {Lance.PARES: [(0, ENVIDO), (1, PASO), (2, PASO), (3, PASO)]}
    settlement = settle_for_all(hand(hands, words, lies=[(Lance.PARES, seat)]))
    assert settlement.needs_ruling
    assert settlement.false_words == ((Lance.PARES, seat),)
    assert [e for e in paid(settlement) if e[1] == "pares"] == [(3, "pares", "pares", 2)]


def test_D4_what_a_void_ordago_had_ended_goes_on() -> None:
    words = {Lance.PARES: [(0, ORDAGO), (1, QUIERO), (2, NO_QUIERO), (3, NO_QUIERO)]}
    hands = ("7o 6c 2e 4b", *EXAMPLE[1:])
    settlement = settle_for_all(hand(hands, words, lies=[(Lance.PARES, 0)]))
    assert [entry[1:3] for entry in paid(settlement)] == [
        ("grande", "paso"), ("chica", "paso"), ("pares", "pares"), ("juego", "juego"),
    ]  # fmt: skip


def test_E7_who_alone_declared_has_nobody_to_bet_with() -> None:
    hands = ("7o 6c 2e 4b", "3o 3c So 2c", "4o 5o 6o 7c")
    for lance in (Lance.PARES, Lance.JUEGO):
        with refused("not_eligible"):
            settle_for_all(hand(hands, {lance: [(1, ENVIDO)]}))
    assert [e for e in paid(settle_for_all(hand(hands))) if e[0] == 1][1:] == [
        (1, "pares", "pares", 1), (1, "juego", "juego", 3),
    ]  # fmt: skip


def test_E4_a_seen_bet_however_large_does_not_end_the_game() -> None:
    taken = [(0, envido(90)), (1, QUIERO), (2, PASO), (3, PASO)]
    words = {Lance.GRANDE: taken, Lance.CHICA: [(0, ENVIDO), (1, PASO), (2, PASO), (3, PASO)]}
    assert paid(settle_for_all(hand(words=words))) == [
        (0, "chica", "deje", 1), (1, "grande", "envite", 90),
    ]  # fmt: skip


def test_E5_a_refused_raise_pays_what_stood_in_a_hand_too() -> None:
    said = [(0, envido(4)), (1, envido(9)), (2, PASO), (3, PASO), (0, PASO)]
    assert paid(settle_for_all(hand(words={Lance.CHICA: said})))[0] == (1, "chica", "deje", 4)
    one = RuleSet(refused_raise=RefusedRaise.ONE)
    settlement = settle_for_all(hand(words={Lance.CHICA: said}, ruleset=one))
    assert paid(settlement)[0] == (1, "chica", "deje", 1)


def test_S6_an_ordago_is_judged_in_its_own_lance() -> None:
    words = {Lance.CHICA: [(0, ORDAGO), (1, PASO), (2, PASO), (3, QUIERO)]}
    assert settle_for_all(hand(words=words)).game_winner == 0


def test_S2_nothing_is_paid_once_the_game_is_won() -> None:
    assert paid(settle_for_all(hand(scores=(39, 39, 39, 39)))) == [(1, "grande", "paso", 1)]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_false_word_about_juego_voids_that_lance_alone(seat: int) -> None:
    settlement = settle_for_all(hand(lies=[(Lance.JUEGO, seat)]))
    assert settlement.false_words == ((Lance.JUEGO, seat),)
    assert paid(settlement) == paid(settle_for_all(hand()))


@pytest.mark.parametrize("players", [2, 6])
def test_two_and_six_may_play(players: int) -> None:
    hands = (*EXAMPLE, "5o 5c 5e 5b", "4o 4c 4e 4b")[:players]
    assert len(settle_for_all(hand(hands)).scores) == players
    with refused("bad_hand_for_all"):
        settle_for_all(hand((*EXAMPLE, "5o 5c 5e 5b", "4o 4c 4e 4b", "6o 6c 6e 7e")))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({Lance.GRANDE: [(1, ENVIDO)]}, "out_of_turn"),
        ({Lance.GRANDE: [(0, ENVIDO)]}, "bet_unanswered"),
        ({Lance.GRANDE: [(0, envido(1))]}, "bet_too_small"),
        ({Lance.JUEGO: [(0, ENVIDO)]}, "not_eligible"),
        ({Lance.JUEGO: [(1, ENVIDO), (0, QUIERO)]}, "not_eligible"),
    ],
)
def test_words_that_cannot_be_are_refused(words: Words, code: str) -> None:
    with refused(code):
        settle_for_all(hand(words=words))


@pytest.mark.parametrize(
    "change",
    [
        {"scores": (0, 0)},
        {"mano": 4},
        {"scores": (40, 0, 0, 0)},
        {"declared": {Lance.PARES: (True,) * 4}},
        {"declared": {Lance.PARES: (True,), Lance.JUEGO: (True,)}},
        {"cards": tuple(cards_of(text) for text in EXAMPLE[:1])},
        {"cards": tuple(cards_of(text) for text in (EXAMPLE[0], *EXAMPLE[:3]))},
    ],
)
def test_fields_that_do_not_fit_are_refused(change: dict[str, object]) -> None:
    from dataclasses import replace

    with refused("bad_hand_for_all"):
        settle_for_all(replace(hand(), **change))  # type: ignore[arg-type]


# Any table


@given(players=st.integers(2, 6), seed=st.integers(0, 2**32), kings=st.sampled_from((8, 4)))
def test_any_hand_of_two_to_six_settles_and_stops_at_the_target(
    players: int, seed: int, kings: int
) -> None:
    rng = random.Random(seed)
    ruleset = RuleSet(kings=kings, seats=players)
    deck = shuffled(rng)
    hands = [" ".join(map(str, deck[4 * n : 4 * n + 4])) for n in range(players)]
    scores = tuple(rng.randrange(40) for _ in range(players))
    lies = [(Lance.PARES, 0)] if rng.random() < 0.2 else []
    given_hand = hand(hands, scores=scores, lies=lies, mano=rng.randrange(players), ruleset=ruleset)
    settlement = settle_for_all(given_hand)
    assert settle_for_all(given_hand) == settlement
    gained = [b - a for a, b in zip(scores, settlement.scores, strict=True)]
    assert gained == [
        sum(e.stones for e in settlement.ledger if e.seat == seat) for seat in range(players)
    ]
    winners = [seat for seat, stones in enumerate(settlement.scores) if stones >= 40]
    assert winners == ([] if settlement.game_winner is None else [settlement.game_winner])


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_the_deal_and_the_mus_are_those_of_every_table(players: int) -> None:
    rng = random.Random(players)
    state, _ = begin(ruleset=RuleSet(seats=players), mano=1, deck=shuffled(rng))
    for _ in range(players):
        assert state.turn is not None
        state, _ = say_mus(state, state.turn)
    while state.phase is Phase.DISCARD:
        assert state.turn is not None
        state, _ = discard(state, state.turn, state.cards[state.turn], rng=rng)
    cards = [card for four in state.cards for card in four] + [*state.stock, *state.discards]
    assert sorted(cards) == sorted(PACK)
    assert len(state.cards) == players


TEN_KINGS = RuleSet(jokers=True)
JOKER = "Sc=R 5b Rc Co"  # 35; with the joker as an ace 26, so that a no is true
NO_PAIR = ("Re 6o 5o 4o", "Ce 7c 5c Ac", "Cc 6c 4b Ae")


def denied(lance: Lance, hands: Sequence[str], words: Words | None = None) -> SettlementForAll:
    """The last seat says no to what it shows; its joker makes the word true."""
    last = len(hands) - 1
    return settle_for_all(hand(hands, words, lies=[(lance, last)], ruleset=TEN_KINGS))


def of_lance(settlement: SettlementForAll, lance: Lance) -> list[tuple[int, str, str, int]]:
    return [entry for entry in paid(settlement) if entry[1] == lance]


def test_a_juego_truly_denied_is_no_juego_and_takes_no_punto() -> None:
    settlement = denied(Lance.JUEGO, (*NO_PAIR, JOKER))
    assert not settlement.needs_ruling
    assert of_lance(settlement, Lance.JUEGO) == [(0, "juego", "punto", 1)]
    bet = {Lance.JUEGO: [(0, ENVIDO), (1, PASO), (2, PASO), (3, QUIERO)]}
    settlement = denied(Lance.JUEGO, (*NO_PAIR, JOKER), bet)
    assert of_lance(settlement, Lance.JUEGO) == [
        (0, "juego", "envite", 2), (0, "juego", "punto", 1),
    ]  # fmt: skip
    all_in = {Lance.JUEGO: [(0, ORDAGO), (1, PASO), (2, PASO), (3, QUIERO)]}
    assert denied(Lance.JUEGO, (*NO_PAIR, JOKER), all_in).game_winner == 0


def test_pares_truly_denied_do_not_count_where_nobody_or_one_player_said_yes() -> None:
    assert of_lance(denied(Lance.PARES, (*NO_PAIR, JOKER)), Lance.PARES) == []
    settlement = denied(Lance.PARES, ("4c 4e 6e 7e", *NO_PAIR[1:], JOKER))
    assert of_lance(settlement, Lance.PARES) == [(0, "pares", "pares", 1)]


def test_a_juego_declared_for_a_joker_that_shows_none_is_paid_nothing() -> None:
    shown_as_ace = "So=A 7b Rc Co"  # 28; with the joker as a king 37, so that a yes is true
    lies = [(Lance.JUEGO, 3)]
    settlement = settle_for_all(hand((*NO_PAIR, shown_as_ace), lies=lies, ruleset=TEN_KINGS))
    assert not settlement.needs_ruling
    assert of_lance(settlement, Lance.JUEGO) == []
