"""Matches, and cascades: what one change did to later matches."""

from tournament.matches.models.cascade import Cascade
from tournament.matches.models.match import BYE, ENDINGS_WITHOUT_WINNER, Match

__all__ = ["BYE", "ENDINGS_WITHOUT_WINNER", "Cascade", "Match"]
