"""Whether a waiting pair can come in: nobody plays in two pairs. And the sum of fees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from tournament.log.rules import text as texts

# One amount with its currency: where a fee says more, such as “10 € a player”, it has no sum.
_AMOUNT = re.compile(r"(\D{0,4}?)(\d{1,6})(?:([.,])(\d{1,2}))?(\D{0,5})")


@dataclass(frozen=True, slots=True)
class Taken:
    """A player who plays in an entered pair, and the number of that pair. `is_out`: that pair is
    disqualified, and the player waits for the desk's word."""

    player: str
    number: int
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class Seats:
    """Key of a player's name → the number of the pair: `entered` for pairs that are entered, `out`
    for pairs that are disqualified (T6)."""

    entered: dict[str, int]
    out: dict[str, int]

    def taken(self, players: Iterable[str]) -> Taken | None:
        """The first of these players who is in an entered pair, else in a disqualified one."""
        named = tuple(players)
        barred = taken(named, self.out)
        return taken(named, self.entered) or (barred and replace(barred, is_out=True))


def taken_in(entered: Iterable[tuple[int, str, str]]) -> dict[str, int]:
    """The number of each player's pair by the key of the name, from (number, player 1, player 2).
    The pair that comes last counts."""
    return {texts.folded(name): number for number, one, other in entered for name in (one, other)}


def taken(players: Iterable[str], seats: Mapping[str, int]) -> Taken | None:
    """The first of these players who is in a pair of `seats`, as `taken_in` gives them."""
    found = ((name, seats.get(texts.folded(name))) for name in players)
    return next((Taken(name, number) for name, number in found if number is not None), None)


def sum_of_fees(fee: str, count: int) -> str:
    """The fees of so many pairs, written like one; empty where the fee is no amount."""
    found = _AMOUNT.fullmatch(fee.strip())
    if not found:
        return ""
    before, whole, mark, cents, after = found.groups()
    total = Decimal(f"{whole}.{cents or 0}") * count
    number = f"{total:.{len(cents)}f}".replace(".", mark) if cents else f"{total:.0f}"
    return f"{before}{number}{after}"
