"""What is played now, what comes next, and the last results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.matches.models import BYE, Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all

LAST = 8
EVERYWHERE = 48
"""The most matches, over all tournaments, on the front page."""


@dataclass(frozen=True, slots=True)
class Today:
    """Matches being played, by table; called to a table; ready without a table; and the last
    results."""

    playing: tuple[MatchCard, ...]
    called: tuple[MatchCard, ...]
    ready: tuple[MatchCard, ...]
    last: tuple[MatchCard, ...]


def today(*, tournament_id: int) -> Today:
    """The day of one tournament. Two queries."""
    mine = Match.objects.filter(tournament_id=tournament_id)
    on = _cards(with_all(mine.filter(status__in=["playing", "ready"])).order_by("round", "slot"))
    over = mine.filter(status="finished", finished_at__isnull=False).exclude(kind="set_aside")
    over = over.exclude(BYE).exclude(winner="")
    return Today(
        playing=_by_table(card for card in on if card.status == "playing"),
        called=_by_table(card for card in on if card.status == "ready" and card.table),
        ready=tuple(card for card in on if card.status == "ready" and not card.table),
        last=_cards(with_all(over).order_by("-finished_at", "-id")[:LAST]),
    )


def playing_everywhere() -> dict[int, tuple[MatchCard, ...]]:
    """Tournament → its matches being played, late rounds first; no rehearsals. One query."""
    found: dict[int, list[MatchCard]] = {}
    running = Match.objects.filter(status="playing", tournament__is_rehearsal=False)
    for card in _cards(with_all(running).order_by("kind", "-round", "slot")[:EVERYWHERE]):
        found.setdefault(card.tournament_id, []).append(card)
    return {tournament: tuple(cards) for tournament, cards in found.items()}


def results(*, tournament_id: int) -> tuple[MatchCard, ...]:
    """Every match that was won, in the order of their ends. One query."""
    over = Match.objects.filter(tournament_id=tournament_id, status="finished")
    over = over.exclude(kind="set_aside").exclude(BYE).exclude(winner="")
    return _cards(with_all(over).order_by("finished_at", "kind", "round", "slot"))


def _cards(matches: Iterable[Match]) -> tuple[MatchCard, ...]:
    return tuple(card_of(match) for match in matches)


def _by_table(cards: Iterable[MatchCard]) -> tuple[MatchCard, ...]:
    return tuple(sorted(cards, key=lambda card: (card.table or 0, card.round, card.slot)))
