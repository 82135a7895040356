"""The forty cards, and what a shuffle and a cut do to them (C1, H1)."""

import random
from collections.abc import Sequence

from ..cards import RANKS, SUITS, Card
from ..invalid import is_whole
from ..ruleset import RuleSet
from .illegal import IllegalAction

PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The forty cards in the order of a new pack (C1)."""
LEAST_CUT = 3
"""The fewest cards that a cut leaves or lifts (H1)."""


def shuffled(rng: random.Random, cards: Sequence[Card] = PACK) -> tuple[Card, ...]:
    """The cards in an order drawn by `rng` (H1)."""
    order = list(cards)
    rng.shuffle(order)
    return tuple(order)


def cut(deck: Sequence[Card], at: int) -> tuple[Card, ...]:
    """The deck with its first `at` cards lifted and put below (H1).

    Raises `IllegalAction` (`bad_cut`) when fewer than 3 are lifted or left.
    """
    if not (is_whole(at) and LEAST_CUT <= at <= len(deck) - LEAST_CUT):
        raise IllegalAction("bad_cut", at=repr(at))
    return (*deck[at:], *deck[:at])


def pack_of(ruleset: RuleSet) -> tuple[Card, ...]:
    """The cards that are played with: forty, or 36 without twos. A ninth king or ace is one without
    a suit, in place of the first card of its rank (§10)."""
    most = {rank: ruleset.most_of(rank) for rank in RANKS}
    whole = (card for card in PACK if SUITS.index(card.suit) >= 4 - most[card.rank])
    return (*whole, *(Card(rank) for rank in RANKS if most[rank] > 4))


def is_pack(cards: Sequence[Card], ruleset: RuleSet) -> bool:
    """Whether these are the cards that are played with, each once (C1)."""
    whole = pack_of(ruleset)
    if not isinstance(cards, Sequence) or len(cards) != len(whole):
        return False
    return all(isinstance(card, Card) for card in cards) and frozenset(cards) == frozenset(whole)
