"""Who is better, told a second time from lists of ranks, as one would explain it at the table.

Nothing here is fast or shared with the engine: ranks are letters, and cards are counted.
"""

from collections import Counter
from collections.abc import Sequence

from mus import RANKS

HIGH_TO_LOW = {8: "RCS7654A", 4: "RCS765432A"}
BEST_JUEGO_FIRST = [31, 32, 40, 37, 36, 35, 34, 33]
POINTS = dict(zip("RCS765432A", (10, 10, 10, 7, 6, 5, 4, 3, 2, 1), strict=True))

Ranks = Sequence[str]


def as_they_count(ranks: Ranks, kings: int) -> list[str]:
    if kings == 4:
        return list(ranks)
    return ["R" if rank == "3" else "A" if rank == "2" else rank for rank in ranks]


def ranks_of(strengths: Sequence[int], kings: int) -> list[str]:
    """The letters of the places 1 to 10 that the engine's classes are made of."""
    return as_they_count([RANKS[10 - place] for place in strengths], kings)


def _more_of(order: str, one: Ranks, other: Ranks) -> int:
    """1 or -1 for who has more of the first rank that they hold unequally often; 0: the same."""
    for rank in order:
        difference = one.count(rank) - other.count(rank)
        if difference:
            return 1 if difference > 0 else -1
    return 0


def grande(one: Ranks, other: Ranks, kings: int) -> int:
    """W2: whoever has more of the highest card that tells them apart."""
    return _more_of(HIGH_TO_LOW[kings], one, other)


def chica(one: Ranks, other: Ranks, kings: int) -> int:
    """W3: whoever has more of the lowest card that tells them apart."""
    return _more_of(HIGH_TO_LOW[kings][::-1], one, other)


def kind_of_pares(cards: Ranks) -> str:
    alike = sorted(Counter(cards).values())
    if alike in ([4], [2, 2]):
        return "duples"
    return {3: "medias", 2: "par"}.get(alike[-1], "")


def pares(one: Ranks, other: Ranks, kings: int) -> int:
    """W4: duples over medias over par over nothing, then their ranks, the higher first."""
    kinds = ["", "par", "medias", "duples"]
    difference = kinds.index(kind_of_pares(one)) - kinds.index(kind_of_pares(other))
    if difference:
        return 1 if difference > 0 else -1
    return _more_of(HIGH_TO_LOW[kings], _alike(one), _alike(other))


def _alike(cards: Ranks) -> list[str]:
    """The cards that make the pares, without the others."""
    return [rank for rank in cards if cards.count(rank) > 1]


def total(cards: Ranks) -> int:
    return sum(POINTS[rank] for rank in cards)


def juego(one: Ranks, other: Ranks, kings: int) -> int:
    """W5: by the list of juegos; without juego behind all of them."""
    places = [
        BEST_JUEGO_FIRST.index(total(cards)) if total(cards) > 30 else len(BEST_JUEGO_FIRST)
        for cards in (one, other)
    ]
    return (places[1] > places[0]) - (places[0] > places[1])


def punto(one: Ranks, other: Ranks, kings: int) -> int:
    """W6: the higher total; only asked of cards without juego."""
    return (total(one) > total(other)) - (total(other) > total(one))
