"""Decisions on whole games: the one in force, and what it replaced. Nothing is written.

The outcome of a decision holds the outcome that it replaced (`before`), and those of later games
that fell because it ended the match (`fell`): so it is taken back step by step (D7).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from mus.course import EnteredGame, GameCourse
from mus.sides import Side
from scoring.course.models import Game
from scoring.course.queries.stored import StoredMatch
from scoring.rulings.models import Ruling


def decision_on(game: Game) -> Ruling | None:
    """The decision that gave the game its winner; None when no official decided the game itself."""
    if not game.is_decided_by_an_official:
        return None
    rulings = Ruling.objects.filter(game=game, hand=None, kind=Ruling.Kind.OVERRULE)
    last = rulings.order_by("pk").last()
    outcome = (last.outcome if last is not None else None) or {}
    stands = (outcome.get("game_winner"), outcome.get("ended_by")) == (game.winner, game.ended_by)
    return last if stands else None


def moments_of(decision: Ruling) -> list[datetime]:
    """When the decision was made, and when it came to stand again because a later one was taken
    back."""
    of_game = Ruling.objects.filter(game=decision.game_id, hand=None, kind=decision.kind)
    same = [one.decided_at for one in of_game if one.outcome == decision.outcome]
    return [at for at in same if at is not None]


def what_it_replaces(
    stored: StoredMatch, place: int, after: Sequence[GameCourse]
) -> dict[str, Any]:
    """`before` and `fell` for a decision on this game. `after`: the games of the match after it."""
    told: dict[str, Any] = {}
    if place <= len(stored.games) and (before := _outcome_of(stored.games[place - 1].game)):
        told["before"] = before
    fell = {
        str(row.game.number): outcome
        for row in stored.games[place:]
        if (outcome := _outcome_of(row.game)) and after[row.game.number - 1].decided is None
    }
    return {**told, "fell": fell} if fell else told


def with_fallen(
    stored: StoredMatch, place: int, outcome: dict[str, Any]
) -> tuple[list[EnteredGame], dict[int, str]]:
    """The entered games with the decisions that fell by one on game `place`, unless their games
    have been won since; and how they ended, by number."""
    games, ended_by = list(stored.entered()), {}
    for row in stored.games[place:]:
        fallen = outcome.get("fell", {}).get(str(row.game.number))
        if fallen and not row.game.winner:
            number = row.game.number
            games[number - 1] = replace(games[number - 1], decided=Side(fallen["game_winner"]))
            ended_by[number] = fallen["ended_by"]
    return games, ended_by


def _outcome_of(game: Game) -> dict[str, Any] | None:
    """The outcome in force; for a game lost by a repeated false claim, one made of its row."""
    if not game.is_decided_by_an_official:
        return None
    decision = decision_on(game)
    if decision is not None:
        return decision.outcome
    return {"game_winner": game.winner, "ended_by": game.ended_by, "clause": "G1"}
