"""From the deal to the cut of mus: H1, H2, H3, H4, H6 and 4-5-6-7."""

import random

import pytest

from mus import Card, FirstHand, Lance, MusVisto, RuleSet, Side, card_from
from mus.play import (
    PACK,
    DealtAgain,
    HandState,
    Phase,
    begin,
    can_begin,
    can_cut_mus,
    can_deal_again,
    can_discard,
    can_expose,
    can_say_mus,
    cut,
    cut_mus,
    deal_again,
    discard,
    draw_places,
    expose,
    say_mus,
    shuffled,
    to_be_shuffled,
)
from mus.tests.hands import EXAMPLE, cards_of, dealt, deck_for, refused


def all_say_mus(state: HandState) -> HandState:
    for _ in range(state.seats):
        assert state.turn is not None
        state, _ = say_mus(state, state.turn)
    return state


# H1


def test_H1_cards_go_one_by_one_from_the_mano() -> None:
    state, _ = begin(ruleset=RuleSet(), mano=2, deck=PACK)
    assert state.cards[2] == PACK[0:16:4]
    assert state.cards[3] == PACK[1:16:4]
    assert state.cards[1] == PACK[3:16:4]
    assert state.stock == PACK[16:]
    assert state.dealer == 1


@pytest.mark.parametrize("seats", [4, 6])
def test_H1_chosen_hands_come_to_their_seats(seats: int) -> None:
    hands = EXAMPLE + ("5o 5c 5e 5b", "4o 4c 4e 4b")[: seats - 4]
    state, _ = begin(ruleset=RuleSet(seats=seats), mano=3, deck=deck_for(hands, mano=3))
    assert state.cards == tuple(cards_of(hand) for hand in hands)


@pytest.mark.parametrize(
    ("mano", "score", "deck", "code"),
    [
        (4, (0, 0), PACK, "bad_seat"),
        (0, (40, 0), PACK, "bad_score"),
        (0, (0, -1), PACK, "bad_score"),
        (0, (0, 0), PACK[:39], "bad_deck"),
        (0, (0, 0), (*PACK[:39], PACK[0]), "bad_deck"),
    ],
)
def test_H1_what_cannot_be_dealt_is_refused(
    mano: int, score: tuple[int, int], deck: tuple[Card, ...], code: str
) -> None:
    assert not can_begin(RuleSet(), mano, score, deck)
    with refused(code):
        begin(ruleset=RuleSet(), mano=mano, score=score, deck=deck)


@pytest.mark.parametrize("at", [2, 38])
def test_H1_a_cut_leaves_and_lifts_at_least_three(at: int) -> None:
    with refused("bad_cut") as caught:
        cut(PACK, at)
    assert f"not {at}" in caught.value.remedy


@pytest.mark.parametrize("at", [3, 20, 37])
def test_H1_a_cut_puts_the_lifted_cards_below(at: int) -> None:
    assert cut(PACK, at) == PACK[at:] + PACK[:at]


def drawing(*tokens: str) -> dict[tuple[Side, int], Card]:
    players = ((Side.A, 1), (Side.A, 2), (Side.B, 1), (Side.B, 2))
    cards = [card_from(token) for token in tokens]
    return dict(zip(players, cards, strict=True))  # type: ignore[arg-type]


def test_H1_the_highest_card_is_mano_with_the_better_of_the_others_at_its_right() -> None:
    places = draw_places(drawing("4o", "Co", "6o", "7o"))
    assert places.mano == (Side.A, 2)
    assert places.right_of_mano == (Side.B, 2)
    assert places.opposite_mano == (Side.A, 1)
    assert places.left_of_mano == (Side.B, 1)


def test_H1_the_three_is_a_king_only_with_eight_kings() -> None:
    cards = drawing("3o", "Co", "6o", "7o")
    assert draw_places(cards).mano == (Side.A, 1)
    assert draw_places(cards, kings=4).mano == (Side.A, 2)


