"""A match as one text file in the notation (docs/notation.md)."""

from __future__ import annotations

from scoring.queries.stored import StoredGame, find_match, stored_match
from scoring.rules.course import Ruled
from scoring.rules.notation import GameText, HandLine, MatchText, match_text
from scoring.rules.ruleset import ruleset_from
from scoring.rules.sides import Side
from tournament.models import Match


def match_mus(*, match_id: int) -> str:
    """The match as a `.mus` text; read back, it settles to the same ledger. Raises NotFound."""
    match = find_match(match_id=match_id)
    stored = stored_match(match=match)
    return match_text(
        MatchText(
            headers=_headers(match),
            ruleset=ruleset_from(stored.ruleset),
            best_of=match.best_of,
            games=tuple(_game(game) for game in stored.games),
        )
    )


def _headers(match: Match) -> dict[str, str]:
    headers = {
        "Tournament": match.tournament.name,
        "Place": match.tournament.place,
        "Date": (match.started_at or match.tournament.starts_at).date().isoformat(),
        "Match": f"{match.kind} {match.round}.{match.slot + 1}",
        "A": match.pair_a.name if match.pair_a else "",
        "B": match.pair_b.name if match.pair_b else "",
        "Result": f"{match.games_a}-{match.games_b}",
    }
    return {name: value for name, value in headers.items() if value or name in "AB"}


def _game(game: StoredGame) -> GameText:
    decided = game.game.is_decided_by_an_official
    return GameText(
        tuple(HandLine(hand.record, Ruled.from_json(hand.ruled)) for hand in game.hands),
        Side(game.game.winner) if decided else None,
    )
