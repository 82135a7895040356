"""Which game of a match an official may decide, and how (G1, D7). Nothing is written."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.models import Game, Hand
from scoring.course.queries.stored import StoredMatch, find_match, stored_match
from tournament.errors import NotFound, Refusal, said


def game_in_progress(*, match_id: int) -> int:
    """The number of the game in progress, or of the next one. Raises NotFound."""
    return game_of(stored_match(match=find_match(match_id=match_id)), None)


def game_of(stored: StoredMatch, number: int | None) -> int:
    """`number`, if there is such a game or it is the next one; None: the game in progress, or the
    next one. Raises NotFound (no_such_game)."""
    last = len(stored.games)
    if number is None:
        unwon = [row.game.number for row in stored.games if not row.game.winner]
        return unwon[0] if unwon else last + 1
    if type(number) is int and 1 <= number <= last + 1:
        return number
    raise NotFound.one(
        "game", "no_such_game", _("There is no such game. Choose one that was begun, or the next.")
    )


def must_still_count(hand: Hand | None) -> None:
    """Raises NotFound (hand_void) when the hand of an appeal has been taken back since."""
    if hand is not None and hand.is_void:
        raise NotFound.one(
            "decision",
            "hand_void",
            _(
                "This hand does not count any more, so none of its stones can be changed. Reject "
                "the appeal, or uphold it without another outcome."
            ),
        )


def must_change(stored: StoredMatch, number: int, winner: Side | None, ended_by: str) -> None:
    """Raises Refusal (not_decided, nothing_changed, match_won) when this decision on a game changes
    nothing, and (game_over) when a game is to be forfeited that its hands have won meanwhile.
    `winner` None: the decision on it is taken back."""
    row = stored.games[number - 1] if number <= len(stored.games) else None
    game = row.game if row is not None else None
    unplayed = row is None or not (row.hands or row.game.winner)
    decided = game is not None and game.is_decided_by_an_official
    if winner is None and not decided:
        raise Refusal.one(
            "game", "not_decided", _("No official has decided this game. Correct a hand instead.")
        )
    if game is not None and decided and (game.winner, game.ended_by) == (winner, ended_by):
        raise Refusal.one("game", "nothing_changed", _("This game has been decided so already."))
    if game is not None and game.winner and not decided and ended_by == Game.EndedBy.FORFEIT:
        raise Refusal.one(
            "game",
            "game_over",
            said(
                _(
                    "Game %(game)s has ended by its hands. Look at the match as it is now: make "
                    "the pair lose the game in progress, or rule who wins game %(game)s."
                ),
                game=number,
            ),
        )
    won = [row.game.winner for row in stored.games]
    if unplayed and max(won.count("A"), won.count("B")) >= stored.match.wins_needed:
        raise Refusal.one(
            "game", "match_won", _("This match has ended. There is no game after its last.")
        )
