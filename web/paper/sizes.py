"""How large the sheet of the bracket must be, so that it can be read on a wall."""

from dataclasses import dataclass

from tournament.matches.queries.matches import BracketView

SHEETS = {"A3": (420, 297), "A2": (594, 420), "A1": (841, 594), "A0": (1189, 841)}
"""Width and height in millimetres, the smallest sheet first."""
BESIDE = 28
"""Millimetres that a sheet needs besides the columns, from its left to its right edge."""
ABOVE = 50
"""Millimetres that a sheet needs above and below the matches."""
LEAST_COLUMN, LEAST_SLOT = 38, 8
"""Millimetres that a round and a match take, so that their names can be read."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper by its name, lying, in millimetres."""

    name: str
    width: int
    height: int


def columns_of(bracket: BracketView) -> int:
    """A column for each round, and one for the winner of each bracket."""
    return len(bracket.rounds) + max([1, *(round_.bracket for round_ in bracket.rounds)])


def sheet_for(bracket: BracketView) -> Sheet:
    """The smallest sheet that holds the bracket: A3 for 32 pairs, up to A0."""
    rows = max((len(round_.matches) for round_ in bracket.rounds), default=0)
    columns = columns_of(bracket)
    fitting = (
        name
        for name, (width, height) in SHEETS.items()
        if width - BESIDE >= columns * LEAST_COLUMN and height - ABOVE >= rows * LEAST_SLOT
    )
    name = next(fitting, "A0")
    return Sheet(name, *SHEETS[name])
