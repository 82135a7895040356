"""Every record says who did what, and leads again to the state that followed it."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from mus import Lance, RuleSet
from mus.play import (
    ENVIDO,
    NO_QUIERO,
    ORDAGO,
    PASO,
    QUIERO,
    Began,
    HandState,
    Happening,
    IllegalAction,
    Phase,
    Word,
    WordKind,
    again,
    begin,
    claim_falsely,
    cut_mus,
    deal_again,
    declare,
    discard,
    expose,
    mas,
    put_right,
    refuse_to_show,
    replay,
    say_mus,
    show,
    speak,
    speak_together,
)
from mus.tests.hands import EXAMPLE, cards_of, deck_for

RULES = RuleSet(deal_again_4567=True, jokers=True)
DECK = deck_for(("6o 4o 7o 5o", *EXAMPLE[1:]))


class Table:
    """Does things one after another, and holds every record to what it says."""

    def __init__(self, state: HandState, began: Began) -> None:
        self.state = state
        self.happened: list[Happening] = [began]

    def do(self, verb: Callable[..., Any], *args: Any, **how: Any) -> Any:
        before = self.state
        self.state, done = verb(before, *args, **how)
        self.happened.append(done)
        assert again(before, done) == self.state
        assert replay(self.happened) == self.state
        if args and hasattr(done, "seat"):
            assert done.seat == args[0]
        return done


@pytest.fixture
def table() -> Table:
    return Table(*begin(ruleset=RULES, mano=0, score=(3, 4), deck=DECK, first_of_game=True))


def test_a_deal_replays_with_all_that_it_says(table: Table) -> None:
    began = table.happened[0]
    assert began == Began(RULES, 0, (3, 4), DECK, True)
    assert replay([began]) == table.state
    assert table.state.score == (3, 4)
    assert table.state.is_corrida


def test_before_mus_is_cut(table: Table) -> None:
    table.do(deal_again, 0)
    table.do(expose)
    kept = table.state.cards[1]
    assert table.do(discard, 0, ()).cards == ()
    assert table.do(discard, 1, kept[:2]).cards == kept[:2]
    table.do(discard, 2, ())
    table.do(discard, 3, ())
    assert table.do(say_mus, 0).for_pair is False
    assert table.do(say_mus, 1, for_pair=True).for_pair is True
    table.do(say_mus, 2)
    rng = random.Random(1)
    for _ in range(3):
        while table.state.phase is Phase.DISCARD:
            seat = table.state.turn
            assert seat is not None
            gone = table.state.cards[seat]
            done = table.do(discard, seat, gone, rng=rng)
            assert (done.seat, done.cards) == (seat, gone)
        while table.state.phase is Phase.MUS:
            table.do(say_mus, table.state.turn)
    assert any(getattr(done, "new_stock", None) for done in table.happened)
    while table.state.phase is Phase.DISCARD:
        table.do(discard, table.state.turn, table.state.cards[table.state.turn or 0][:1], rng=rng)
    table.do(cut_mus, table.state.turn)


def test_from_the_cut_to_the_showdown(table: Table) -> None:
    table.do(cut_mus, 0)
    for seat in (0, 1, 2):
        table.do(speak, seat, PASO)
    done = table.do(speak, 3, ENVIDO)
    assert (done.lance, done.word, done.stake) == (Lance.GRANDE, ENVIDO, 2)
    table.do(speak, 0, NO_QUIERO)
    assert table.do(speak, 2, mas(4)).stake == 6
    both = table.do(speak_together, {3: QUIERO, 1: ORDAGO}, larger=False)
    assert (both.lance, both.stood, both.stake, both.larger) == (Lance.GRANDE, 3, 0, False)
    for seat in range(4):
        table.do(speak, seat, PASO)
    for seat, said in enumerate((True, True, True, False)):
        assert table.do(declare, seat, said).said is said
    assert table.do(put_right, 3).lance is Lance.PARES
    table.do(speak, 0, Word(WordKind.ENVIDO, 5))
    larger = table.do(speak_together, {1: QUIERO, 3: mas(2)}, larger=True)
    assert (larger.lance, larger.stood, larger.stake, larger.larger) == (Lance.PARES, 3, 7, True)
    table.do(speak, 0, QUIERO)
    for seat in range(4):
        table.do(declare, seat, seat % 2 == 1)
    table.do(put_right, 0)
    table.do(put_right, 0)
    table.do(show, 1, ("R",))
    table.do(claim_falsely, 1)
    assert table.do(refuse_to_show, 2).cards == cards_of("Ro Rc Sc=R Ao")
    table.do(show, 0)
    table.do(show, 3)
    assert table.state.phase is Phase.FINISHED
    assert table.state.false_claims == {1, 2}


def test_a_seat_that_may_not_bet_on_the_lance_is_named_with_it(table: Table) -> None:
    table.do(cut_mus, 0)
    for _ in range(8):
        table.do(speak, table.state.turn, PASO)
    for seat, said in enumerate((True, True, False, True)):
        table.do(declare, seat, said)
    for wrong in (
        lambda state: speak(state, 2, ENVIDO),
        lambda state: speak_together(state, {0: ENVIDO, 2: ENVIDO}),
    ):
        with pytest.raises(IllegalAction) as refused:
            wrong(table.state)
        assert refused.value.code == "not_eligible"
        assert "Seat 2 may not bet on pares" in refused.value.remedy
