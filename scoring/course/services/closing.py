"""What follows for game and match once the stones are known."""

from __future__ import annotations

from django.utils import timezone

from mus.sides import Side
from scoring.course.models import Game
from scoring.course.queries.claims import match_may_turn
from scoring.course.queries.states import BLOCKING, open_kinds
from scoring.rulings.models import Ruling
from tournament.championship.models import Tournament
from tournament.log.rules.actors import Actor
from tournament.matches.models import Match
from tournament.matches.services import matches, results
from tournament.matches.services.cascades import Change
from tournament.matches.services.results import Moved
from tournament.prepared import Together, insert, update

MOVED = [
    "mano", "score_a", "score_b", "winner", "ended_by", "finished_at", "hand_count", "last_number",
]  # fmt: skip
"""What a hand changes of its game."""


def set_game(
    *, game: Game, score: tuple[int, int], winner: Side | None, ended_by: str = "hands"
) -> None:
    """Sets a game's score, and its winner or that it has none (again). The caller saves it."""
    game.score_a, game.score_b = score
    won = "" if winner is None else str(winner)
    if (game.winner, game.ended_by) != (won, ended_by if won else ""):
        game.winner = won
        game.ended_by = ended_by if won else ""
        game.finished_at = timezone.now() if won else None


def save_game(*, game: Game, into: Together | None = None) -> None:
    """Writes what hands change of a game, or the game that begins with them: one statement.

    `into`: the writes that a change goes with, which the caller runs. A game that begins is written
    at once, since its hands name it.
    """
    if game.pk is None:
        insert([game])
    else:
        (update if into is None else into.update)(game, *MOVED)


def close_won(*, match: Match, winner: Side, actor: Actor, questions: bool) -> None:
    """Ends a match that a hand has just won, unless a question that is open blocks it.

    For a service that holds the lock, has asked for the rights and has stored the games won;
    `questions`: whether any is open. Raises what `results.finish` raises.
    """
    if not (questions and is_blocked(match=match)):
        matches.finish_locked(match=match, winner=str(winner), actor=actor)


def follow_games(
    *, match: Match, games: tuple[int, int], winner: Side | None, actor: Actor
) -> None:
    """Brings a match being played into line with the games won: closes it when it is won and
    nothing blocks that. `match` is read again afterwards."""
    if (match.games_a, match.games_b) != games:
        matches.set_games(match_id=match.pk, games=games, actor=actor)
    if winner is not None and not is_blocked(match=match):
        matches.finish(match_id=match.pk, winner=str(winner), actor=actor)
    _read_again(match)


def follow_result(
    *, tournament: Tournament, change: Change, games: tuple[int, int], winner: Side | None
) -> Moved | None:
    """Brings the result of a finished match into line with the games won; None when it stands.

    Appends no event. Raises Refusal (later_match_begun, in_consolation…) and Conflict
    (cascade_changed) unless the change names the later matches that fall with it.
    """
    match = change.match
    assert match is not None
    if winner is None or is_blocked(match=match):
        return results.take_back(tournament, change, games)
    if (match.games_a, match.games_b) != games or match.winner != winner:
        return results.put(tournament, change, games, winner, "games")
    return None


def is_blocked(*, match: Match) -> bool:
    """Whether a ruling is open without which the match cannot end, or a claim that would turn who
    has won it (S8)."""
    kinds = open_kinds(match)
    if any(kind in BLOCKING for kind in kinds):
        return True
    return Ruling.Kind.CLAIM in kinds and match_may_turn(match=match)


def _read_again(match: Match) -> None:
    match.refresh_from_db(
        fields=["status", "winner", "ended_by", "games_a", "games_b", "table", "version"]
    )
