"""Matches, and cascades: what one change did to later matches."""

from tournament.matches.models.cascade import Cascade
from tournament.matches.models.match import ENDINGS_WITHOUT_WINNER, Match

__all__ = ["ENDINGS_WITHOUT_WINNER", "Cascade", "Match"]
