"""The score of every game being played, for the bracket and the big screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.course.models import Game


@dataclass(frozen=True, slots=True)
class LiveScore:
    """The current game of a match: its number and the stones of A and B."""

    game: int
    score_a: int
    score_b: int


def live_scores(*, tournament_id: int) -> Mapping[int, LiveScore]:
    """Match → score of its open game, for every match being played. One query."""
    return _scores(Game.objects.filter(match__tournament_id=tournament_id))


def live_scores_everywhere() -> Mapping[int, LiveScore]:
    """As `live_scores`, for all tournaments except rehearsals. One query."""
    return _scores(Game.objects.filter(match__tournament__is_rehearsal=False))


def _scores(games: QuerySet[Game]) -> Mapping[int, LiveScore]:
    games = games.filter(match__status="playing", winner="").order_by("match_id", "-number")
    return {game.match_id: LiveScore(game.number, game.score_a, game.score_b) for game in games}
