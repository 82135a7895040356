"""A match with the usual name of its round: the final, a semi-final, round 2."""

from __future__ import annotations

from tournament.formats.registry import format_of
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, found_match


def staged_match(*, match_id: int, tournament_id: int) -> tuple[MatchCard, str]:
    """A match of the tournament, and its stage. One query. Raises NotFound.

    The stage: "final", "third_place", "semi_final", "quarter_final" or "round"; "consolation" or
    "set_aside" for matches outside the bracket.
    """
    match = found_match(match_id=match_id, tournament_id=tournament_id)
    return card_of(match), stage_of(match)


def stage_of(match: Match) -> str:
    """The stage of a match that was read with its tournament."""
    if not match.is_championship:
        return match.kind
    drawn = match.tournament.drawn_pairs or 0
    if drawn < 2:
        return "round"
    format_ = format_of(match.tournament)
    stage = format_.stage(match.round, format_.rounds(drawn))
    # The only other match in the final's round is the match for third place.
    return "third_place" if stage == "final" and match.slot else stage
