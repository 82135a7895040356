"""What a bot does with its cards: mus, discards, words. Every chance is drawn from the rng."""

import random
from itertools import product

from ..cards import Card
from ..holdings import Holding, holding_of, place_of
from ..lances import Lance
from ..odds import odds_in
from ..play.state import HandState, Round
from ..play.words import NO_QUIERO, ORDAGO, PASO, QUIERO, Word, envido
from ..ruleset import RuleSet
from ..sides import side_of
from .characters import Character
from .feeling import Feeling, feelings

_LONGEST_MUS = 6
_SAFE = 0.985


def held_of(cards: tuple[Card, ...], ruleset: RuleSet) -> Holding:
    """The holding, with jokers as kings while they are still in the hand."""
    if not ruleset.jokers:
        return holding_of(cards, ruleset)
    return holding_of(
        tuple(c._replace(stands_for="R") if c.is_joker else c for c in cards), ruleset
    )


def feeling_of(holding: Holding, ruleset: RuleSet) -> Feeling:
    """How good a holding feels, by its class."""
    return feelings(ruleset.kings)[holding.strengths]


def wants_mus(
    holding: Holding, feeling: Feeling, state: HandState, who: Character, rng: random.Random
) -> bool:
    """Whether to ask for new cards: the better they are, and the longer it lasts, the less."""
    if state.mus_rounds >= _LONGEST_MUS:
        return False
    worth = feeling.grande + feeling.chica + holding.pares_worth * 0.4 + holding.juego_worth * 0.35
    wanted = 1.6 + who.patience - 0.25 * state.mus_rounds + 0.4 * (rng.random() - 0.5)
    return worth < wanted


def to_discard(cards: tuple[Card, ...], ruleset: RuleSet, rng: random.Random) -> tuple[Card, ...]:
    """One to four cards: keeps kings, jokers and what is alike, throws the rest (H2)."""
    places = [10 if ruleset.jokers and c.is_joker else place_of(c, ruleset) for c in cards]
    gone = tuple(
        card
        for card, place in zip(cards, places, strict=True)
        if place != 10 and (places.count(place) < 2 or (place != 1 and rng.random() < 0.3))
    )
    if gone:
        return gone
    return (min(cards, key=lambda card: place_of(card, ruleset)),)


def word_for(
    state: HandState, now: Round, seat: int, feeling: Feeling, who: Character, rng: random.Random
) -> Word:
    """What to say in the lance being bet."""
    lance = state.lance or Lance.GRANDE
    punto = lance is Lance.JUEGO and not any(state.declared[1])
    chance = _chance(feeling.of(lance, punto=punto), state, now, seat)
    if now.bettor is None:
        return _opening(chance, who, rng)
    return _answer(chance, now, state, seat, who, rng)


def jokers_for(
    cards: tuple[Card, ...], pares: bool | None, juego: bool | None, ruleset: RuleSet
) -> tuple[str, ...]:
    """What the jokers stand for (§10): the first reading that bears out what was declared."""
    places = [number for number, card in enumerate(cards) if card.is_joker]
    readings = list(product("RA", repeat=len(places)))
    for reading in readings:
        valued_cards = list(cards)
        for place, rank in zip(places, reading, strict=True):
            valued_cards[place] = valued_cards[place]._replace(stands_for=rank)
        holding = holding_of(valued_cards, ruleset)
        if pares in (None, holding.pares > 0) and juego in (None, holding.juego > 0):
            return reading
    return readings[0]


def _chance(feeling: float, state: HandState, now: Round, seat: int) -> float:
    """A rough chance for the pair: nobody across the table is better, or the partner is."""
    others = sum(1 for s in now.may_bet if (s - seat) & 1)
    partners = len(now.may_bet) - others - 1
    alone: float = feeling**others
    near = 0.04 * (1 - ((seat - state.mano) % state.seats) / state.seats)
    return min(1.0, alone + (1 - alone) * 0.25 * partners + near)


def _counted(state: HandState, seat: int) -> float:
    """The exact chance of the pair in the lance, as if nothing had been said; four seats only."""
    if state.seats != 4 or state.lance is None:
        return 1.0
    place = (seat - state.mano) % 4
    odds = odds_in(state.lance, state.cards[seat], place=place, ruleset=state.ruleset)
    return float(odds.pair)


def _opening(chance: float, who: Character, rng: random.Random) -> Word:
    if rng.random() < who.bluff * 0.5:
        return envido(2)
    if chance < 0.85 - 0.25 * who.bold:
        return PASO
    if rng.random() < 0.35:
        return PASO  # waits for the others to bet
    if chance > _SAFE and rng.random() < who.ordago * 0.3:
        return ORDAGO
    return envido(2 if rng.random() < 0.7 else 3 + int(rng.random() * 3))


def _answer(
    chance: float, now: Round, state: HandState, seat: int, who: Character, rng: random.Random
) -> Word:
    # A bet tells something of the cards behind it, and a raise more.
    chance -= 0.08 * len(now.calls)
    side = side_of(seat)
    behind = (
        state.score[side.other.position] + state.taken[side.other.position]
        >= state.ruleset.target - 4
    )
    if now.ordago:
        needed = 0.88 - 0.2 * who.trust - 0.1 * behind
        # The whole game hangs on it: who feels like taking it counts before he says so.
        return QUIERO if chance > needed and _counted(state, seat) > needed else NO_QUIERO
    if behind and rng.random() < who.ordago * 0.5:
        return ORDAGO
    if chance > 0.9 and rng.random() < who.ordago * 0.4:
        return ORDAGO
    if chance > 0.95 - 0.2 * who.bold and now.standing < 9:
        return envido(now.standing + (2 if rng.random() < 0.75 else 4))
    if chance > 0.66 - 0.3 * who.trust or rng.random() < who.bluff * 0.2:
        return QUIERO
    return NO_QUIERO
