"""The event log's only writer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import notify
from tournament.errors import Refusal
from tournament.models import Event, Tournament
from tournament.rules.actors import Actor
from tournament.rules.events import NotCanonical, sealed

LABEL_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """What happened, before it has a number. `topics` say what it touches ("match:12")."""

    kind: str
    data: Mapping[str, Any]
    topics: tuple[str, ...] = ()


def append(
    *,
    tournament: Tournament,
    kind: str,
    actor: Actor,
    data: Mapping[str, Any],
    topics: Iterable[str] = (),
) -> Event:
    """Adds the next event to the log and, once committed, tells the listeners.

    The tournament must be locked by the caller's transaction. Raises Refusal (bad_text) when the
    data holds what cannot be written down the same way everywhere (NUL, fractions).
    """
    entry = Entry(kind, data, tuple(topics))
    (event,) = append_all(tournament=tournament, actor=actor, entries=[entry])
    return event


def append_all(
    *, tournament: Tournament, actor: Actor, entries: Sequence[Entry]
) -> tuple[Event, ...]:
    """Adds events one after the other, as `append` does, in as many statements as for one."""
    number, previous = _head(tournament)
    actor = replace(actor, label=actor.label[:LABEL_LENGTH])
    chain: list[Event] = []
    for entry in entries:
        event = _sealed(tournament, entry, actor, number, previous)
        number, previous = event.number, event.hash
        chain.append(event)
    Event.objects.bulk_create(chain)
    _move_head(tournament, chain[-1])
    # One word for all of them: the last number tells how far the log has come.
    topics = tuple(dict.fromkeys(topic for entry in entries for topic in entry.topics))
    tell = partial(notify.publish, slug=tournament.slug, number=number, topics=topics)
    transaction.on_commit(tell, robust=True)
    return tuple(chain)


def _sealed(
    tournament: Tournament, entry: Entry, actor: Actor, number: int, previous: str
) -> Event:
    try:
        sealed_entry = sealed(
            tournament=tournament.slug,
            number=number + 1,
            kind=entry.kind,
            actor=actor,
            at=timezone.now(),
            data=entry.data,
            previous=previous,
        )
    except NotCanonical as error:
        raise Refusal.one(
            "data",
            "bad_text",
            _("This holds characters that cannot be stored. Type it again without them."),
        ) from error
    return Event(
        tournament=tournament,
        number=sealed_entry.number,
        kind=sealed_entry.kind,
        actor_kind=actor.kind,
        actor_id=actor.id,
        actor_label=actor.label,
        at=sealed_entry.at,
        data=entry.data,
        previous_hash=sealed_entry.previous,
        hash=sealed_entry.hash,
    )


def _head(tournament: Tournament) -> tuple[int, str]:
    # Read again: another service may have appended in this transaction through its own instance.
    return (
        Tournament.objects.filter(pk=tournament.pk)
        .order_by()
        .values_list("event_number", "event_hash")
        .get()
    )


def _move_head(tournament: Tournament, event: Event) -> None:
    tournament.event_number, tournament.event_hash = event.number, event.hash
    Tournament.objects.filter(pk=tournament.pk).update(
        event_number=event.number, event_hash=event.hash
    )
