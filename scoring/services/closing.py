"""What follows for game and match once the stones are known."""

from __future__ import annotations

from django.utils import timezone

from scoring.models import Game, Ruling
from scoring.queries.states import BLOCKING
from scoring.rules.sides import Side
from tournament.models import Match
from tournament.rules.actors import Actor
from tournament.services import matches


def move_game(
    *, game: Game, score: tuple[int, int], winner: Side | None, ended_by: str = "hands"
) -> None:
    """Sets a game's score, and its winner or that it has none (again)."""
    game.score_a, game.score_b = score
    won = "" if winner is None else str(winner)
    if (game.winner, game.ended_by) != (won, ended_by if won else ""):
        game.winner = won
        game.ended_by = ended_by if won else ""
        game.finished_at = timezone.now() if won else None
    game.save(update_fields=["mano", "score_a", "score_b", "winner", "ended_by", "finished_at"])


def follow_games(
    *, match: Match, games: tuple[int, int], winner: Side | None, actor: Actor, reason: str = ""
) -> None:
    """Brings the match into line with the games won: closes it when it is won and nothing blocks
    that, takes its end back when it is not. `match` is read again afterwards.

    Raises what `tournament.services.matches` raises: later_match_begun, in_consolation…
    """
    waits = winner is not None and is_blocked(match=match)
    if match.status == Match.Status.FINISHED:
        _follow_finished(match, games, None if waits else winner, actor, reason)
    else:
        _follow_playing(match, games, None if waits else winner, actor)


def is_blocked(*, match: Match) -> bool:
    """Whether a ruling is open without which the match cannot end."""
    open_ones = Ruling.objects.filter(match=match, status=Ruling.Status.OPEN, kind__in=BLOCKING)
    return open_ones.exists()


def _follow_playing(
    match: Match, games: tuple[int, int], winner: Side | None, actor: Actor
) -> None:
    if (match.games_a, match.games_b) != games:
        matches.set_games(match_id=match.pk, games=games, actor=actor)
    if winner is not None:
        matches.finish(match_id=match.pk, winner=str(winner), actor=actor)
    _read_again(match)


def _follow_finished(
    match: Match, games: tuple[int, int], winner: Side | None, actor: Actor, reason: str
) -> None:
    if winner is None:
        matches.reopen(match_id=match.pk, actor=actor, reason=reason)
        _read_again(match)
        _follow_playing(match, games, None, actor)
    elif (match.games_a, match.games_b) != games or match.winner != winner:
        matches.replace_result(match_id=match.pk, games=games, actor=actor, reason=reason)
        _read_again(match)


def _read_again(match: Match) -> None:
    match.refresh_from_db(
        fields=["status", "winner", "ended_by", "games_a", "games_b", "table", "version"]
    )
