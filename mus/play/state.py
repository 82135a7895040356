"""A hand between deal and showdown, immutable: every verb answers with a new one."""

from enum import StrEnum
from typing import NamedTuple

from ..betting import Bet, Call
from ..cards import Card
from ..invalid import is_whole
from ..judging import order_from
from ..lances import LANCES, Lance
from ..ruleset import FirstHand, RuleSet
from ..sides import Side, side_of
from .illegal import IllegalAction

Four = tuple[Card, ...]
Words = tuple[bool | None, ...]


class Phase(StrEnum):
    """Where the hand stands, in the order in which a hand comes by them."""

    MUS = "mus"
    EXPOSED = "exposed"
    DISCARD = "discard"
    BET = "bet"
    DECLARE = "declare"
    SHOWDOWN = "showdown"
    FINISHED = "finished"


class Round(NamedTuple):
    """The betting on one lance. `may_bet`: the seats that may speak, in order from the mano (E7).

    `passed`: who passed before a bet; `out`: who passed after one (E5c). `bettor`: the seat of the
    last bet; `standing`: the total staked; `ordago`: whether the last bet was one.
    """

    may_bet: tuple[int, ...]
    turn: int
    passed: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    bettor: int | None = None
    standing: int = 0
    ordago: bool = False
    calls: tuple[Call, ...] = ()


class HandState(NamedTuple):
    """One hand as far as it has been played.

    `score`: stones of A and B before the hand; `taken`: dejes taken in it (S1). `cards`, `stock`
    (top first) and `discards` are together the forty cards. `to_discard`: the seats that still
    discard, in order. `declared`: what was said to pares and to juego, None where not yet.
    `open_to_put_right`: the lance whose words may still be put right (D0). `bets`, `calls`: of the
    lances that are closed, in order. `shown`: the cards as shown, by seat.
    """

    ruleset: RuleSet
    score: tuple[int, int]
    mano: int
    phase: Phase
    cards: tuple[Four, ...]
    stock: tuple[Card, ...]
    first_of_game: bool = False
    discards: tuple[Card, ...] = ()
    said_mus: frozenset[int] = frozenset()
    to_discard: tuple[int, ...] = ()
    mus_rounds: int = 0
    was_exposed: bool = False
    dealt_again: frozenset[int] = frozenset()
    lance: Lance | None = None
    declared: tuple[Words, Words] = ((), ())
    open_to_put_right: Lance | None = None
    round: Round | None = None
    bets: tuple[Bet, ...] = ()
    calls: tuple[tuple[Call, ...], ...] = ()
    taken: tuple[int, int] = (0, 0)
    shown: tuple[Four | None, ...] = ()
    false_claims: frozenset[int] = frozenset()

    @property
    def seats(self) -> int:
        """How many sit at the table: four or six."""
        return self.ruleset.seats

    @property
    def is_corrida(self) -> bool:
        """Whether this is a first hand without signals, where whoever cuts is mano (H4)."""
        return self.first_of_game and self.ruleset.first_hand is FirstHand.CORRIDA

    @property
    def dealer(self) -> int:
        """The postre: the seat before the mano (H1)."""
        return (self.mano - 1) % self.seats

    @property
    def turn(self) -> int | None:
        """The seat that has to act; None at the showdown, where all show at once."""
        if self.phase is Phase.BET and self.round is not None:
            return self.round.turn
        if self.phase is Phase.MUS:
            return next(s for s in self.order() if s not in self.said_mus)
        if self.phase is Phase.EXPOSED or self.phase is Phase.DISCARD:
            return self.to_discard[0]
        if self.phase is Phase.DECLARE:
            words = self.words
            return next(s for s in self.order() if words[s] is None)
        return None

    @property
    def words(self) -> Words:
        """What has been declared in the lance that is being declared."""
        return self.words_of(self.lance)

    def words_of(self, lance: Lance | None) -> Words:
        """What has been declared to juego, or (whatever else `lance` is) to pares."""
        return self.declared[1 if lance is Lance.JUEGO else 0]

    def order(self, start: int | None = None) -> tuple[int, ...]:
        """The seats in the order of play from `start`, by default from the mano."""
        return order_from(self.mano if start is None else start, self.seats)


def partners_of(state: HandState, seat: int) -> frozenset[int]:
    """The other seats of the pair (of the team, with six)."""
    side = side_of(seat)
    return frozenset(s for s in range(state.seats) if s != seat and side_of(s) is side)


def require_phase(state: HandState, *phases: Phase) -> None:
    """Refuse (`not_now`) what belongs to another phase."""
    if state.phase not in phases:
        raise IllegalAction("not_now", phase=str(state.phase))


def require_turn(state: HandState, seat: int) -> None:
    """Refuse a seat that does not exist (`bad_seat`) or is not to act (`out_of_turn`)."""
    require_seat(state, seat)
    turn = state.turn
    if turn is not None and turn != seat:
        raise IllegalAction("out_of_turn", seat=seat, turn=turn)


def require_seat(state: HandState, seat: int) -> None:
    """Refuse a seat that does not exist (`bad_seat`)."""
    verify_seat(seat, state.seats)


def verify_seat(seat: int, seats: int) -> None:
    """Refuse (`bad_seat`) what is no seat of a table of so many."""
    if not (is_whole(seat) and 0 <= seat < seats):
        raise IllegalAction("bad_seat", seat=repr(seat), last=seats - 1)


def verify_answer(answer: bool) -> None:
    """Refuse (`bad_answer`) what is neither True nor False."""
    if not isinstance(answer, bool):
        raise IllegalAction("bad_answer", given=repr(answer))


def with_cards(state: HandState, seat: int, cards: Four) -> tuple[Four, ...]:
    """Everybody's cards, with those of `seat` replaced."""
    return (*state.cards[:seat], cards, *state.cards[seat + 1 :])


def lance_number(lance: Lance) -> int:
    """0 for grande to 3 for juego."""
    return LANCES.index(lance)


def add_stones(stones: tuple[int, int], side: Side, more: int) -> tuple[int, int]:
    """`stones` of A and B, with `more` added to one side's."""
    return (stones[0] + more, stones[1]) if side is Side.A else (stones[0], stones[1] + more)
