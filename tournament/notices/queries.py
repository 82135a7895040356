"""Who is to be notified of a call, and what has been sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.notices.models import Notice, Watch
from tournament.signup.models import SignUp


@dataclass(frozen=True, slots=True)
class Sent:
    """A message sent or failed, for organizers."""

    pair: str
    match: str
    channel: str
    to: str
    state: str
    said: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Call:
    """A match that is called to a table, and its pairs."""

    match: Match
    table: int
    pairs: tuple[Pair, ...]


def calls(*, match_ids: Iterable[int]) -> tuple[Call, ...]:
    """The calls of those of these matches that still have a table and have not begun."""
    waiting = Match.objects.filter(pk__in=list(match_ids), status="ready", table__isnull=False)
    found = waiting.select_related("pair_a", "pair_b", "table", "tournament").order_by("pk")
    return tuple(
        Call(match, match.table.number, tuple(one for one in (match.pair_a, match.pair_b) if one))
        for match in found
        if match.table is not None
    )


def sent(*, tournament_id: int, most: int = 100) -> tuple[Sent, ...]:
    """The last messages, the newest first. One query."""
    notices = Notice.objects.filter(tournament_id=tournament_id).select_related("pair", "match")
    return tuple(
        Sent(one.pair.name, one.match.label, one.channel, one.to, one.state, one.said, one.at)
        for one in notices.order_by("-at", "-id")[:most]
    )


def asked_count(*, tournament_id: int) -> dict[str, int]:
    """Channel ("mail" or "push") → how many asked for notices."""
    by_mail = SignUp.objects.filter(tournament_id=tournament_id, wants_mail=True).exclude(email="")
    return {
        "mail": by_mail.filter(state="in").count(),
        "push": Watch.objects.filter(pair__tournament_id=tournament_id).count(),
    }