@pytest.mark.parametrize(
    ("tokens", "code"),
    [
        (("Ro", "4c", "3c", "5o"), "tied_draw"),
        (("Ro", "4c", "5c", "5o"), "tied_draw"),
        (("Ro", "Ro", "5c", "5o"), "bad_draw"),
    ],
)
def test_H1_who_cannot_be_told_apart_draws_again(tokens: tuple[str, ...], code: str) -> None:
    with refused(code):
        draw_places(drawing(*tokens))


def test_H1_partners_may_draw_alike_when_that_decides_nothing() -> None:
    assert draw_places(drawing("Ro", "4c", "4o", "5o")).mano == (Side.A, 1)


def test_H1_two_players_of_four_are_no_draw() -> None:
    with refused("bad_draw"):
        draw_places({(Side.A, 1): PACK[0], (Side.B, 1): PACK[1]})


# H2


def test_H2_each_from_the_mano_says_mus_or_no_mus() -> None:
    state = dealt(mano=1)
    for seat in (1, 2, 3, 0):
        assert state.turn == seat
        assert not can_say_mus(state, (seat + 1) % 4)
        assert not can_cut_mus(state, (seat + 2) % 4)
        state, _ = say_mus(state, seat)
    assert state.phase is Phase.DISCARD
    assert state.to_discard == (1, 2, 3, 0)


def test_H2_one_no_ends_it_and_grande_is_bet_from_the_mano() -> None:
    state, _ = say_mus(dealt(mano=1), 1)
    state, _ = cut_mus(state, 2)
    assert (state.phase, state.lance, state.turn, state.mano) == (Phase.BET, Lance.GRANDE, 1, 1)
    assert not can_say_mus(state, 3)


def test_H2_out_of_turn_names_whose_turn_it_is() -> None:
    with refused("out_of_turn") as caught:
        say_mus(dealt(mano=1), 0)
    assert "Seat 1 speaks" in caught.value.remedy


def test_H2_after_the_discards_they_speak_again() -> None:
    state = all_say_mus(dealt(then="4o 4c 5o 5c"))
    for seat in range(4):
        state, done = discard(state, seat, state.cards[seat][:1])
        assert done.drawn == (cards_of("4o 4c 5o 5c")[seat],)
        assert done.new_stock is None
    assert (state.phase, state.turn, state.mus_rounds) == (Phase.MUS, 0, 1)
    assert state.discards == tuple(cards_of(hand)[0] for hand in EXAMPLE)


@pytest.mark.parametrize(
    ("cards", "code", "told"),
    [
        ("", "bad_discard", "Discard 1 to 4"),
        ("7o 7o", "bad_discard", "Discard 1 to 4"),
        ("Ro", "not_held", "Seat 0 does not hold Ro"),
        ("7o 7c 2e Ab Ro", "not_held", "Seat 0 does not hold Ro"),
    ],
)
def test_H2_a_discard_is_one_to_four_of_ones_own_cards(cards: str, code: str, told: str) -> None:
    state = all_say_mus(dealt())
    assert not can_discard(state, 0, cards_of(cards))
    with refused(code) as caught:
        discard(state, 0, cards_of(cards))
    assert told in str(caught.value)


def test_H2_discards_go_in_turn_and_only_after_mus() -> None:
    with refused("not_now"):
        discard(dealt(), 0, cards_of("7o"))
    with refused("out_of_turn"):
        discard(all_say_mus(dealt()), 1, cards_of("3o"))


def test_said_without_por_mi_parte_mus_takes_the_partners_word_away() -> None:
    state, done = say_mus(dealt(), 0, for_pair=True)
    assert done.for_pair
    assert state.said_mus == {0, 2}
    state, _ = say_mus(state, 1)
    assert state.turn == 3


# H3


