"""What a big screen shows now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.screens.models import Screen
from tournament.screens.rules import PANELS, SECONDS, in_order


@dataclass(frozen=True, slots=True)
class ScreenView:
    """The panels shown in turn, each for so many seconds; or a single panel `shown`, and since
    when."""

    panels: tuple[str, ...]
    seconds: int
    shown: str
    since: datetime | None


EVERYTHING = ScreenView(PANELS, SECONDS, "", None)


def screen_of(*, tournament_id: int) -> ScreenView:
    """What the screens of a tournament show; everything in turn until the desk steers them."""
    row = Screen.objects.filter(tournament_id=tournament_id).first()
    if row is None:
        return EVERYTHING
    return ScreenView(in_order(row.panels) or PANELS, row.seconds, row.shown, row.since)
