"""The log of a circuit: read page by page, exported whole, checked, and its signed heads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db.models import QuerySet

from season.models import (
    Circuit,
    CircuitEvent,
    CircuitTournament,
    Difference,
    DifferentEntry,
    Merge,
    MergedEntry,
)
from season.queries.names import private_names, recognised, text_of
from season.queries.who import sides_of
from season.rules.log import PREFIX, CircuitState, standing_after
from season.rules.people import Appearance
from season.rules.points import PointsTable
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.fields import same_fields
from tournament.log.models import Event
from tournament.log.queries.log import (
    BIGGEST,
    MOST_ON_A_PAGE,
    PAGE_SIZE,
    EventPage,
    EventView,
    LogCheck,
)
from tournament.log.rules.events import LogEntry, LogFault, first_fault, opened
from tournament.log.rules.roles import Actor, ActorKind
from tournament.witness import queries as witness

Ref = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event as pages show it. `about`: names as they are today of what it was about; a
    tournament or pair that was removed since is left out. `account`: who did it, and `runner`: who
    was added or removed; both for those who run the circuit alone, and […] once removed."""

    number: int
    kind: str
    at: datetime
    actor_label: str
    about: tuple[str, ...]
    account: str
    runner: str
    data: Mapping[str, Any]
    hash: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """Lines from the newest down. `older`: the `before` of the next page, None at the end."""

    lines: tuple[LogLine, ...]
    older: int | None


def log_page(
    *,
    circuit_id: int,
    before: int | None = None,
    size: int = PAGE_SIZE,
    with_accounts: bool = False,
) -> LogPage:
    """Up to `size` events numbered below `before`, newest first. `with_accounts`: for those who run
    the circuit. Four queries."""
    events, older = _newest(circuit_id, before, size)
    return LogPage(_lines(circuit_id, events, with_accounts=with_accounts), older)


def log_lines(*, circuit_id: int, after: int) -> tuple[LogLine, ...]:
    """The events numbered above `after`, newest first, at most a page. Four queries."""
    events = _of(circuit_id).filter(number__gt=after).order_by("-number")[:MOST_ON_A_PAGE]
    return _lines(circuit_id, list(events), with_accounts=False)


def _lines(
    circuit_id: int, events: Sequence[CircuitEvent], *, with_accounts: bool
) -> tuple[LogLine, ...]:
    logs = {one["log"] for event in events for one in _named_in(event.sealed)}
    firsts = Event.objects.filter(number=1, hash__in=logs).select_related("tournament")
    tournaments = {first.hash: first.tournament for first in firsts}
    people = {(one["log"], one["pair"]) for event in events for one in _people_in(event.sealed)}
    hidden = private_names(circuit_id=circuit_id) if people else frozenset[str]()
    of = {one.pk: log for log, one in tournaments.items() if any(log == of for of, _n in people)}
    pairs = {
        (of[pair.tournament_id], pair.number): pair
        for pair in Pair.objects.filter(tournament__in=of, number__in={n for _log, n in people})
        if hidden.isdisjoint((recognised(pair.player_1), recognised(pair.player_2)))
    }
    lines = []
    for event in events:
        data = opened(event.sealed, event.texts)
        lines.append(
            LogLine(
                **same_fields(event, LogLine),
                about=tuple(_about(data, tournaments, pairs)),
                account=data.get("account", "") if with_accounts else "",
                runner=data.get("runner", {}).get("account", "") if with_accounts else "",
                data=data,
            )
        )
    return tuple(lines)


def event_page(*, circuit_id: int, before: int | None = None, size: int = PAGE_SIZE) -> EventPage:
    """Up to `size` events numbered below `before`, newest first, without names of accounts. One
    query."""
    events, older = _newest(circuit_id, before, size)
    return EventPage(tuple(map(_view, events)), older)