def changed_once() -> tuple[HandState, random.Random]:
    """All have changed all their cards, and want mus again."""
    rng = random.Random(2)
    state = all_say_mus(dealt())
    for seat in range(4):
        state, _ = discard(state, seat, state.cards[seat], rng=rng)
    return all_say_mus(state), rng


def test_H3_with_several_short_all_discards_are_shuffled() -> None:
    state, rng = changed_once()
    state, _ = discard(state, 0, state.cards[0], rng=rng)
    state, _ = discard(state, 1, state.cards[1][:2], rng=rng)
    assert len(state.stock) == 2
    assert to_be_shuffled(state, state.cards[2][:2]) == ()
    gone = state.cards[2]
    waiting = to_be_shuffled(state, gone)
    assert set(waiting) == set(state.discards) | set(gone)
    state, done = discard(state, 2, gone, rng=rng)
    assert done.new_stock is not None
    assert set(done.new_stock) == set(waiting)
    assert done.drawn[2:] == done.new_stock[:2]
    assert state.discards == ()
    assert state.stock == done.new_stock[2:]


def test_H3_when_only_one_is_short_his_own_discard_stays_out() -> None:
    state, rng = changed_once()
    for seat in (0, 1):
        state, _ = discard(state, seat, state.cards[seat][:3], rng=rng)
    state, _ = discard(state, 2, state.cards[2][:1], rng=rng)
    assert len(state.stock) == 1
    gone = state.cards[3]
    waiting = to_be_shuffled(state, gone)
    assert not set(waiting) & set(gone)
    state, done = discard(state, 3, gone, rng=rng)
    assert done.new_stock is not None
    assert set(done.new_stock) == set(waiting)
    assert state.discards == gone


def test_H3_a_shuffle_needs_an_rng_or_the_new_stock() -> None:
    state, rng = changed_once()
    for seat in (0, 1):
        state, _ = discard(state, seat, state.cards[seat], rng=rng)
    gone = state.cards[2]
    with refused("no_shuffle"):
        discard(state, 2, gone)
    with refused("bad_stock"):
        discard(state, 2, gone, new_stock=gone)
    elsewhere = [*to_be_shuffled(state, gone)[1:], state.cards[3][0]]
    with refused("bad_stock"):
        discard(state, 2, gone, new_stock=elsewhere)
    waiting = to_be_shuffled(state, gone)
    _, done = discard(state, 2, gone, new_stock=waiting[::-1])
    assert done.drawn == waiting[::-1][:4]


def test_H3_a_stock_that_just_suffices_is_not_shuffled() -> None:
    state = all_say_mus(dealt())
    for seat in range(4):
        state, _ = discard(state, seat, state.cards[seat])
    state = all_say_mus(state)
    for seat in (0, 1):
        state, done = discard(state, seat, state.cards[seat])
        assert done.new_stock is None
    assert state.stock == ()


# H4


def test_H4_whoever_cuts_the_corrida_is_mano() -> None:
    state = dealt(first_of_game=True)
    assert state.is_corrida
    state, _ = say_mus(state, 0)
    state, _ = say_mus(state, 1)
    state, _ = cut_mus(state, 2)
    assert (state.mano, state.turn) == (2, 2)


def test_H4_when_nobody_cuts_the_mano_becomes_the_dealer() -> None:
    state = all_say_mus(dealt(first_of_game=True))
    assert (state.mano, state.dealer) == (1, 0)
    assert state.to_discard == (1, 2, 3, 0)


def test_H4_the_corrida_goes_on_until_somebody_cuts() -> None:
    state = all_say_mus(dealt(first_of_game=True))
    while state.phase is Phase.DISCARD:
        assert state.turn is not None
        state, _ = discard(state, state.turn, state.cards[state.turn][:1])
    state = all_say_mus(state)
    assert state.mano == 2


