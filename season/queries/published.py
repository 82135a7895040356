"""Rankings as they were published, and what would differ in them today."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext_lazy as _

from season.models import Circuit, CircuitTournament, PublishedRanking
from season.queries.circuits import IN, CircuitView, get_public
from season.queries.known import CountedTournament, Known
from season.queries.log import LogLine, log_lines
from season.rules.people import Appearance
from tournament.errors import NotFound

CHANGING = frozenset({
    "circuit.changed", "tournament.taken_out", "tournament.removed", "people.merged",
    "people.split", "people.parted", "people.rejoined", "people.forgotten",
})  # fmt: skip
"""Kinds of a circuit's events by which an older ranking can come out otherwise."""

RankAndPoints = tuple[int | None, int]
"""A rank and points; no rank: not in the ranking."""


@dataclass(frozen=True, slots=True)
class PublishedHead:
    """A published ranking: its number, and when it was published."""

    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PublishedLine:
    """A line of a ranking as it was published. `name`: as it is today; `counted`: how many results
    counted."""

    rank: int
    shared: bool
    name: str
    points: int
    counted: int


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """Somebody whose rank or points are not those published. No rank: not in that ranking."""

    name: str
    rank_before: int | None
    rank: int | None
    points_before: int
    points: int


@dataclass(frozen=True, slots=True)
class Published:
    """A published ranking with what it would be today by the same tournaments: `changes`, and why:
    `corrected` tournaments, each with its corrections since, and `acts` of the circuit."""

    number: int
    at: datetime
    lines: tuple[PublishedLine, ...]
    changes: tuple[ChangedLine, ...]
    corrected: tuple[CountedTournament, ...]
    acts: tuple[LogLine, ...]

    @property
    def digest(self) -> str:
        """A name for exactly this difference."""
        said = repr([(one.name, one.rank, one.points) for one in self.changes])
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    @property
    def changed_at(self) -> datetime:
        """When what makes the difference was done last."""
        corrections = [one.at for cup in self.corrected for one in cup.corrections]
        return max([*corrections, *(act.at for act in self.acts)], default=self.at)


class NoSuchPublished(NotFound):
    """No ranking of this circuit was published under this number."""


def published_heads(*, circuit_id: int) -> tuple[PublishedHead, ...]:
    """The rankings published by a circuit, the latest first. One query."""
    rows = PublishedRanking.objects.filter(circuit=circuit_id).order_by("-number")
    return tuple(PublishedHead(*row) for row in rows.values_list("number", "at"))


def published(*, circuit: CircuitView, number: int, for_everybody: bool = True) -> Published:
    """A ranking as it was published, and in what it would differ today. Raises NoSuchPublished."""
    row = PublishedRanking.objects.filter(circuit=circuit.id, number=number).first()
    if row is None:
        raise NoSuchPublished.one(
            "number",
            "no_such_ranking",
            _("No ranking was published under this number. Choose one from the list."),
        )
    known = Known(circuit, for_everybody=for_everybody, only=row.tournaments)
    entries = [(pair, seat) for *_numbers, pair, seat in row.lines]
    known.read(pair for pair, _seat in entries)
    lines = tuple(
        PublishedLine(rank, bool(shared), known.text_of((pair, seat)), points, counted)
        for rank, shared, points, counted, pair, seat in row.lines
    )
    changes = tuple(_changes(known, row, entries))
    corrected: tuple[CountedTournament, ...] = ()
    acts: tuple[LogLine, ...] = ()
    if changes:
        corrected = tuple(_since(known.counted_tournaments(), row.at))
        acts = tuple(
            line
            for line in log_lines(circuit_id=circuit.id, after=row.event_number)
            if line.kind in CHANGING
        )
    return Published(row.number, row.at, lines, changes, corrected, acts)


def latest_published(*, circuit: CircuitView, for_everybody: bool = True) -> Published | None:
    """The last ranking that was published, if any was."""
    number = (
        PublishedRanking.objects.filter(circuit=circuit.id)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    if number is None:
        return None
    return published(circuit=circuit, number=number, for_everybody=for_everybody)


def changed_for(*, user: AbstractBaseUser | AnonymousUser) -> tuple[tuple[CircuitView, int], ...]:
    """The circuits whose last published ranking has changed, with its number, of those for which a
    tournament of this organizer counts."""
    if not user.is_authenticated:
        return ()
    mine = CircuitTournament.objects.filter(status=IN, tournament__organizers=user.pk)
    circuits = Circuit.objects.filter(pk__in=mine.values("circuit"), published__isnull=False)
    found = []
    for slug in circuits.order_by("name").distinct().values_list("slug", flat=True):
        view = get_public(slug=slug)
        last = latest_published(circuit=view)
        if last and last.changes:
            found.append((view, last.number))
    return tuple(found)


def _changes(
    known: Known, row: PublishedRanking, entries: list[Appearance]
) -> Iterable[ChangedLine]:
    """Who has another rank or other points now: first those published, in their order."""
    now = {one.person: one for one in known.ranked()}
    before: dict[Appearance, RankAndPoints] = {}
    named: dict[Appearance, Appearance] = {}
    for (rank, _shared, points, *_rest), entry in zip(row.lines, entries, strict=True):
        person = known.people.get(entry, entry)
        before.setdefault(person, (rank, points))
        named.setdefault(person, entry)
    known.read(person[0] for person in now)
    for person in [*before, *(one for one in now if one not in before)]:
        was = before.get(person, (None, 0))
        line = now.get(person)
        stands = (line.rank, line.points) if line else (None, 0)
        if was != stands:
            name = known.text_of(named.get(person, person))
            yield ChangedLine(name, was[0], stands[0], was[1], stands[1])


def _since(tournaments: Iterable[CountedTournament], at: datetime) -> Iterable[CountedTournament]:
    """The tournaments corrected since then, with those corrections alone."""
    for one in tournaments:
        later = tuple(each for each in one.corrections if each.at > at)
        if later:
            yield replace(one, corrections=later)
