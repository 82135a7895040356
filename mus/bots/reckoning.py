"""How a bot speaks that reckons: the chance of its pair, what is paid, what the others may do.

Chances are shares of holdings, not exact: a table has no time for more. A partner's signals count
(H8), and so does whatever has been declared and bet.
"""

import random
from collections.abc import Mapping

from ..betting import deje
from ..lances import Lance
from ..play.state import HandState, Round
from ..play.words import NO_QUIERO, ORDAGO, PASO, QUIERO, Word, envido
from ..sides import side_of
from .characters import Character
from .feeling import Feeling, share_without
from .partners import expected

_FOLDS = 0.45
"""How often a first bet is refused, as far as one knows."""
_WORTH = 2.0
"""What the pares or the juegos of a pair that has some are worth, in stones."""
_HANDS_PER_BET, _HANDS_FOR_SEEING = 4, 2
"""A pair that bets, or sees, has cards as good as if it held so many hands more to choose from."""
_GLADLY = 0.62
"""From which chance a bet would be seen gladly, and so is raised."""

PartnerSignals = Mapping[int, frozenset[str]]


def reckoned_word(
    state: HandState, feeling: Feeling, signals: PartnerSignals, who: Character, rng: random.Random
) -> Word:
    """What the seat on turn says. `signals`: what each partner has signalled, by its seat."""
    now = state.round
    assert now is not None
    hands = _HANDS_PER_BET * len(now.calls)
    better = _chance(state, now, feeling, signals, bets=hands)
    called = _chance(state, now, feeling, signals, bets=hands + _HANDS_FOR_SEEING)
    if now.bettor is None:
        return _opening(better, called, _worth(state), who, rng)
    return _answer(state, now, better, called, who, rng)


def _opening(
    better: float, called: float, worth: float, who: Character, rng: random.Random
) -> Word:
    """Bet where two stones are worth more on the table than in the hand."""
    if called > 0.97 and rng.random() < who.ordago:
        return ORDAGO
    quiet = (2 * better - 1) * (1 + worth)
    seen = (2 * called - 1) * (2 + worth)
    bet = _FOLDS * (1 + worth) + (1 - _FOLDS) * seen
    if bet < quiet or bet < 0:
        return PASO
    return envido(2 if called < 0.75 or rng.random() < 0.5 else 4)


def _answer(
    state: HandState,
    now: Round,
    better: float,
    called: float,
    who: Character,
    rng: random.Random,
) -> Word:
    """See it where the chance pays for what is staked, raise it where it would be seen gladly."""
    if now.ordago:
        return QUIERO if better > _hope(state, now) else NO_QUIERO
    if _is_lost(state, now) and rng.random() < who.ordago:
        return ORDAGO
    if called > _GLADLY and now.standing < 12:
        return envido(now.standing + 2)
    needed = (now.standing - _given_away(state, now)) / (2 * now.standing + 2 * _worth(state))
    return QUIERO if better > needed else NO_QUIERO


# What is known


def _chance(
    state: HandState, now: Round, feeling: Feeling, signals: PartnerSignals, *, bets: int
) -> float:
    """The chance that this pair has the best cards, as if `bets` more hands were against it.

    Among the unknown the best is as likely with one as with another; what the partner has
    signalled is known, near enough.
    """
    seat, lance = now.turn, state.lance or Lance.GRANDE
    best, unknown, against = _share(state, feeling), 0, bets
    for other in now.may_bet:
        if (other - seat) & 1:
            against += 1
        elif other in signals:
            partner = expected(signals[other], state.ruleset, lance)
            best = max(best, _share(state, partner))
        elif other != seat:
            unknown += 1
    alone = 1.0
    for _ in range(against + unknown):
        alone *= best
    place = ((seat - state.mano) % state.seats) / state.seats
    near = 0.04 * (1 - place)
    return min(1.0, alone + (1 - alone) * unknown / (against + unknown) + near)


def _share(state: HandState, feeling: Feeling) -> float:
    """The share of those who take part in the lance that such cards beat or equal."""
    lance, punto = state.lance or Lance.GRANDE, _is_punto(state)
    nothing = share_without(lance, state.ruleset.kings, punto=punto)
    return max(0.0, (feeling.of(lance, punto=punto) - nothing) / (1 - nothing))


def _is_punto(state: HandState) -> bool:
    return state.lance is Lance.JUEGO and not any(state.declared[1])


def _worth(state: HandState) -> float:
    """What the winner's cards are paid besides the bet."""
    if _is_punto(state):
        return 1.0
    return _WORTH if state.lance in (Lance.PARES, Lance.JUEGO) else 0.0


# What is at stake


def _given_away(state: HandState, now: Round) -> int:
    """What a refusal gives away (E5)."""
    before = now.calls[-2].stake or 0 if len(now.calls) > 1 else 0
    assert state.lance is not None
    return deje(before, state.ruleset.refused_raise_of(state.lance))


def _scores(state: HandState, now: Round) -> tuple[int, int]:
    """The stones of this pair and of the other, dejes included."""
    mine = side_of(now.turn)
    ours, theirs = (
        state.score[side.position] + state.taken[side.position] for side in (mine, mine.other)
    )
    return ours, theirs


def _hope(state: HandState, now: Round) -> float:
    """The chance to win the game still, when an órdago is refused."""
    ours, theirs = _scores(state, now)
    theirs += _given_away(state, now)
    if theirs >= state.ruleset.target:
        return 0.0
    return min(0.8, max(0.1, 0.5 + 0.6 * (ours - theirs) / state.ruleset.target))


def _is_lost(state: HandState, now: Round) -> bool:
    """Whether the others need next to nothing, and this pair much."""
    ours, theirs = _scores(state, now)
    return theirs >= state.ruleset.target - 4 and ours < theirs - 8
