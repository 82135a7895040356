"""How sure a result is: under review, provisional while a pair may appeal, final after that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from scoring.explain.queries.hands import RulingLine
from scoring.explain.queries.pages import MatchPage
from scoring.rulings.models import AppealWindow, Ruling

CAN_CHANGE = (Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM, Ruling.Kind.REPETITION)
"""Open questions whose answer may change who won."""


@dataclass(frozen=True, slots=True)
class Finality:
    """`until`: when a provisional result becomes final, if nobody appeals. It is said with its
    hour, so that a page that is kept stays true."""

    state: Literal["under_review", "provisional"]
    until: datetime | None = None


def under_review(*, tournament_id: int) -> frozenset[int]:
    """The matches with an open question that may change their result. One query."""
    found = Ruling.objects.filter(
        match__tournament_id=tournament_id, status=Ruling.Status.OPEN, kind__in=CAN_CHANGE
    ).exclude(match__kind="set_aside")
    return frozenset(found.values_list("match_id", flat=True))


def window_minutes(*, tournament_id: int) -> int:
    """How long results are provisional; 0 when they are final at once. One query."""
    found = AppealWindow.objects.filter(tournament_id=tournament_id)
    return found.values_list("minutes", flat=True).first() or 0


def finality(*, page: MatchPage) -> Finality | None:
    """What is to be said of a match's result; None when there is nothing: it is not played, is
    final at once, or counts no more. A query, once it has ended."""
    card = page.card
    if card.kind == "set_aside" or card.is_bye or card.status not in ("playing", "finished"):
        return None
    if any(ruling.is_open and ruling.kind in CAN_CHANGE for ruling in _rulings(page)):
        return Finality("under_review")
    if card.status != "finished" or card.finished_at is None:
        return None
    minutes = window_minutes(tournament_id=card.tournament_id)
    until = card.finished_at + timedelta(minutes=minutes)
    return Finality("provisional", until) if minutes else None


def _rulings(page: MatchPage) -> Iterator[RulingLine]:
    for game in page.games:
        yield from game.rulings
        for hand in game.hands:
            yield from hand.rulings
