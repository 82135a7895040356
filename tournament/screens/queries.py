"""What a big screen shows now."""

from dataclasses import dataclass
from datetime import datetime

from tournament.log.models import Event
from tournament.log.rules.kinds import doing
from tournament.screens.models import Screen
from tournament.screens.rules import DRAW, PANELS, SECONDS, in_order


@dataclass(frozen=True, slots=True)
class ScreenView:
    """The panels shown in turn, each for so many seconds; or a single panel `shown`, and since
    when. A draw that was made again is shown since it was made. `held`: frozen or black; `step`:
    how many items of `shown` are revealed, None for all."""

    panels: tuple[str, ...]
    seconds: int
    shown: str
    since: datetime | None
    held: str = ""
    step: int | None = None


EVERYTHING = ScreenView(PANELS, SECONDS, "", None)


def screen_of(*, tournament_id: int) -> ScreenView:
    """What the screens of a tournament show; everything in turn until the desk steers them."""
    row = Screen.objects.filter(tournament_id=tournament_id).first()
    if row is None:
        return EVERYTHING
    since = _played_since(row) if row.shown == DRAW else row.since
    panels = in_order(row.panels) or PANELS
    return ScreenView(panels, row.seconds, row.shown, since, row.held, row.step)


def _played_since(row: Screen) -> datetime:
    """When the replay of the draw began: when it was chosen, or later, when the draw was made again
    while it was shown. One query."""
    draws = Event.objects.filter(tournament_id=row.tournament_id, kind__in=doing("draw"))
    last = draws.order_by("number").values_list("at", flat=True).last()
    return max(row.since, last) if last else row.since
