"""The corrections made after a tournament of a circuit had finished, with their reasons.

Which events these are is remembered by the head of the tournament's log; their reasons are read
each time, since they may be erased.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from season.queries.names import Names, names_any
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.log.rules.kinds import RESULTS, affecting, does_affect
from tournament.recent import Recent

CORRECTIONS = affecting(RESULTS)
"""Kinds of events that can change a result after the end of a tournament."""

Head = tuple[int, int, str]
"""A tournament's id, and the number and hash of its newest event."""
_corrections: Recent[Head, tuple[int, ...]] = Recent(most=500)


@dataclass(frozen=True, slots=True)
class Correction:
    """A change made after the tournament had finished: the kind of its event, when, and the reason
    that the official gave, "" where there is none to read."""

    kind: str
    at: datetime
    reason: str


def head_of(tournament: Tournament) -> Head:
    """The head of a tournament's log, by which what was found in it is remembered."""
    return tournament.pk, tournament.event_number, tournament.event_hash


def corrections_in(
    tournaments: Iterable[Tournament], hidden: Names = frozenset()
) -> Mapping[int, tuple[Correction, ...]]:
    """Tournament → the corrections after it had finished for the first time, the oldest first. A
    reason that holds one of the `hidden` names is left out: […] would say that it does."""
    known = {tournament.pk: _corrections.get(head_of(tournament)) for tournament in tournaments}
    missing = [pk for pk, event_ids in known.items() if event_ids is None]
    if missing:
        events: dict[int, list[tuple[int, int]]] = {pk: [] for pk in missing}
        rows = Event.objects.filter(tournament__in=missing, kind__in=CORRECTIONS)
        columns = ("tournament_id", "number", "pk", "kind", "sealed")
        for of, number, pk, kind, data in rows.order_by("number").values_list(*columns):
            if does_affect(kind, data, RESULTS):
                events[of].append((number, pk))
        for tournament in tournaments:
            if tournament.pk in events:
                known[tournament.pk] = _after_the_end(tournament.pk, events[tournament.pk])
                _corrections.put(head_of(tournament), known[tournament.pk] or ())
    all_ids = [pk for event_ids in known.values() for pk in event_ids or ()]
    whole = Event.objects.in_bulk(all_ids) if all_ids else {}
    return {
        of: tuple(_correction(whole[pk], hidden) for pk in event_ids)
        for of, event_ids in known.items()
        if event_ids
    }


def _correction(event: Event, hidden: Names) -> Correction:
    reason = str(event.data.get("reason") or "")
    return Correction(event.kind, event.at, "" if names_any(reason, hidden) else reason)


def _after_the_end(tournament_id: int, events: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Of these events, by number and id, the ids of those after the tournament's first end."""
    if not events:
        return ()
    # Only the log knows when a tournament first had its champion: a reopened final ends again.
    before = Event.objects.filter(tournament=tournament_id, number__lt=events[-1][0])
    ended = before.filter(sealed__tournament_status="finished").order_by("number")
    end = ended.values_list("number", flat=True).first()
    return tuple(pk for number, pk in events if end is not None and number > end)
