"""Prizes and timetable in words and days."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils.translation import gettext as _

from tournament.championship.rules import Prizes, TimetableLine

register = template.Library()


@register.filter
def timetable_day(tournament: Any, number: int) -> date:
    """The date of a day of the tournament, 1 for that of its start."""
    start: datetime = tournament.starts_at.astimezone(ZoneInfo(tournament.time_zone))
    return start.date() + timedelta(days=number - 1)


def timetable_moment(tournament: Any, line: TimetableLine) -> datetime:
    """When an entry of the timetable begins, by the clock of the place."""
    zone = ZoneInfo(tournament.time_zone)
    day = timetable_day(tournament, line.day)
    return datetime.combine(day, time.fromisoformat(line.time), zone)


@register.filter
def prizes_line(prizes: Prizes) -> str:
    """All prizes in one line, such as 1: 600 € · 2: 300 €; without prizes, the text beside them."""
    won = [f"{one.range}: {one.prize}" for one in prizes.places]
    lost = [
        _("consolation %(places)s: %(prize)s") % {"places": one.range, "prize": one.prize}
        for one in prizes.consolation
    ]
    return " · ".join([*won, *lost]) or " ".join(prizes.text.split())
