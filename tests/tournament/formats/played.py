"""Matches as they ended, for tests of standings."""

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place


def bout(round_, slot, a, b, games=None, ended_by="games"):
    """A match of a against b, won by the one with more games; unfinished without games."""
    if games is None:
        return Bout(Place(round_, slot), BySide(a, b))
    winner = Side.A if games[0] > games[1] or ended_by == "bye" else Side.B
    return Bout(
        Place(round_, slot), BySide(a, b), "finished", winner, ended_by, True, BySide(*games)
    )
