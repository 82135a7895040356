"""Who is to be notified of a call, and what has been sent."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.notices import push
from tournament.notices.models import Notice, Watch
from tournament.signup.models import SignUp

GIVEN_UP = timedelta(seconds=push.KEPT_SECONDS)
"""How long after a failure no message of the same call is tried any more."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message sent or failed, for organizers. `pair`: "" for one on the waiting list; `match`: ""
    for a message about the day."""

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
    """The calls of these matches, as far as they still have a table and have not begun."""
    waiting = Match.objects.filter(pk__in=list(match_ids), status="ready", table__isnull=False)
    matches = waiting.select_related(
        "pair_a", "pair_b", "table__arrangement", "tournament"
    ).order_by("pk")
    return tuple(
        Call(match, match.table.number, tuple(one for one in (match.pair_a, match.pair_b) if one))
        for match in matches
        if match.table is not None
    )


@dataclass(frozen=True, slots=True)
class Tried:
    """When a message was last tried, and whether it was sent."""

    is_sent: bool
    at: datetime


Recipient = tuple[int | None, str, str]
"""Pair, channel and masked address."""


def tried(*, key: str) -> dict[Recipient, Tried]:
    """Pair, channel and masked address → the message of this key to them. One query."""
    rows = Notice.objects.filter(key=key).values_list("pair_id", "channel", "to", "state", "at")
    return {
        (pair, channel, to): Tried(state == Notice.State.SENT, at)
        for pair, channel, to, state, at in rows
    }


def gives_way(*, pair_id: int, now: datetime) -> Watch | None:
    """The browser that gives its place to another one: the oldest browser that no message ever
    reached, if a message to it was tried and is tried no more. A browser to which no message was
    tried keeps its place: it may well be a telephone of the pair."""
    own = Notice.objects.filter(pair_id=pair_id, channel="push").order_by("at")
    reached, failed = set(), {}
    for to, state, at in own.values_list("to", "state", "at"):
        reached |= {to} if state == Notice.State.SENT else set()
        failed[to] = at
    for browser in Watch.objects.filter(pair_id=pair_id).order_by("at", "pk"):
        name = push.name_of(browser.endpoint, browser.pk)
        if name not in reached and name in failed and failed[name] <= now - GIVEN_UP:
            return browser
    return None


def is_watched(*, pair_id: int, endpoint: object) -> bool:
    """Whether this browser is told of the pair: it may have given its place to another one, or
    gone with the contacts. One query; none for an address that no push service has."""
    if not isinstance(endpoint, str) or not push.is_known(endpoint):
        return False
    return Watch.objects.filter(pair_id=pair_id, endpoint=endpoint).exists()


def sent(*, tournament_id: int, most: int = 100) -> tuple[Sent, ...]:
    """The last messages, the newest first. One query."""
    notices = Notice.objects.filter(tournament_id=tournament_id).select_related("pair", "match")
    return tuple(
        Sent(
            notice.pair.name if notice.pair else "",
            notice.match.label if notice.match else "",
            notice.channel,
            notice.to,
            notice.state,
            notice.said,
            notice.at,
        )
        for notice in notices.order_by("-at", "-id")[:most]
    )


def asked_count(*, tournament_id: int) -> dict[str, int]:
    """Channel ("mail" or "push") → how many asked for notices."""
    by_mail = SignUp.objects.filter(tournament_id=tournament_id, wants_mail=True).exclude(email="")
    return {
        "mail": by_mail.filter(state="in").count(),
        "push": Watch.objects.filter(pair__tournament_id=tournament_id).count(),
    }
