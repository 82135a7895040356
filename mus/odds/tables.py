"""The cards that a lance cannot tell apart, and what every class of four of them is worth in it.

A *kind* is a set of cards that are the same for one lance: all kings for grande, all ten-point
cards for juego. A *class* is how many cards of each kind a holding has; it stands for as many
holdings as there are ways to choose them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..cards import SUITS, Card
from ..holdings import Holding, holding_of, place_of, points, readings
from ..lances import Lance
from ..play.pack import pack_of
from ..ruleset import JuegoReal, RuleSet

Counts = tuple[int, ...]
"""How many cards of each kind, in the order of a table's kinds."""


@dataclass(frozen=True, slots=True)
class LanceTable:
    """One lance under one rule set. `pack`: the cards of each kind in a full pack.

    `key_of`: class → key, the larger the better; 0 where a holding does not take part (no pares).
    `classes_of`: key → its classes. `kind_of`: face → kind.
    """

    lance: Lance
    ruleset: RuleSet
    pack: Counts
    key_of: dict[Counts, int]
    classes_of: dict[int, tuple[Counts, ...]]
    kind_of: dict[tuple[str, str], int]

    def counts(self, cards: Sequence[Card]) -> Counts:
        """The class of some cards. ValueError when the lance needs a suit that is not known."""
        counts = [0] * len(self.pack)
        for card in cards:
            kind = self.kind_of.get((card.rank, card.suit))
            if kind is None:
                raise ValueError(f"the suit of {card} must be known for {self.lance}")
            counts[kind] += 1
        return tuple(counts)

    def index_of(self, cards: Sequence[Card]) -> int:
        """The key of four cards; a joker that says what it stands for stands for that."""
        return best_key(self.lance, cards, self.ruleset)


@lru_cache(maxsize=64)
def table_of(lance: Lance, ruleset: RuleSet) -> LanceTable:
    """The table of a lance, made once for a rule set."""
    whole = pack_of(ruleset)
    ranks = dict.fromkeys(card.rank for card in whole)
    names = {
        (rank, suit): _name(Card(rank, suit), lance, ruleset) for suit in SUITS for rank in ranks
    }
    order = sorted(set(names.values()), reverse=lance is not Lance.CHICA)
    place = {name: number for number, name in enumerate(order)}
    example = {place[name]: Card(*face) for face, name in names.items()}
    held = Counter(_name(card, lance, ruleset) for card in whole)
    pack = tuple(held[name] for name in order)
    key_of = {
        counts: best_key(lance, _cards(counts, example), ruleset) for counts in _classes(pack)
    }
    by_key: dict[int, list[Counts]] = {}
    for counts, key in key_of.items():
        by_key.setdefault(key, []).append(counts)
    return LanceTable(
        lance=lance,
        ruleset=ruleset,
        pack=pack,
        key_of=key_of,
        classes_of={key: tuple(classes) for key, classes in by_key.items()},
        kind_of=_faces(names, place, lance, ruleset),
    )


def key_in(lance: Lance, holding: Holding) -> int:
    """The key of a holding in a lance; any juego is above any punto (E7)."""
    if lance is not Lance.JUEGO:
        return holding.key(lance)
    return holding.juego + 31 if holding.juego else holding.punto


def best_key(lance: Lance, cards: Sequence[Card], ruleset: RuleSet) -> int:
    """The best key over all that jokers may stand for in this lance (§10)."""
    return max(key_in(lance, holding_of(held, ruleset)) for held in readings(cards, ruleset))


def _name(card: Card, lance: Lance, ruleset: RuleSet) -> tuple[int, int]:
    """What a lance sees of a card: its place or its points, and what sets it apart besides."""
    place = place_of(card, ruleset)
    joker = ruleset.jokers and card.is_joker
    if lance is Lance.GRANDE:
        return (10 if joker else place), 0
    if lance is Lance.CHICA:
        return (1 if joker else place), 0
    if joker:
        return 11, 0
    if lance is Lance.PARES:
        return place, 0
    return points(place), _apart(card, ruleset)


def _apart(card: Card, ruleset: RuleSet) -> int:
    """For a juego real by suits, the sotas and sevens that count one by one (§10)."""
    form = ruleset.juego_real
    if form is JuegoReal.SOTA_OROS and (card.rank, card.suit) == ("S", "o"):
        return 1
    if form is JuegoReal.FOURTH_SUIT and card.rank in ("S", "7") and card.suit:
        return 1 + SUITS.index(card.suit)
    return 0


def _faces(
    names: dict[tuple[str, str], tuple[int, int]],
    place: dict[tuple[int, int], int],
    lance: Lance,
    ruleset: RuleSet,
) -> dict[tuple[str, str], int]:
    """The kind of every face, and of a rank without its suit where no suit makes a difference."""
    faces = {face: place[name] for face, name in names.items()}
    for rank in dict.fromkeys(rank for rank, _ in names):
        plain = [
            faces[rank, suit]
            for suit in SUITS
            # With ten kings an unsuited sota is one of the two that are no jokers.
            if not (ruleset.jokers and Card(rank, suit).is_joker)
        ]
        if len(set(plain)) == 1:
            faces[rank, ""] = plain[0]
    return faces


def _cards(counts: Counts, example: dict[int, Card]) -> list[Card]:
    return [example[kind] for kind, count in enumerate(counts) for _ in range(count)]


def _classes(pack: Counts, left: int = 4) -> Iterator[Counts]:
    if not pack:
        if left == 0:
            yield ()
        return
    for count in range(min(left, pack[0]) + 1):
        for rest in _classes(pack[1:], left - count):
            yield (count, *rest)
