"""How often the unseen hands tie for the best above a key: who of them speaks first then wins."""

from math import comb

from ..lances import Lance
from .dealing import deals_tied, equal_to, holdings_in, up_to
from .tables import Counts, LanceTable


def ties_above(table: LanceTable, key: int, unseen: Counts) -> tuple[int, int]:
    """Deals of three unseen hands whose best is above `key` and is held by exactly two of them,
    and by all three. Hands are told apart.
    """
    if table.lance in (Lance.GRANDE, Lance.CHICA):
        return _ties_of_equal_cards(table, key, unseen)
    two = three = 0
    for better in table.classes_of:
        if better > key:
            tied_deals = deals_tied(equal_to(table, better), up_to(table, better), unseen)
            two, three = two + tied_deals[0], three + tied_deals[1]
    return two, three


def _ties_of_equal_cards(table: LanceTable, key: int, unseen: Counts) -> tuple[int, int]:
    """In grande and chica only equal cards tie, so a tie is one class held twice or thrice."""
    two = three = 0
    for counts, class_key in table.key_of.items():
        if class_key <= key:
            continue
        ways, left = 1, unseen
        for _ in range(2):
            ways *= holdings_in(counts, left)
            left = tuple(n - c for n, c in zip(left, counts, strict=True))
            if not ways:
                break
        if ways:
            two += ways * worse_than(counts, left)
            three += ways * holdings_in(counts, left)
    return 3 * two, three


def worse_than(counts: Counts, unseen: Counts) -> int:
    """How many holdings among `unseen` are worse than a class, in grande or chica.

    Kinds stand best first, so of two classes the one with more of the first kind in which they
    differ is the better.
    """
    worse, same, left, below = 0, 1, 4, sum(unseen)
    for count, available in zip(counts, unseen, strict=True):
        below -= available
        fewer = sum(
            comb(available, fewer) * comb(below, left - fewer) for fewer in range(min(count, left))
        )
        worse += same * fewer
        same *= comb(available, count)
        left -= count
        if not same or not left:
            break
    return worse
