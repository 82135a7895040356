"""The event log: read page by page, exported whole, checked by anyone."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, cast

from django.db.models import F, QuerySet

from tournament.championship.models import Tournament
from tournament.fields import same_fields
from tournament.log.models import Event
from tournament.log.rules.about import Wanted, matches_in, topics_of
from tournament.log.rules.events import LogEntry, LogFault, first_fault
from tournament.log.rules.roles import Actor, ActorKind

PAGE_SIZE = 50
MOST_ON_A_PAGE = 200
BIGGEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class EventView:
    """One event as the log page shows it."""

    number: int
    kind: str
    actor_kind: str
    actor_label: str
    at: datetime
    data: dict[str, Any]
    hash: str


@dataclass(frozen=True, slots=True)
class EventPage:
    """Events from the newest down. `older`: the `before` of the next page, None at the end."""

    events: tuple[EventView, ...]
    older: int | None


@dataclass(frozen=True, slots=True)
class LogCheck:
    """Whether the log is consistent; if not, the first wrong event's number, and what is wrong with
    it."""

    ok: bool
    events: int
    head: str
    wrong_number: int | None
    code: str


def event_page(
    *,
    tournament_id: int,
    before: int | None = None,
    size: int = PAGE_SIZE,
    wanted: Wanted | None = None,
) -> EventPage:
    """Up to `size` events numbered below `before`, newest first. `wanted`: only events that fit it.
    One query."""
    size = max(1, min(size, MOST_ON_A_PAGE))
    events = Event.objects.filter(tournament_id=tournament_id).order_by("-number")
    if before is not None:
        events = events.filter(number__lt=max(0, min(before, BIGGEST)))
    page = list(islice(_only(events, wanted) if wanted else events[: size + 1], size + 1))
    older = page[size - 1].number if len(page) > size else None
    return EventPage(tuple(view_of(event) for event in page[:size]), older)


def _only(events: QuerySet[Event], wanted: Wanted) -> Iterator[Event]:
    """The events that fit `wanted`, read lazily."""
    for event in events.iterator(chunk_size=200):
        if wanted.fits(kind=event.kind, label=event.actor_label, at=event.at, data=event.data):
            yield event


def events_after(*, tournament_id: int, number: int, most: int = MOST_ON_A_PAGE) -> EventPage:
    """Events numbered above `number`, oldest first: those that a reader who fell behind has
    missed."""
    events = Event.objects.filter(
        tournament_id=tournament_id, number__gt=max(0, min(number, BIGGEST))
    )
    return EventPage(tuple(map(view_of, events.order_by("number")[:most])), None)


def verify_log(*, tournament_id: int) -> LogCheck:
    """Hashes the whole log again. Compares each event with the one before it, and the last with the
    head that the tournament stores. Events added meanwhile are not checked."""
    tournament = Tournament.objects.get(pk=tournament_id)
    fault = first_fault(
        entries_of(tournament=tournament),
        head_number=tournament.event_number,
        head_hash=tournament.event_hash,
    )
    if fault is None and beyond_the_head(tournament_id=tournament_id):
        fault = LogFault(tournament.event_number + 1, "wrong_head")
    return LogCheck(
        ok=fault is None,
        events=tournament.event_number,
        head=tournament.event_hash,
        wrong_number=fault.number if fault else None,
        code=fault.code if fault else "",
    )


def export_log(*, tournament_id: int) -> Iterator[str]:
    """The log as JSON lines (docs/event-log.md), oldest first, each ending in a line feed."""
    for entry in entries_of(tournament=Tournament.objects.get(pk=tournament_id)):
        yield json.dumps(entry.to_json(), sort_keys=True, ensure_ascii=False) + "\n"


def beyond_the_head(*, tournament_id: int) -> bool:
    """Whether the log has events after the head that the tournament stores."""
    events = Event.objects.filter(tournament_id=tournament_id)
    return events.filter(number__gt=F("tournament__event_number")).exists()


def entries_of(*, tournament: Tournament) -> Iterator[LogEntry]:
    """The log up to the head that this instance of the tournament knows, oldest first."""
    events = Event.objects.filter(tournament=tournament, number__lte=tournament.event_number)
    # Plain rows instead of instances, for speed: a check reads all the thousands of a long day.
    rows = events.order_by("number").values_list(
        "number", "kind", "actor_kind", "actor_id", "actor_label", "at", "sealed",
        "previous_hash", "hash", "texts",
    )  # fmt: skip
    for number, kind, by, by_id, label, at, sealed, previous, hash_, texts in rows.iterator(
        chunk_size=500
    ):
        yield LogEntry(
            tournament=tournament.slug,
            number=number,
            kind=kind,
            actor=Actor(cast(ActorKind, by), by_id, label),
            at=at,
            data=sealed,
            previous=previous,
            hash=hash_,
            texts=texts,
        )


def view_of(event: Event) -> EventView:
    """An event as pages show it."""
    return EventView(**same_fields(event, EventView))


# The heads of tournaments' logs. A page compares heads to know whether it is up to date.


@dataclass(frozen=True, slots=True)
class Head:
    """The newest event of a tournament's log: its number and its hash."""

    tournament: int
    slug: str
    number: int
    hash: str


def heads(*, slugs: Sequence[str] | None = None) -> dict[str, Head]:
    """slug → head, in one query. None: of every tournament.

    A slug that does not exist is left out.
    """
    tournaments = Tournament.objects.order_by("pk")
    if slugs is not None:
        tournaments = tournaments.filter(slug__in=slugs)
    rows = tournaments.values_list("pk", "slug", "event_number", "event_hash")
    return {row[1]: Head(*row) for row in rows}


def events_written() -> int:
    """How many events all tournaments have together."""
    return sum(head.number for head in heads().values())


def head_of(*, tournament_id: int) -> Head:
    """The head of one tournament's log, in one query. Raises Tournament.DoesNotExist."""
    row = Tournament.objects.order_by().values_list("pk", "slug", "event_number", "event_hash")
    return Head(*row.get(pk=tournament_id))


def head_in(tournament: Tournament) -> Head:
    """The log's head as this instance of a locked tournament knows it, with events just
    appended."""
    return Head(tournament.pk, tournament.slug, tournament.event_number, tournament.event_hash)


@dataclass(frozen=True, slots=True)
class Touch:
    """An event by its number and hash, and the topics that it touches (`topics_of`)."""

    number: int
    hash: str
    topics: frozenset[str]


def touches_from(*, tournament_id: int, number: int) -> Iterator[Touch]:
    """What the events from `number` on touch, oldest first. One query."""
    events = Event.objects.filter(tournament_id=tournament_id, number__gte=number)
    rows = events.order_by("number").values_list("number", "hash", "kind", "sealed")
    for number_, hash_, kind, sealed in rows.iterator(chunk_size=500):
        yield Touch(number_, hash_, frozenset(topics_of(kind, sealed)))


def last_times(*, tournament_ids: Collection[int]) -> dict[int, datetime]:
    """The id of each of these tournaments → when its newest event happened. One query."""
    newest = Event.objects.filter(
        tournament__in=tournament_ids, number=F("tournament__event_number")
    )
    return dict(newest.order_by().values_list("tournament_id", "at"))


def times_of_matches(*, tournament_id: int) -> dict[int, datetime]:
    """The id of each match that the log names → when the last event that names it happened. One
    query."""
    events = Event.objects.filter(tournament_id=tournament_id).order_by("number")
    rows = events.values_list("at", "sealed").iterator(chunk_size=500)
    return {match: at for at, sealed in rows for match in matches_in(sealed)}
