"""What an official's word would bring with it, said before it is given. Nothing is written."""

from __future__ import annotations

from scoring.queries.changes import with_decision, with_ruled
from scoring.queries.consequences import Consequences, consequences
from scoring.queries.correctable import must_be_correctable
from scoring.queries.stored import find_hand, find_match, stored_match
from scoring.rules.course import Ruled
from scoring.rules.sides import Side


def hand_ruling_preview(
    *, match_id: int, game: int, number: int, stones: tuple[int, int], game_winner: str = ""
) -> Consequences:
    """What ruling a hand would change (D7). `stones` of A and B; `game_winner` "A", "B" or "".

    Raises NotFound, Refusal: what the ruling itself would raise.
    """
    match = find_match(match_id=match_id)
    stored = stored_match(match=match)
    find_hand(stored=stored, game=game, number=number)
    must_be_correctable(match)
    ruled = Ruled(stones, Side(game_winner) if game_winner else None)
    games = with_ruled(stored, game=game, number=number, ruled=ruled)
    return consequences(stored=stored, games=games, target=(game, number))


def game_decision_preview(
    *, match_id: int, winner: str, game: int | None = None
) -> tuple[int, Consequences]:
    """What giving a game to `winner` ("A", "B"; "" takes an official's word back) would change
    (G1, D7), with the game's number. `game` None: the one in progress, or the next.

    Raises NotFound, Refusal: what the decision itself would raise.
    """
    match = find_match(match_id=match_id)
    must_be_correctable(match)
    stored = stored_match(match=match)
    unwon = [row.game.number for row in stored.games if not row.game.winner]
    place = game or (unwon[0] if unwon else len(stored.games) + 1)
    games = with_decision(stored, game=place, winner=Side(winner) if winner else None)
    return place, consequences(stored=stored, games=games, target=None)