def events_after(*, circuit_id: int, number: int, most: int = MOST_ON_A_PAGE) -> EventPage:
    """Events numbered above `number`, oldest first. One query."""
    later = _of(circuit_id).filter(number__gt=max(0, min(number, BIGGEST)))
    return EventPage(tuple(map(_view, later[:most])), None)


def head_of(*, circuit_id: int) -> tuple[int, str]:
    """The number and the hash of the newest event. One query."""
    heads = Circuit.objects.order_by().values_list("event_number", "event_hash")
    return heads.get(pk=circuit_id)


def entries_of(*, circuit: Circuit) -> Iterator[LogEntry]:
    """The log up to the head that this instance of the circuit knows, oldest first."""
    events = _of(circuit.pk).filter(number__lte=circuit.event_number)
    for event in events.iterator(chunk_size=500):
        yield LogEntry(
            tournament=PREFIX + circuit.slug,
            number=event.number,
            kind=event.kind,
            actor=Actor(cast(ActorKind, event.actor_kind), None, event.actor_label),
            at=event.at,
            data=event.sealed,
            previous=event.previous_hash,
            hash=event.hash,
            texts=event.texts,
        )


def public_log(*, circuit_id: int) -> list[dict[str, Any]]:
    """The log as everybody may have it: as it was hashed, without the texts beside it."""
    circuit = Circuit.objects.get(pk=circuit_id)
    lines = [entry.to_json() for entry in entries_of(circuit=circuit)]
    return [{key: line[key] for key in line if key != "texts"} for line in lines]


def export_log(*, circuit_id: int) -> Iterator[str]:
    """The public log as JSON lines, oldest first, each ending in a line feed."""
    for line in public_log(circuit_id=circuit_id):
        yield json.dumps(line, sort_keys=True, ensure_ascii=False) + "\n"


def verify_log(*, circuit_id: int) -> LogCheck:
    """Hashes the whole log again, and compares the circuit as it is stored with the one that the
    log tells. Codes: those of `first_fault`; and not_settings, not_tournaments, not_merges,
    not_differences, of the last event, for what is stored otherwise."""
    circuit = Circuit.objects.get(pk=circuit_id)
    entries = list(entries_of(circuit=circuit))
    fault = first_fault(entries, head_number=circuit.event_number, head_hash=circuit.event_hash)
    if fault is None and _of(circuit_id).filter(number__gt=circuit.event_number).exists():
        fault = LogFault(circuit.event_number + 1, "wrong_head")
    if fault is None:
        standing = standing_after((entry.kind, entry.data) for entry in entries)
        part = standing.differs_from(standing_of(circuit=circuit))
        fault = LogFault(circuit.event_number, f"not_{part}") if part else None
    return LogCheck(
        ok=fault is None,
        events=circuit.event_number,
        head=circuit.event_hash,
        wrong_number=fault.number if fault else None,
        code=fault.code if fault else "",
    )


# Signed heads, as a tournament has them.


def signed_head(*, circuit_id: int) -> str:
    """The newest head as a signed checkpoint."""
    slug = Circuit.objects.values_list("slug", flat=True).get(pk=circuit_id)
    hashes = list(_of(circuit_id).values_list("hash", flat=True))
    return witness.sign(log=PREFIX + slug, hashes=hashes)


# How events name things.


def standing_of(*, circuit: Circuit) -> CircuitState:
    """How the circuit stands by its rows."""
    return standing_after([("circuit.chained", state_of(circuit=circuit))])


def state_of(*, circuit: Circuit) -> dict[str, Any]:
    """The circuit's settings, the tournaments that count, and who is the same or different, as
    events have them."""
    counting = CircuitTournament.objects.filter(circuit=circuit, status=CircuitTournament.Status.IN)
    ids = list(counting.order_by("id").values_list("tournament_id", flat=True))
    return {
        "settings": settings_of(circuit),
        "tournaments": [tournament_ref(one) for one in ids],
        "merges": merges_refs(circuit.merges.all()),
        "differences": differences_refs(circuit.differences.all()),
    }


