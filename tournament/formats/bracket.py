"""The shape of a knockout bracket: a power of two of places, halved round by round."""

from __future__ import annotations

from mus.sides import Side
from tournament.formats.bouts import Place
from tournament.formats.protocol import Stage


def after(place: Place) -> tuple[Place, Side]:
    """The place and side to which the winner of `place` goes. After the final, a place that is not
    in the bracket."""
    return Place(place.round + 1, place.slot // 2), Side.A if place.slot % 2 == 0 else Side.B


def feeder(place: Place, side: Side) -> Place:
    """The match whose winner sits on `side` of `place`."""
    return Place(place.round - 1, 2 * place.slot + (side is Side.B))


def size(pairs: int) -> int:
    """Places in round 1: the power of two that holds `pairs` (2 or more)."""
    if pairs < 2:
        raise ValueError("a bracket needs two pairs")
    return 1 << (pairs - 1).bit_length()


def rounds(pairs: int) -> int:
    """Rounds from the first to the final."""
    return size(pairs).bit_length() - 1


def places(pairs: int) -> tuple[Place, ...]:
    """Every match, in order of play."""
    whole = size(pairs)
    return tuple(
        Place(number, slot)
        for number in range(1, rounds(pairs) + 1)
        for slot in range(whole >> number)
    )


def stage(number: int, of_rounds: int) -> Stage:
    """The usual name of round `number` of `of_rounds`."""
    names: dict[int, Stage] = {0: "final", 1: "semi_final", 2: "quarter_final"}
    return names.get(of_rounds - number, "round")
