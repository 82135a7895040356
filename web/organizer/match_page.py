"""What the page of one match at the desk shows and offers."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from scoring.queries.desk import desk_inbox
from scoring.queries.pages import match_page as hands_page
from tournament.queries import MatchCard, TournamentView, tables_overview
from web.seats import seats_of


def match_page(tournament: TournamentView, card: MatchCard) -> dict[str, Any]:
    page = hands_page(match_id=card.id)
    waiting = desk_inbox(tournament_id=tournament.id)
    return {
        "tournament": tournament,
        "tab": "desk" if card.kind == "championship" else "consolation",
        "crumb": card.label,
        "live": True,
        "card": card,
        "page": page,
        "now": page.state.next,
        "target": page.state.target,
        "mano": page.state.next.mano if page.state.next else card.first_mano,
        "awaiting": page.state.awaiting_ruling,
        "asks": [item for item in waiting.items if item.match.id == card.id],
        "seats": seats_of(card) if card.seating else (),
        "tables": tables_overview(tournament_id=tournament.id),
        "late_by": late_by(tournament, card),
    }


def late_by(tournament: TournamentView, card: MatchCard) -> int | None:
    """Minutes since the tournament's start when a first-round match has not begun yet."""
    if card.status != "ready" or card.round != 1 or card.kind != "championship":
        return None
    minutes = int((timezone.now() - tournament.starts_at).total_seconds() // 60)
    return minutes if minutes > 0 else None


def sides_of(card: MatchCard) -> list[tuple[str, str]]:
    """The pairs of a match to choose from, by side."""
    return [(side, pair.name) for side, pair in (("A", card.pair_a), ("B", card.pair_b)) if pair]
