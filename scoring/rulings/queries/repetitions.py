"""What a repeated false claim costs (G1), shown before it is confirmed."""

from __future__ import annotations

from mus.sides import Side
from scoring.course.queries.consequences import follows_its_hands, games_won
from scoring.rulings.models import Ruling
from tournament.matches.models import Match

GAME, WON, NOTHING = "game", "won", "nothing"


def takes(ruling: Ruling) -> str:
    """What the repetition costs. "game": the game in progress; "won": a game that the pair had won
    and now loses; "nothing": the pair lost that game anyway, or an official decided the match."""
    match, game = ruling.match, ruling.game
    if game is None or not is_open_to_it(match):
        return NOTHING
    if game.winner == Side(ruling.proposed["loser"]).other:
        return NOTHING
    return WON if game.winner else GAME


def is_open_to_it(match: Match) -> bool:
    """Whether a repetition can still cost a game of the match."""
    if match.status == Match.Status.PLAYING:
        return True
    return not match.is_set_aside and follows_its_hands(match, games_won(match))
