"""What four cards are worth in each lance, as numbers that compare (W2 to W6).

Every holding is reduced once to five keys; after that a comparison is one integer against another
and the larger wins. Suits are gone by then: only juego real (§10) needed them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from .cards import Card, strength
from .invalid import InvalidValue, is_whole, require_one_of
from .lances import Lance
from .ruleset import JuegoReal, RuleSet

JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)
"""Totals that are juego, worst first (W5)."""
_REAL_KEY = len(JUEGO_ORDER) + 1
_BASE = 11


class Holding(NamedTuple):
    """Four cards, reduced to what the lances compare. Keys compare within one rule set.

    `strengths`: the four places in the order, highest first. `grande`, `chica`, `punto`: keys, the
    larger the better. `pares`, `juego`: keys, 0 when there is none. `pares_worth`, `juego_worth`:
    stones (W4, W5). `may_…`/`may_lack_…`: whether a "yes" or a "no" can be true (with jokers both
    can be: §10).
    """

    strengths: tuple[int, ...]
    grande: int
    chica: int
    pares: int
    juego: int
    punto: int
    pares_worth: int
    juego_worth: int
    total: int
    may_pares: bool
    may_lack_pares: bool
    may_juego: bool
    may_lack_juego: bool

    def key(self, lance: Lance, *, punto: bool = False) -> int:
        """The key that a lance compares. `punto`: nobody has juego (E7)."""
        key: int = getattr(self, "punto" if punto and lance is Lance.JUEGO else lance)
        return key


def holding_of(cards: Sequence[Card], ruleset: RuleSet) -> Holding:
    """The holding of four cards under a rule set; jokers already say what they stand for."""
    plain = _plain_holding(tuple(cards), ruleset.kings, ruleset.without_twos, ruleset.juego_real)
    if not ruleset.jokers or not any(card.is_joker for card in cards):
        return plain
    return _with_other_values(plain, cards, ruleset)


def holding_classes(kings: int) -> tuple[tuple[int, ...], ...]:
    """All holdings as strengths, highest first: 330 with eight kings, 715 with four (C2, C3). A
    pack without twos has some of them."""
    require_one_of("kings", kings, (8, 4))
    ranks = (1, 4, 5, 6, 7, 8, 9, 10) if kings == 8 else tuple(range(1, 11))
    return tuple(
        tuple(sorted(chosen, reverse=True)) for chosen in combinations_with_replacement(ranks, 4)
    )


def holding_of_strengths(strengths: Iterable[int], *, juego_real: bool = False) -> Holding:
    """The holding of four places in the order (1 to 10), without cards."""
    return _reduced(tuple(sorted(strengths, reverse=True)), juego_real)


def place_of(card: Card, ruleset: RuleSet) -> int:
    """A card's place in the order, 1 to 10; a joker's is that of what it stands for."""
    rank = card.stands_for or card.rank
    return strength(rank, kings=ruleset.kings, without_twos=ruleset.without_twos)


def points(place: int) -> int:
    """What a card of this place counts for juego and punto (C4)."""
    return min(place, 10) if place < 8 else 10


def is_juego_real(cards: Sequence[Card], form: JuegoReal) -> bool:
    """Three sevens and a ten-point card, in the form the table plays (§10)."""
    if form is JuegoReal.NONE:
        return False
    sevens = [card for card in cards if card.rank == "7"]
    others = [card for card in cards if card.rank != "7"]
    if len(sevens) != 3:
        return False
    tenth = others[0]
    if form is JuegoReal.THREE_SEVENS:
        return (tenth.stands_for or tenth.rank) in ("R", "C", "S", "3")
    is_sota = tenth.rank == "S" and not tenth.stands_for
    if form is JuegoReal.SOTA_OROS:
        return is_sota and tenth.suit == "o"
    return is_sota and len({card.suit for card in cards}) == 4


def needs_suit_for_juego_real(cards: Sequence[Card], form: JuegoReal) -> bool:
    """Whether these four cards are a juego real or not by a suit that was not written."""
    if form in (JuegoReal.NONE, JuegoReal.THREE_SEVENS):
        return False
    faces = sorted(card.rank for card in cards)
    if faces != ["7", "7", "7", "S"]:
        return False
    deciding_cards = [c for c in cards if c.rank == "S"] if form is JuegoReal.SOTA_OROS else cards
    return any(not card.suit for card in deciding_cards)


@lru_cache(maxsize=1 << 14)
def _plain_holding(
    cards: tuple[Card, ...], kings: int, without_twos: bool, real: JuegoReal
) -> Holding:
    """The holding of four cards as they are shown. Most are written without suits and come
    again."""
    ranks = [card.stands_for or card.rank for card in cards]
    places = [strength(rank, kings=kings, without_twos=without_twos) for rank in ranks]
    return _reduced(tuple(sorted(places, reverse=True)), is_juego_real(cards, real))


@lru_cache(maxsize=2048)
def _reduced(strengths: tuple[int, ...], juego_real: bool) -> Holding:
    if len(strengths) != 4 or not all(is_whole(place) and 1 <= place <= 10 for place in strengths):
        raise InvalidValue("cards", strengths, "Give four cards, each a place from 1 to 10.")
    pares, pares_worth = _pares(strengths)
    total = sum(points(place) for place in strengths)
    juego = _juego(total, juego_real)
    return Holding(
        strengths=strengths,
        grande=_digits(strengths),
        chica=_digits(_BASE - place for place in reversed(strengths)),
        pares=pares,
        juego=juego,
        punto=total if total <= 30 else 0,
        pares_worth=pares_worth,
        juego_worth=(3 if total == 31 else 2) if juego else 0,
        total=total,
        may_pares=bool(pares),
        may_lack_pares=not pares,
        may_juego=bool(juego),
        may_lack_juego=not juego,
    )


def _digits(places: Iterable[int]) -> int:
    number = 0
    for place in places:
        number = number * _BASE + place
    return number


def _pares(strengths: tuple[int, ...]) -> tuple[int, int]:
    """The key and the worth of the pares: par 1, medias 2, duples 3; (0, 0) when none (W4)."""
    first, second, third, fourth = strengths
    if first == second and third == fourth:
        return 3 * _BASE**2 + first * _BASE + third, 3
    if second == third and third in (first, fourth):
        return 2 * _BASE**2 + second, 2
    for place, following in ((first, second), (second, third), (third, fourth)):
        if place == following:
            return _BASE**2 + place, 1
    return 0, 0


def _juego(total: int, juego_real: bool) -> int:
    if total not in JUEGO_ORDER:
        return 0
    return _REAL_KEY if juego_real else JUEGO_ORDER.index(total) + 1


def _with_other_values(plain: Holding, cards: Sequence[Card], ruleset: RuleSet) -> Holding:
    """A declaration is true if some value of the jokers makes it true: look at all of them."""
    possible = [
        _plain_holding(values, ruleset.kings, ruleset.without_twos, ruleset.juego_real)
        for values in readings(cards, ruleset, even_said=True)
    ]
    return plain._replace(
        may_pares=any(h.pares for h in possible),
        may_lack_pares=any(not h.pares for h in possible),
        may_juego=any(h.juego for h in possible),
        may_lack_juego=any(not h.juego for h in possible),
    )


def readings(
    cards: Sequence[Card], ruleset: RuleSet, *, even_said: bool = False
) -> Iterable[tuple[Card, ...]]:
    """The cards by all that their jokers may stand for. `even_said`: also those that say it."""
    return product(
        *(
            [card._replace(stands_for=rank) for rank in ("R", "A")]
            if ruleset.jokers and card.is_joker and (even_said or not card.stands_for)
            else [card]
            for card in cards
        )
    )
