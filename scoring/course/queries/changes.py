"""The games of a match as they would be entered after one change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mus.course import EnteredGame, Ruled
from mus.sides import Side
from scoring.course.queries.stored import StoredMatch


def with_content(
    stored: StoredMatch, *, game: int, number: int, content: dict[str, object], mano: int
) -> list[EnteredGame]:
    """The entered games with other content for one hand. An official's decision on that hand is
    dropped."""
    return _with_hand(
        stored, game, number, content=content, ruled=None, mano=mano if number == 1 else None
    )


def with_ruled(
    stored: StoredMatch, *, game: int, number: int, ruled: Ruled | None
) -> list[EnteredGame]:
    """The entered games with an official's decision on one hand (D7); None takes the decision
    away."""
    return _with_hand(stored, game, number, ruled=ruled)


def without_last(stored: StoredMatch, *, game: int) -> list[EnteredGame]:
    """The entered games without the last hand of game `game`."""
    games = list(stored.entered())
    games[game - 1] = replace(games[game - 1], hands=games[game - 1].hands[:-1])
    return games


def with_decision(stored: StoredMatch, *, game: int, winner: Side | None) -> list[EnteredGame]:
    """The entered games with one game decided by an official; None: by its hands again."""
    games = list(stored.entered())
    if game == len(games) + 1:
        games.append(EnteredGame(()))
    games[game - 1] = replace(games[game - 1], decided=winner)
    return games


def _with_hand(stored: StoredMatch, game: int, number: int, **changes: Any) -> list[EnteredGame]:
    games = list(stored.entered())
    hands = list(games[game - 1].hands)
    hands[number - 1] = replace(hands[number - 1], **changes)
    games[game - 1] = replace(games[game - 1], hands=tuple(hands))
    return games
