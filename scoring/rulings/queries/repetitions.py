"""What a repeated false claim takes (G1), said before it is confirmed."""

from __future__ import annotations

from mus.sides import Side
from scoring.course.queries.correctable import follows_its_hands, games_won
from scoring.rulings.models import Ruling
from tournament.matches.models import Match

GAME, WON, NOTHING = "game", "won", "nothing"


def takes(ruling: Ruling) -> str:
    """ "game": the one in progress; "won": it had won the game there, and loses it instead;
    "nothing": it lost that game anyway, or the match stands by an official's word."""
    match, game = ruling.match, ruling.game
    if game is None or not is_open_to_it(match):
        return NOTHING
    if game.winner == Side(ruling.proposed["loser"]).other:
        return NOTHING
    return WON if game.winner else GAME


def is_open_to_it(match: Match) -> bool:
    """Whether a game of the match can still be lost by it."""
    if match.status == Match.Status.PLAYING:
        return True
    return not match.is_set_aside and follows_its_hands(match, games_won(match))
