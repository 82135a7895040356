"""How sure a result is: under review, provisional while a pair may appeal, final after that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Q

from scoring.explain.queries.hands import RulingLine
from scoring.explain.queries.pages import MatchPage
from scoring.rulings.models import AppealWindow, Ruling
from tournament.matches.models import BYE, Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all

CAN_CHANGE = (
    Ruling.Kind.NEEDS_RULING,
    Ruling.Kind.CLAIM,
    Ruling.Kind.REPETITION,
    Ruling.Kind.APPEAL,
)
"""Kinds of questions whose answer may change who won."""

_BY_WORD = Q(match__status="finished") & ~Q(match__ended_by="games")


@dataclass(frozen=True, slots=True)
class Finality:
    """`until`: when a provisional result becomes final, if nobody appeals. Pages show this time, so
    a cached page stays right."""

    state: Literal["under_review", "provisional"]
    until: datetime | None = None


def under_review(*, tournament_id: int) -> frozenset[int]:
    """The matches with an open question that may change their result. Matches that an official
    ended are left out, because no hand changes them. One query."""
    found = Ruling.objects.filter(
        match__tournament_id=tournament_id, status=Ruling.Status.OPEN, kind__in=CAN_CHANGE
    ).filter(~Q(match__kind="set_aside") & ~_BY_WORD)
    return frozenset(found.values_list("match_id", flat=True))


def window_minutes(*, tournament_id: int) -> int:
    """How long results are provisional; 0 when they are final at once. One query."""
    found = AppealWindow.objects.filter(tournament_id=tournament_id)
    return found.values_list("minutes", flat=True).first() or 0


def open_to_appeal(*, tournament_id: int, now: datetime) -> tuple[MatchCard, ...]:
    """The matches in which a pair can appeal now: those that ended within the time for appeals,
    latest first, then those being played. Three queries."""
    since = now - timedelta(minutes=window_minutes(tournament_id=tournament_id))
    counting = Match.objects.filter(tournament_id=tournament_id).exclude(kind="set_aside")
    over = counting.filter(status="finished", finished_at__gt=since).exclude(BYE)
    going = counting.filter(status="playing")
    found = [*with_all(over).order_by("-finished_at"), *with_all(going).order_by("-started_at")]
    return tuple(map(card_of, found))


def may_appeal(*, card: MatchCard, now: datetime) -> bool:
    """Whether a pair of this match can appeal now: while it is played, and within the time for
    appeals after its end. One query, once the match has ended."""
    if card.kind == "set_aside" or card.is_bye or card.status not in ("playing", "finished"):
        return False
    if card.status == "playing" or card.finished_at is None:
        return card.status == "playing"
    minutes = window_minutes(tournament_id=card.tournament_id)
    return now < card.finished_at + timedelta(minutes=minutes)


def finality(*, page: MatchPage) -> Finality | None:
    """How sure a match's result is; None for a match that was not played, is final at once, or was
    set aside. One query, once the match has ended."""
    card = page.card
    if card.kind == "set_aside" or card.is_bye or card.status not in ("playing", "finished"):
        return None
    by_word = card.status == "finished" and card.ended_by != "games"
    asks = any(ruling.is_open and ruling.kind in CAN_CHANGE for ruling in _rulings(page))
    if asks and not by_word:
        return Finality("under_review")
    if card.status != "finished" or card.finished_at is None:
        return None
    minutes = window_minutes(tournament_id=card.tournament_id)
    until = card.finished_at + timedelta(minutes=minutes)
    return Finality("provisional", until) if minutes else None


def _rulings(page: MatchPage) -> Iterator[RulingLine]:
    yield from page.appeals
    for game in page.games:
        yield from game.rulings
        for hand in game.hands:
            yield from hand.rulings