@pytest.mark.parametrize(
    ("first_of_game", "first_hand"), [(False, FirstHand.CORRIDA), (True, FirstHand.PLAIN)]
)
def test_H4_other_hands_keep_their_mano(first_of_game: bool, first_hand: FirstHand) -> None:
    state = dealt(ruleset=RuleSet(first_hand=first_hand), first_of_game=first_of_game)
    assert cut_mus(say_mus(state, 0)[0], 1)[0].mano == 0
    assert all_say_mus(state).mano == 0


# H6


def test_H6_an_exposed_card_entitles_everybody_and_obliges_nobody() -> None:
    state, _ = expose(dealt())
    assert state.phase is Phase.EXPOSED
    state, done = discard(state, 0, ())
    assert done.drawn == ()
    assert state.cards[0] == cards_of(EXAMPLE[0])
    for seat in (1, 2, 3):
        state, _ = discard(state, seat, state.cards[seat])
    assert (state.phase, state.turn, state.mus_rounds) == (Phase.MUS, 0, 0)


def test_H6_only_just_after_the_deal_and_once() -> None:
    spoken, _ = say_mus(dealt(), 0)
    assert not can_expose(spoken)
    with refused("already_spoken"):
        expose(spoken)
    state, _ = expose(dealt())
    with refused("not_now"):
        expose(state)
    for seat in range(4):
        state, _ = discard(state, seat, ())
    with refused("already_exposed"):
        expose(state)


def test_H6_may_be_off() -> None:
    with refused("mus_visto_off"):
        expose(dealt(ruleset=RuleSet(mus_visto=MusVisto.OFF)))


# 4-5-6-7

FOURS = ("6o 4o 7o 5o", *EXAMPLE[1:])
AGAIN = RuleSet(deal_again_4567=True)


def test_4567_may_be_shown_for_four_new_cards() -> None:
    state = dealt(FOURS, ruleset=AGAIN, then="4c 5c 6c 7c")
    state, done = deal_again(state, 0)
    assert done == DealtAgain(0, cards_of("4c 5c 6c 7c"))
    assert state.cards[0] == done.drawn
    assert len(state.stock) == 20
    assert not set(state.stock) & set(done.drawn)
    assert state.cards[1:] == dealt(FOURS).cards[1:]
    assert set(state.discards) == set(cards_of(FOURS[0]))
    assert not can_deal_again(state, 0)  # once a deal, even when it comes again


@pytest.mark.parametrize(
    ("ruleset", "seat", "code"),
    [(RuleSet(), 0, "no_deal_again"), (AGAIN, 1, "not_4567"), (AGAIN, 9, "bad_seat")],
)
def test_4567_is_refused_to_others(ruleset: RuleSet, seat: int, code: str) -> None:
    with refused(code):
        deal_again(dealt(FOURS, ruleset=ruleset), seat)


def test_4567_is_too_late_once_somebody_has_spoken() -> None:
    spoken, _ = say_mus(dealt(FOURS, ruleset=AGAIN), 0)
    changed, _ = expose(dealt(FOURS, ruleset=AGAIN))
    while changed.phase is Phase.EXPOSED:
        assert changed.turn is not None
        changed, _ = discard(changed, changed.turn, ())
    mus = all_say_mus(dealt(FOURS, ruleset=AGAIN))
    while mus.phase is Phase.DISCARD:
        assert mus.turn is not None
        gone = cards_of("6o") if mus.turn == 0 else mus.cards[mus.turn][:1]
        mus, _ = discard(mus, mus.turn, gone)
    for late in (spoken, changed, mus):
        with refused("already_spoken"):
            deal_again(late, 0)
    with refused("not_4567") as caught:
        deal_again(dealt(FOURS, ruleset=AGAIN), 2)
    assert "Seat 2" in caught.value.remedy


def test_a_shuffle_is_the_rngs_and_loses_nothing() -> None:
    assert shuffled(random.Random(1)) == shuffled(random.Random(1))
    assert set(shuffled(random.Random(1))) == set(PACK)
