"""The event log's only writer."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import notify
from tournament.championship.models import Tournament
from tournament.columns import columns_of
from tournament.entries.models import Pair
from tournament.errors import Refusal, no_such_match, no_such_pair, no_such_tournament
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules.about import topics_of
from tournament.log.rules.events import NotCanonical, sealed
from tournament.log.rules.kinds import KINDS, NEEDING_GOING, doing
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.memory.services import note_lock
from tournament.notify import pending_states

# By hand, because every writer needs both (docs/decisions/0120).
TOURNAMENT = columns_of(Tournament)
LOCK = f"SELECT {', '.join(TOURNAMENT)} FROM tournament_tournament WHERE id = "  # noqa: S608
OF_MATCH = "(SELECT tournament_id FROM tournament_match WHERE id = %s)"
OF_PAIR = "(SELECT tournament_id FROM tournament_pair WHERE id = %s)"
MOVE_HEAD = (
    "UPDATE tournament_tournament SET event_number = %s, event_hash = %s "
    "WHERE id = %s AND event_number = %s AND event_hash = %s"
)
LABEL_LENGTH = 120
ERASING = doing("erase")
LOG_VERSION = 4
"""Version of what a new log tells. 2: it also tells the state of every question to an official. 3:
a pair that is disqualified after its last match of a league or a group loses title and rank. 4: in
every format (T8)."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event without a number yet."""

    kind: str
    data: Mapping[str, Any]


def append(tournament: Tournament, actor: Actor, kind: str, data: Mapping[str, Any]) -> Event:
    """Adds the next event to the log and notifies listeners once the transaction is committed.

    The tournament must be locked by the caller's transaction. Raises Refusal (bad_text) when the
    data holds what cannot be written down the same way everywhere (NUL, fractions), and NotAllowed
    (role) when this kind of event is reserved to other roles than the actor's.
    """
    (event,) = append_all(tournament=tournament, actor=actor, entries=[NewEvent(kind, data)])
    return event


def append_all(
    *, tournament: Tournament, actor: Actor, entries: Sequence[NewEvent]
) -> tuple[Event, ...]:
    """Adds events one after the other, in as many statements as for one; returns them.

    Raises what `append` raises, Refusal (called_off, ended_early) for what a tournament that has
    been stopped does not take, and RuntimeError when the tournament is not locked.
    """
    actor = replace(actor, label=actor.label[:LABEL_LENGTH])
    if pending := pending_states(tournament_id=tournament.pk):
        last = replace(entries[-1], data={**entries[-1].data, **pending})
        entries = [*entries[:-1], last]
    _must_go_on(tournament, entries)
    rights.must_reach(tournament=tournament, actor=actor, kinds={entry.kind for entry in entries})
    for is_first in (True, False):
        chain = _chain(tournament, actor, entries)
        head = (chain[-1].number, chain[-1].hash)
        with connection.cursor() as cursor:
            # Check and write are one statement, so an outdated instance cannot fork the chain.
            expected_head = (tournament.pk, tournament.event_number, tournament.event_hash)
            cursor.execute(MOVE_HEAD, (*head, *expected_head))
            if cursor.rowcount == 1:
                break
        if not is_first:
            raise RuntimeError("append() holds only under the tournament's lock")
        # Another service has appended in this transaction through its own instance.
        tournament.refresh_from_db(fields=["event_number", "event_hash"])
    tournament.event_number, tournament.event_hash = head
    Event.objects.bulk_create(chain)
    # One notification for all events: the last number tells how far the log has come.
    # A page that is open learns what was touched.
    topics = {topic for entry in entries for topic in topics_of(entry.kind, entry.data)}
    number = chain[-1].number
    tell = partial(notify.publish, slug=tournament.slug, number=number, topics=sorted(topics))
    transaction.on_commit(tell, robust=True)
    return tuple(chain)


def _must_go_on(tournament: Tournament, entries: Sequence[NewEvent]) -> None:
    """Raises Refusal (called_off, ended_early) for what a tournament that has been stopped does not
    take."""
    if not any(entry.kind in NEEDING_GOING for entry in entries):
        return
    if tournament.ended_early:
        raise Refusal.one(
            "tournament",
            "ended_early",
            _(
                "This tournament was ended early, and what stands is final. If it goes on after "
                "all, undo that first: it stands in the log at the desk."
            ),
        )
    if tournament.is_called_off:
        raise Refusal.one(
            "tournament",
            "called_off",
            _(
                "This tournament is called off. If it takes place after all, undo that first: it "
                "stands in the log at the desk."
            ),
        )


def tell_rest(*, tournament: Tournament, actor: Actor) -> None:
    """Appends `questions.followed` when questions have changed since the last event. For services
    in which rows still change after their own event."""
    if more := pending_states(tournament_id=tournament.pk):
        entry = NewEvent("questions.followed", more)
        append_all(tournament=tournament, actor=actor, entries=[entry])


