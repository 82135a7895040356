"""Brings games and matches into line with the stones of their hands."""

from __future__ import annotations

from django.utils import timezone

from mus.sides import SIDES, Side
from scoring.course.models import Game
from scoring.course.queries.claims import match_may_turn
from scoring.course.queries.states import BLOCKING, open_kinds
from scoring.course.services.versions import Writing
from scoring.rulings.models import Ruling
from tournament.championship.models import Tournament
from tournament.log.rules.actors import Actor
from tournament.log.services.locking import lock_match
from tournament.matches.models import Match
from tournament.matches.services import matches, results
from tournament.matches.services.cascades import Change
from tournament.matches.services.moved import Moved

MOVED = [
    "mano", "score_a", "score_b", "winner", "ended_by", "finished_at", "hand_count", "last_number",
]  # fmt: skip
"""The fields of a game that a hand changes."""


def set_game(
    *, game: Game, score: tuple[int, int], winner: Side | None, ended_by: str = "hands"
) -> None:
    """Sets a game's score and winner; None: it has no winner, or none any more. The caller saves
    it."""
    game.score_a, game.score_b = score
    won = "" if winner is None else str(winner)
    if (game.winner, game.ended_by) != (won, ended_by if won else ""):
        game.winner = won
        game.ended_by = ended_by if won else ""
        game.finished_at = timezone.now() if won else None


def save_game(*, game: Game) -> None:
    """Saves a new game, or the fields of a game that hands change. One statement."""
    game.save(update_fields=None if game.pk is None else MOVED)


def close_won(*, match: Match, winner: Side, actor: Actor, questions: bool) -> None:
    """Ends a match that a hand has just won, unless an open question blocks it.

    For a service that holds the lock, has checked the rights and has stored the games won.
    `questions`: whether any question is open. Raises what `results.finish_locked` raises.
    """
    if not (questions and is_blocked(match=match)):
        matches.finish_locked(match=match, winner=str(winner), actor=actor)


def follow_games(
    *, match: Match, games: tuple[int, int], winner: Side | None, actor: Actor
) -> None:
    """Stores the games won in a match being played, and ends the match when it is won and nothing
    blocks it. `match` is read again afterwards. Raises what `matches.set_games` and
    `matches.finish` raise."""
    if (match.games_a, match.games_b) != games:
        matches.set_games(match_id=match.pk, games=games, actor=actor)
    if winner is not None and not is_blocked(match=match):
        matches.finish(match_id=match.pk, winner=str(winner), actor=actor)
    match.refresh_from_db(
        fields=["status", "winner", "ended_by", "games_a", "games_b", "table", "version"]
    )


def end_released(*, writing: Writing, but: int | None = None) -> None:
    """Ends the matches that were won and waited only for a question that fell away with what was
    written in another match (G1). `but`: a match that was opened again on purpose. For services,
    after the event of what was written. Raises what `results.finish_locked` raises."""
    for match_id in dict.fromkeys(pk for pk in writing.released if pk != but):
        _tournament, match = lock_match(match_id=match_id)
        won = (match.games_a, match.games_b)
        is_won = match.status == Match.Status.PLAYING and max(won) >= match.wins_needed
        if is_won and not is_blocked(match=match):
            winner = SIDES[won.index(max(won))]
            matches.finish_locked(match=match, winner=str(winner), actor=writing.actor)


def follow_result(
    *, tournament: Tournament, change: Change, games: tuple[int, int], winner: Side | None
) -> Moved | None:
    """Changes the result of a finished match to fit the games won; None when it does not change.

    Appends no event. The change must name the later matches that are set aside by it. Raises what
    `results.put` and `results.take_back` raise.
    """
    match = change.match
    assert match is not None
    if winner is None or is_blocked(match=match):
        return results.take_back(tournament, change, games)
    if (match.games_a, match.games_b) != games or match.winner != winner:
        return results.put(tournament, change, games, winner, "games")
    return None


def is_blocked(*, match: Match) -> bool:
    """Whether an open ruling blocks the end of the match, or an open claim would change its winner
    (S8)."""
    kinds = open_kinds(match)
    if any(kind in BLOCKING for kind in kinds):
        return True
    return Ruling.Kind.CLAIM in kinds and match_may_turn(match=match)
