"""The pauses of a day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import NotFound
from tournament.log.models import Event
from tournament.pauses.models import Pause
from tournament.pauses.rules import Span, end_of_day, rested


@dataclass(frozen=True, slots=True)
class PauseView:
    """A pause: its times, its reason, and whether the day ends later because of it."""

    id: int
    starts_at: datetime
    ends_at: datetime
    minutes: int
    reason: str
    stops_clock: bool


def pauses_of(*, tournament_id: int) -> tuple[PauseView, ...]:
    """The pauses of a day that were not called off, in order of time. One query."""
    return tuple(map(_view, _rows(tournament_id)))


def spans_of(*, tournament_id: int) -> tuple[Span, ...]:
    """As `pauses_of`, as (start, end). One query."""
    return tuple((row.starts_at, row.ends_at) for row in _rows(tournament_id))


@dataclass(frozen=True, slots=True)
class DayPauses:
    """The pauses of a day at one moment. `running`: the present pause; `next`: the coming one;
    `ends_at`: when the day's time ends; `left`: how much of it is left to play; `stopped`: the
    pauses that stop the clock."""

    running: PauseView | None
    next: PauseView | None
    ends_at: datetime
    left: timedelta
    stopped: tuple[Span, ...]


def day_pauses(
    *, tournament_id: int, starts_at: datetime, length: timedelta, now: datetime
) -> DayPauses:
    """The pauses of a day that starts at `starts_at` and has so much time (T5), seen at `now`. One
    query."""
    pauses = pauses_of(tournament_id=tournament_id)
    stopped = tuple((pause.starts_at, pause.ends_at) for pause in pauses if pause.stops_clock)
    end = end_of_day(starts_at, stopped, length)
    ahead = [pause for pause in pauses if pause.ends_at > now]
    return DayPauses(
        running=next((one for one in ahead if one.starts_at <= now), None),
        next=next((one for one in ahead if one.starts_at > now), None),
        ends_at=end,
        left=end - now - rested(stopped, now, end),
        stopped=stopped,
    )


def spans_by_tournament(*, tournament_ids: Iterable[int]) -> dict[int, tuple[Span, ...]]:
    """Tournament → its pauses as (start, end). One query."""
    spans: dict[int, tuple[Span, ...]] = {}
    rows = Pause.objects.filter(tournament_id__in=list(tournament_ids), is_off=False)
    for row in rows.order_by("starts_at"):
        spans[row.tournament_id] = (
            *spans.get(row.tournament_id, ()),
            (row.starts_at, row.ends_at),
        )
    return spans


def pauses_ahead(*, tournament_id: int) -> tuple[PauseView, ...]:
    """The pauses that were not over when the tournament last changed. They stay the same until its
    next change, so a cached page that shows them stays right. One query."""
    last = Event.objects.filter(tournament=OuterRef("tournament")).order_by("-number")
    rows = _rows(tournament_id).filter(ends_at__gt=Subquery(last.values("at")[:1]))
    return tuple(map(_view, rows))


def tournament_with_pauses(
    *, tournament_id: int
) -> tuple[Tournament, tuple[tuple[datetime, datetime, str], ...]]:
    """A tournament, and (start, end, reason) of the pauses that were not over when it last changed.
    A single query, because every tablet asks for this often. Raises Tournament.DoesNotExist."""
    last = Event.objects.filter(tournament=OuterRef("pk")).order_by("-number").values("at")[:1]
    open_pauses = FilteredRelation(
        "pauses", condition=Q(pauses__is_off=False, pauses__ends_at__gt=Subquery(last))
    )
    rows = list(
        Tournament.objects.annotate(kept=open_pauses)
        .annotate(
            pause_from=F("kept__starts_at"), pause_until=F("kept__ends_at"), pause=F("kept__reason")
        )
        .filter(pk=tournament_id)
        .order_by("kept__starts_at")
    )
    if not rows:
        raise Tournament.DoesNotExist
    spans = ((row.pause_from, row.pause_until, row.pause) for row in rows)
    return rows[0], tuple(span for span in spans if span[0] is not None)


def pause_of(*, pause_id: int, tournament_id: int) -> PauseView:
    """One pause. Raises NotFound."""
    row = _rows(tournament_id).filter(pk=pause_id).first()
    if row is None:
        raise no_such_pause()
    return _view(row)


def no_such_pause() -> NotFound:
    """The NotFound for a pause that does not exist."""
    return NotFound.one(
        "pause", "no_such_pause", _("There is no such pause. Choose one from the clock.")
    )


def _rows(tournament_id: int) -> QuerySet[Pause]:
    return Pause.objects.filter(tournament_id=tournament_id, is_off=False).order_by("starts_at")


def _view(row: Pause) -> PauseView:
    minutes = round((row.ends_at - row.starts_at).total_seconds() / 60)
    return PauseView(row.pk, row.starts_at, row.ends_at, minutes, row.reason, row.stops_clock)
