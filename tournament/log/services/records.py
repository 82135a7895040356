"""How events name things: by references that hold in any copy of the tournament."""

from __future__ import annotations

from typing import Any

from tournament.entries.models import Pair
from tournament.matches.models import Match


def match_ref(match: Match) -> dict[str, Any]:
    """`kind`, `round` and `slot` name the match anywhere; `id` is its address on this server."""
    return {"id": match.pk, "kind": match.kind, "round": match.round, "slot": match.slot}


def pair_ref(pair: Pair | None) -> dict[str, Any] | None:
    """A pair by number and name. Never its contact: the log is public."""
    return None if pair is None else {"number": pair.number, "name": pair.name}


def pair_record(pair: Pair) -> dict[str, Any]:
    """Everything public about a pair; that its place stays empty (T8) only where it does."""
    told = {name: getattr(pair, name) for name in Pair.PUBLIC}
    if not pair.place_stays_empty:
        del told["place_stays_empty"]
    return told


def match_state(match: Match) -> dict[str, Any]:
    """A match with its state: pairs, games, status and ending."""
    return {
        "match": match_ref(match),
        "pairs": [pair_ref(match.pair_a), pair_ref(match.pair_b)],
        "status": match.status,
        "games": [match.games_a, match.games_b],
        "winner": match.winner,
        "ended_by": match.ended_by,
    }


def topics(match: Match) -> tuple[str, ...]:
    """The topics (pages) that a change of this match touches."""
    return (f"match:{match.pk}", "bracket" if match.is_championship else "consolation", "tables")
