"""The latest ended matches of all tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.matches.models import Match


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A match that is over, and when it ended."""

    id: int
    tournament_id: int
    at: datetime


def ended_after(moment: datetime, *, most: int) -> tuple[EndedMatch, ...]:
    """At most `most` matches that ended after `moment`, the earliest first. One query."""
    found = Match.objects.filter(finished_at__gt=moment).order_by("finished_at", "pk")
    rows = found.values_list("pk", "tournament_id", "finished_at")[:most]
    return tuple(EndedMatch(pk, tournament, at) for pk, tournament, at in rows if at is not None)


def last_end() -> datetime | None:
    """The time when the latest match ended; None before the first. One query."""
    found = Match.objects.filter(finished_at__isnull=False).order_by("-finished_at")
    return found.values_list("finished_at", flat=True).first()
