"""Who sits where, by the cards drawn before the match (H1)."""

from collections.abc import Mapping
from typing import NamedTuple

from ..cards import Card, strength
from ..invalid import require_one_of
from ..sides import Side
from .illegal import IllegalAction

Player = tuple[Side, int]
"""A player: the pair, and 1 or 2 within it."""
PLAYERS: tuple[Player, ...] = ((Side.A, 1), (Side.A, 2), (Side.B, 1), (Side.B, 2))


class Places(NamedTuple):
    """The players in the order of play, from the mano (H1)."""

    mano: Player
    right_of_mano: Player
    opposite_mano: Player
    left_of_mano: Player


def draw_places(drawn: Mapping[Player, Card], *, kings: int = 8) -> Places:
    """Seat four players by one card each: the highest is mano, its partner sits opposite, the
    better of the other pair at the mano's right (H1).

    Raises `IllegalAction`: `bad_draw`, or `tied_draw` when those to be told apart drew alike.
    """
    require_one_of("kings", kings, (8, 4))
    if set(drawn) != set(PLAYERS) or len(set(drawn.values())) != len(PLAYERS):
        raise IllegalAction("bad_draw")
    place = {player: strength(card.rank, kings=kings) for player, card in drawn.items()}
    mano = _highest(place, PLAYERS)
    others = tuple(player for player in PLAYERS if player[0] is not mano[0])
    right = _highest(place, others)
    return Places(mano, right, _partner(mano), _partner(right))


def _highest(place: Mapping[Player, int], players: tuple[Player, ...]) -> Player:
    best = max(place[player] for player in players)
    best_players = [player for player in players if place[player] == best]
    if len(best_players) > 1:
        raise IllegalAction("tied_draw")
    return best_players[0]


def _partner(player: Player) -> Player:
    return player[0], 3 - player[1]