def _chain(tournament: Tournament, actor: Actor, entries: Sequence[NewEvent]) -> list[Event]:
    """The entries as chained events, after the head that `tournament` knows."""
    number, previous = tournament.event_number, tournament.event_hash
    chain: list[Event] = []
    for entry in entries:
        if entry.kind not in KINDS:
            raise ValueError(f"{entry.kind!r} is no kind of event: name it in log/rules/kinds.py")
        number += 1
        try:
            sealed_entry = sealed(
                tournament=tournament.slug,
                number=number,
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
        chain.append(
            Event(
                tournament=tournament,
                number=number,
                kind=entry.kind,
                actor_kind=actor.kind,
                actor_id=actor.id,
                actor_label=actor.label,
                at=sealed_entry.at,
                sealed=sealed_entry.data,
                texts=sealed_entry.texts,
                previous_hash=previous,
                hash=sealed_entry.hash,
            )
        )
        previous = sealed_entry.hash
    return chain


# The one locking pattern: a writer first locks the row of its tournament.
#
# Writers of one tournament queue there, so event numbers have no gaps and each writer reads what
# the one before it wrote. Writers of different tournaments do not wait for each other, except on
# SQLite, which has one write lock for its file. docs/decisions/ says why.

_turn = threading.Lock()
TURN_SECONDS = 5.0


@contextmanager
def in_turn() -> Iterator[None]:
    """Lets the threads of this process begin transactions on SQLite one after the other.

    Threads that wait for SQLite's write lock sleep and try again, at growing intervals; this lock
    is passed on at once. Whoever waits for TURN_SECONDS goes on to SQLite's own lock. Inside a
    transaction, which has that lock already, and on other databases it does nothing.
    """
    is_queued = connection.vendor == "sqlite" and transaction.get_autocommit()
    has_turn = is_queued and _turn.acquire(timeout=TURN_SECONDS)
    try:
        yield
    finally:
        if has_turn:
            _turn.release()


def lock(
    *,
    tournament_id: int | None = None,
    match_id: int | None = None,
    pair_id: int | None = None,
    official: Actor | None = None,
) -> Tournament:
    """The tournament, or that of the match or pair, locked until the caller's transaction ends.
    `official`: who must be one.

    Opens no transaction: outside one it raises RuntimeError. Raises NotFound, NotAllowed.
    """
    if transaction.get_autocommit():
        raise RuntimeError("lock() holds only inside transaction.atomic")
    of, pk, missing = "%s", tournament_id, no_such_tournament
    if match_id is not None:
        of, pk, missing = OF_MATCH, match_id, no_such_match
    elif pair_id is not None:
        of, pk, missing = OF_PAIR, pair_id, no_such_pair
    statement = LOCK + of + (" FOR UPDATE" if connection.vendor == "postgresql" else "")
    with connection.cursor() as cursor:
        cursor.execute(statement, [pk])
        row = cursor.fetchone()
    if row is None:
        raise missing()
    cells = zip(TOURNAMENT.values(), row, strict=True)
    values = [convert(value) if convert else value for convert, value in cells]
    tournament = Tournament.from_db(connection.alias, TOURNAMENT, values)
    note_lock(tournament.pk, head=tournament.event_number)
    if official is not None:
        rights.official(tournament=tournament, actor=official)
    return tournament


def lock_match(*, match_id: int, official: Actor | None = None) -> tuple[Tournament, Match]:
    """A match with its pairs and table, read after its tournament is locked. `official`: who must
    be one. Raises NotFound, also when the match was deleted while waiting for the lock, and
    NotAllowed."""
    tournament = lock(match_id=match_id, official=official)
    match = Match.objects.select_related("pair_a", "pair_b", "table").filter(pk=match_id).first()
    if match is None:  # the draw was undone while this writer waited
        raise no_such_match()
    match.tournament = tournament
    return tournament, match


def lock_pair(*, pair_id: int, official: Actor | None = None) -> tuple[Tournament, Pair]:
    """A pair, read after its tournament is locked. `official`: who must be one. Raises NotFound,
    NotAllowed."""
    tournament = lock(pair_id=pair_id, official=official)
    pair = Pair.objects.get(pk=pair_id)
    pair.tournament = tournament
    return tournament, pair


# How events name things: by references that hold in any copy of the tournament.


def match_ref(match: Match) -> dict[str, Any]:
    """`kind`, `round` and `slot` name the match anywhere; `id` is its address on this server."""
    return {"id": match.pk, "kind": match.kind, "round": match.round, "slot": match.slot}


def pair_ref(pair: Pair | None) -> dict[str, Any] | None:
    """A pair by number and name. Never its contact: the log is public."""
    return None if pair is None else {"number": pair.number, "name": pair.name}


def pair_record(pair: Pair) -> dict[str, Any]:
    """Everything public about a pair; that its place stays empty (T8) only where it does."""
    record = {name: getattr(pair, name) for name in Pair.PUBLIC}
    if not pair.place_stays_empty:
        del record["place_stays_empty"]
    return record


def match_state(match: Match) -> dict[str, Any]:
    """A match with its state: pairs, games, status and ending."""
    return {
        "match": match_ref(match),
        "pairs": [pair_ref(match.pair_a), pair_ref(match.pair_b)],
        "status": match.status,
        "games": [match.games_a, match.games_b],
        "winner": match.winner,
        "ended_by": match.ended_by,
    }
