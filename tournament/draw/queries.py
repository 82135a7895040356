"""What a draw of so many pairs would be like, shown before it is made."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.draw.rules import FirstRound, first_round
from tournament.formats.registry import made_for


@dataclass(frozen=True, slots=True)
class Outlook:
    """What so many pairs would play. `rounds`: one after the other, so of brackets played side by
    side those of the first; `byes`: pairs that rest in round 1; `matches`: laid out by the draw,
    without byes; `varies`: the number of rounds depends on the results; `groups`: the pairs of each
    group; `in_no_bracket`: pairs for whom there is none of several brackets after the groups."""

    rounds: int
    byes: int
    matches: int
    varies: bool
    groups: tuple[int, ...] = ()
    in_no_bracket: int = 0


def outlook(*, format: str, options: Mapping[str, object], pairs: int) -> Outlook:
    """The outlook if `pairs` pairs were drawn now in this format; all zero under two. No query."""
    if pairs < 2:
        return Outlook(rounds=0, byes=0, matches=0, varies=False)
    format_ = made_for(format, options)
    byes = format_.byes(pairs)
    one_bracket = {**options, "brackets": 1, "consolation": ""}
    return Outlook(
        rounds=made_for(format, one_bracket).rounds(pairs),
        byes=byes,
        matches=len(format_.places(pairs)) - byes,
        varies=format_.by_rounds and not format_.is_league,
        groups=format_.group_sizes(pairs),
        in_no_bracket=format_.in_no_bracket(pairs),
    )


def first_round_by_hand(
    *, format: str, options: Mapping[str, object], pairs: int
) -> FirstRound | None:
    """What round 1 of so many pairs is like when it is drawn by hand; None under two pairs, and
    where it has no matches. No query."""
    return first_round(made_for(format, options), range(1, pairs + 1)) if pairs > 1 else None


def draw_algorithm(*, format: str, options: Mapping[str, object]) -> str:
    """The name of the recipe with which anybody can repeat this format's draw."""
    return made_for(format, options).draw_algorithm
