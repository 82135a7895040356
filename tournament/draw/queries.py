"""What the draw would make of the pairs entered, said before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.formats.registry import made_for


@dataclass(frozen=True, slots=True)
class Outlook:
    """What so many pairs would play. `byes`: pairs that rest in round 1; `matches` that are laid
    out; `varies`: how many rounds it takes depends on the results."""

    rounds: int
    byes: int
    matches: int
    varies: bool


def outlook(*, format: str, options: Mapping[str, object], pairs: int) -> Outlook:
    """Rounds and byes if `pairs` pairs were drawn now in this format; none under two. No query."""
    if pairs < 2:
        return Outlook(rounds=0, byes=0, matches=0, varies=False)
    format_ = made_for(format, options)
    byes = format_.byes(pairs)
    return Outlook(
        rounds=format_.rounds(pairs),
        byes=byes,
        matches=len(format_.places(pairs)) - byes,
        varies=format_.by_rounds and not format_.is_league,
    )


def draw_algorithm(*, format: str, options: Mapping[str, object]) -> str:
    """The name of the recipe by which this format's draw can be made again."""
    return made_for(format, options).draw_algorithm
