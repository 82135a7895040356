"""Another result for a finished match, checked."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.course.queries.consequences import games_won
from tournament.log.queries import rights
from tournament.matches.models import Match
from tournament.matches.queries import guards


def games_of_another_result(match: Match, games: Sequence[int]) -> tuple[int, int]:
    """The games of another result for a finished match, checked before anything that would follow
    from them. Raises Refusal (not_finished, is_a_bye, not_a_result, games_taken_away)."""
    guards.must_be(match, "finished")
    guards.must_not_be_a_bye(match)
    given = rights.two_games(games)
    guards.won_by(match, given)
    guards.must_keep_games(games_won(match), given)
    return given
