"""The pauses of a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound
from tournament.log.models import Event
from tournament.pauses.models import Pause
from tournament.pauses.rules import Span


@dataclass(frozen=True, slots=True)
class PauseView:
    """From when to when, and what for."""

    id: int
    starts_at: datetime
    ends_at: datetime
    minutes: int
    reason: str


def pauses_of(*, tournament_id: int) -> tuple[PauseView, ...]:
    """The pauses of a day that were not called off, the first first. One query."""
    return tuple(map(_view, _rows(tournament_id)))


def spans_of(*, tournament_id: int) -> tuple[Span, ...]:
    """The same as spans of time. One query."""
    return tuple((one.starts_at, one.ends_at) for one in _rows(tournament_id))


def pauses_ahead(*, tournament_id: int) -> tuple[PauseView, ...]:
    """The pauses that were not over when the tournament last changed. A page that is kept says the
    same of them until it changes again. One query."""
    last = Event.objects.filter(tournament=OuterRef("tournament")).order_by("-number")
    rows = _rows(tournament_id).filter(ends_at__gt=Subquery(last.values("at")[:1]))
    return tuple(map(_view, rows))


def pause_of(*, pause_id: int, tournament_id: int) -> PauseView:
    """One pause. Raises NotFound."""
    row = _rows(tournament_id).filter(pk=pause_id).first()
    if row is None:
        raise no_such_pause()
    return _view(row)


def no_such_pause() -> NotFound:
    """The refusal of a pause that is not there."""
    return NotFound.one(
        "pause", "no_such_pause", _("There is no such pause. Choose one from the clock.")
    )


def _rows(tournament_id: int) -> QuerySet[Pause]:
    return Pause.objects.filter(tournament_id=tournament_id, is_off=False).order_by("starts_at")


def _view(row: Pause) -> PauseView:
    minutes = round((row.ends_at - row.starts_at).total_seconds() / 60)
    return PauseView(row.pk, row.starts_at, row.ends_at, minutes, row.reason)