def settings_of(circuit: Circuit) -> dict[str, Any]:
    """The settings, as `circuits.create` takes them."""
    table = PointsTable.from_json(circuit.points)
    return {
        "name": circuit.name,
        "carried_by": circuit.carried_by,
        "same_names": circuit.same_names,
        "points": table.to_text(),
        "taking_part": table.taking_part,
        "best_of": circuit.best_of,
    }


def tournament_ref(tournament_id: int) -> dict[str, str]:
    """A tournament by its slug, and by the hash of its log's first event, which it keeps where it
    is imported."""
    rows = Event.objects.filter(tournament=tournament_id, number=1)
    slug, log = rows.values_list("tournament__slug", "hash").get()
    return {"slug": slug, "log": log}


def merges_refs(merges: Iterable[Merge]) -> list[list[Ref]]:
    """The people of each merge."""
    rows = MergedEntry.objects.filter(merge__in=merges).order_by("merge_id", "id")
    entries = list(rows.values_list("merge_id", "pair_id", "seat"))
    refs = iter(people_refs([(pair, seat) for _merge, pair, seat in entries]))
    by_merge: dict[int, list[Ref]] = {}
    for merge, _pair, _seat in entries:
        by_merge.setdefault(merge, []).append(next(refs))
    return list(by_merge.values())


def differences_refs(differences: Iterable[Difference]) -> list[list[list[Ref]]]:
    """The people on each side of each difference."""
    found = sides_of(DifferentEntry.objects.filter(difference__in=differences))
    refs = iter(people_refs([one for sides in found for side in sides for one in side]))
    return [[[next(refs) for _one in side] for side in sides] for sides in found]


def people_refs(people: Iterable[Appearance]) -> list[Ref]:
    """People by the log of their tournament, the pair's number and the seat."""
    entries = list(people)
    pairs = Pair.objects.in_bulk([pair for pair, _seat in entries])
    tournaments = {pair.tournament_id for pair in pairs.values()}
    firsts = Event.objects.filter(tournament__in=tournaments, number=1)
    logs = dict(firsts.values_list("tournament_id", "hash"))
    return [
        {"log": logs[pairs[pk].tournament_id], "pair": pairs[pk].number, "seat": seat}
        for pk, seat in entries
    ]


def _of(circuit_id: int) -> QuerySet[CircuitEvent]:
    return CircuitEvent.objects.filter(circuit=circuit_id).order_by("number")


def _newest(
    circuit_id: int, before: int | None, size: int
) -> tuple[list[CircuitEvent], int | None]:
    size = max(1, min(size, MOST_ON_A_PAGE))
    events = _of(circuit_id).order_by("-number")
    if before is not None:
        events = events.filter(number__lt=max(0, min(before, BIGGEST)))
    rows = list(events[: size + 1])
    return rows[:size], rows[size - 1].number if len(rows) > size else None


def _view(event: CircuitEvent) -> EventView:
    return EventView(**same_fields(event, EventView), data=opened(event.sealed, {}))


def _named_in(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if data.get("tournament"):
        yield data["tournament"]
    yield from _people_in(data)


def _people_in(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Whom one merge is about, or the first of each side of one difference."""
    if len(data.get("merges", ())) == 1:
        yield from data["merges"][0]
    if len(data.get("differences", ())) == 1:
        yield from (side[0] for side in data["differences"][0])
    yield from data.get("people", ())


def _about(
    data: Mapping[str, Any],
    tournaments: Mapping[str, Tournament],
    pairs: Mapping[tuple[str, int], Pair],
) -> Iterator[str]:
    of = data.get("tournament")
    if of and of["log"] in tournaments:
        yield tournaments[of["log"]].name
    for person in _people_in(data):
        if pair := pairs.get((person["log"], person["pair"])):
            yield text_of(pair, person["seat"])
