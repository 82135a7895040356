"""The context of the desk's page of one match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scoring.desk.queries import desk_inbox
from scoring.desk.queries.acts import match_acts, pair_acts
from scoring.explain.queries.pages import MatchPage
from scoring.explain.queries.pages import match_page as hands_page
from scoring.matchdays.queries import meetings_of
from scoring.outbox.queries.at_table import agreed_games
from scoring.rulings.queries.review import finality, may_appeal
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import MatchCard, called_at
from tournament.matches.queries.undone import cascades_of_match, in_place_of
from tournament.tables.queries import tables_overview
from web.organizer.match_acts import links_of, links_of_pairs
from web.seats import seats_of


def match_page(tournament: TournamentView, card: MatchCard) -> dict[str, Any]:
    """The context of the page, also used when an action on it was refused."""
    page = hands_page(match_id=card.id)
    waiting = desk_inbox(tournament_id=tournament.id)
    appeals = may_appeal(card=card, now=timezone.now())
    is_over = tournament.status == "finished"
    of_pairs = pair_acts(page=page, is_over=is_over, may_appeal=appeals)
    return {
        "tournament": tournament,
        "tab": "consolation" if card.kind == "consolation" else "desk",
        "crumb": card.label,
        "live": True,
        "card": card,
        "page": page,
        "now": page.state.next,
        "target": page.state.target,
        "mano": page.state.next.mano if page.state.next else card.first_mano,
        "awaiting": page.state.awaiting_ruling,
        "agreed": agreed_games(match_id=card.id),
        "asks": [item for item in waiting.items if item.match.id == card.id],
        "seats": seats_of(card) if card.seating else (),
        "tables": tables_overview(tournament_id=tournament.id),
        "finality": finality(page=page),
        "may_appeal": appeals,
        "acts": links_of(
            match_acts(page=page, has_time_limit=tournament.match_minutes is not None),
            slug=tournament.slug,
            card=card,
        ),
        "of_pairs": links_of_pairs(of_pairs, slug=tournament.slug, card=card),
        "late_by": None if tournament.late_rule else late_by(tournament, card),
        "late": late_at(tournament, page),
        "meeting": meetings_of(match_ids=[card.id]).get(card.id),
        "cascades": cascades_of_match(match_id=card.id),
        "in_place": in_place_of(match_id=card.id) if card.kind == "set_aside" else None,
    }


def late_by(tournament: TournamentView, card: MatchCard) -> int | None:
    """Minutes since the tournament's start, for a first-round match that has not begun; otherwise
    None."""
    if card.status != "ready" or card.round != 1 or card.kind != "championship":
        return None
    minutes = int((timezone.now() - tournament.starts_at).total_seconds() // 60)
    return minutes if minutes > 0 else None


@dataclass(frozen=True, slots=True)
class Late:
    """How late the match began, or would begin now: minutes since its call, and the games that a
    late pair loses for it that no official has taken yet (T7)."""

    minutes: int
    games: int
    loses_match: bool


def late_at(tournament: TournamentView, page: MatchPage) -> Late | None:
    """What a late pair of this match loses; None for nothing. One query where rules say what."""
    card, rule = page.card, tournament.late_rule
    if rule is None or card.status not in ("ready", "playing"):
        return None
    called = called_at(tournament_id=tournament.id).get(card.id)
    if called is None:
        return None
    minutes = int(((card.started_at or timezone.now()) - called).total_seconds() // 60)
    lost = rule.loses(minutes, wins_needed=card.wins_needed)
    taken = sum(game.ended_by == "forfeit" for game in page.games)
    left = lost - taken
    return Late(minutes, left, lost >= card.wins_needed) if left > 0 else None


def sides_of(card: MatchCard) -> list[tuple[str, str]]:
    """Choices of a form: (side, name of the pair)."""
    return [(side, pair.name) for side, pair in (("A", card.pair_a), ("B", card.pair_b)) if pair]
