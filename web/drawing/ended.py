"""Draws the pictures of matches that have ended, before somebody shares their links."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from time import monotonic
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.translation import override

from jobs.queries import last_of
from jobs.services import seen
from tournament.championship.queries.tournaments import tournament_detail
from tournament.errors import NotFound
from tournament.matches.queries.ended import EndedMatch, ended_after, last_end
from web.drawing.drawer import NotDrawn, drawer, is_shared

PULSE = "pictures"
"""Name of the note up to which time ended matches have their pictures."""
AT_ONCE = 20
NEW = timedelta(hours=1)
"""At the first run only matches that ended within this time are drawn; older ones when somebody
asks."""


def anything_to_draw() -> bool:
    """Whether a match has ended since the last run, and its picture would reach the server's
    processes."""
    if settings.CELERY_BROKER_URL and not is_shared():
        return False  # a worker's picture would not reach the server
    newest = last_end()
    return newest is not None and newest > _since(timezone.now())


def draw_ended(*, seconds: float) -> tuple[int, int, bool]:
    """Draws for about so many seconds; returns how many pictures it drew, how many it could not,
    and whether there are more matches."""
    end = monotonic() + seconds
    drawn = failed = 0
    while some := ended_after(_since(timezone.now()), most=AT_ONCE):
        for match in some:
            for drawing in _drawings(match):
                try:
                    drawn += drawer.prepare(drawing)
                except NotDrawn:
                    failed += 1
            seen(PULSE, match.at)
            if monotonic() >= end:
                return drawn, failed, anything_to_draw()
    return drawn, failed, False


def _since(now: datetime) -> datetime:
    # If the clock was set back, the stored time may be in the future.
    return min(last_of(PULSE) or now - NEW, now)


def _drawings(match: EndedMatch) -> Iterator[str]:
    """The drawings of the match in every language, and of its tournament when it has a champion."""
    # Imported here, so that processes that only know the job do not load the pages.
    from web.public.pictures import drawing_of_match, drawing_of_whole

    try:
        tournament = tournament_detail(tournament_id=match.tournament_id)
    except NotFound:
        return  # removed meanwhile
    for language, _name in settings.LANGUAGES:
        with override(language), timezone.override(ZoneInfo(str(tournament.time_zone))):
            try:
                yield drawing_of_match(tournament, match.id)
            except NotFound:
                return
            if tournament.champion:
                yield drawing_of_whole(tournament)
