"""What a verdict of the Disciplinary Tribunal takes from the pair."""

from __future__ import annotations

from mus.sides import Side
from scoring.rulings.models import TribunalCase
from tournament.matches.models import Match


def loses_match_to(case: TribunalCase, match: Match) -> Side | None:
    """The side that wins the match when the pair loses it; None when that side has already won, or
    the match was set aside."""
    winner = Side(case.ruling.proposed["loser"]).other
    return None if match.is_set_aside or match.winner == winner else winner
