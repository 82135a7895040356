"""What pauses do to a span of time: pure Python."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

LEAST_MINUTES, MOST_MINUTES = 1, 240
MOST_AHEAD = timedelta(days=1)
Span = tuple[datetime, datetime]


def rested(pauses: Iterable[Span], begin: datetime, end: datetime) -> timedelta:
    """How much of the time from `begin` to `end` was pause."""
    shared = (min(end, until) - max(begin, since) for since, until in pauses)
    return sum((one for one in shared if one > timedelta()), timedelta())


def put_off(pauses: Sequence[Span], begin: datetime, played: timedelta) -> datetime:
    """When `played` time of play, from `begin` on, is over: the pauses on the way are added."""
    end = begin + played
    for since, until in sorted(pauses):
        if until > begin and since < end:
            end += until - max(since, begin)
    return end


def overlaps(pauses: Iterable[Span], since: datetime, until: datetime) -> bool:
    """Whether a span shares a moment with one of the pauses."""
    return any(a < until and since < b for a, b in pauses)


def end_of_day(starts_at: datetime, stopped: Iterable[Span], length: timedelta) -> datetime:
    """When the day's time (T5) is over. It stands still during the pauses `stopped`."""
    end = starts_at + length
    for since, until in sorted(stopped):
        if since < end and until > starts_at:
            end += until - max(since, starts_at)
    return end
