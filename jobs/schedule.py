"""When the clock queues which job. Pure: the time is passed in."""

from __future__ import annotations

from datetime import datetime, timedelta


def slot(*, now: datetime, daily_at: str = "", every_minutes: int = 0) -> str | None:
    """The name of the turn that is due at `now` (local time); None when none is due.

    A machine that was off at that time catches up once on the same day.
    """
    if every_minutes:
        return f"{int(now.timestamp()) // (60 * every_minutes)}"
    hour, minute = map(int, daily_at.split(":"))
    due = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return f"{now:%Y-%m-%d}" if now >= due else None


def next_try(*, now: datetime, attempts: int, backoff: int, share: float) -> datetime:
    """The time of the next try after `attempts` failures. `share`, from 0 to 1, spreads jobs that
    failed together."""
    wait = min(backoff * 2 ** (attempts - 1), 3600)
    return now + timedelta(seconds=wait * (1 + 0.25 * share))
