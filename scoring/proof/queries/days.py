"""How good the forecast was on stored tournaments: each is replayed from its log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.proof.rules.days import StoredDay, repeated_forecasts, stored_day
from scoring.proof.rules.replay import LogTellsNonsense
from tournament.championship.models import Tournament
from tournament.clock.rules import Calibration, DayBefore, calibration_of
from tournament.log.queries.log import entries_of
from tournament.log.rules.events import LogEntry

SHARES = (0.1, 0.25, 0.5, 0.75)
DAYS_BEFORE = 10
MOST_DAYS = 40


@dataclass(frozen=True, slots=True)
class StoredCalibration:
    """A line for each share of the day, over the tournaments in `days`. `left_out`: finished
    tournaments with implausible times, entered from paper or played by a program."""

    lines: tuple[Calibration, ...]
    days: tuple[str, ...]
    left_out: tuple[str, ...]


def calibration(*, with_rehearsals: bool = False, most: int = MOST_DAYS) -> StoredCalibration:
    """Replays the last finished tournaments. Each forecast uses the tournaments before it as
    priors, as on the day. Results are cached as long as the same logs are stored."""
    rows = Tournament.objects.filter(status=Tournament.Status.FINISHED)
    if not with_rehearsals:
        rows = rows.filter(is_rehearsal=False)
    last = list(rows.order_by("-starts_at", "-pk")[:most])
    return _replayed(tuple((one.pk, one.event_hash) for one in reversed(last)))


def calibration_of_logs(logs: Iterable[Sequence[LogEntry]]) -> StoredCalibration:
    """As `calibration`, from logs in order of play; one that contradicts itself is left out."""
    days: list[StoredDay] = []
    left_out = []
    for entries in logs:
        try:
            day = stored_day(entries)
        except LogTellsNonsense:
            day = None
        if day is None:
            left_out += [entries[0].tournament] if entries else []
        else:
            days.append(day)
    forecasts = [repeated_forecasts(day, SHARES, _taught(days, day)) for day in days]
    lines = tuple(
        calibration_of(share, [forecast[share] for forecast in forecasts]) for share in SHARES
    )
    return StoredCalibration(lines, tuple(day.slug for day in days), tuple(left_out))


def _taught(days: Sequence[StoredDay], day: StoredDay) -> list[DayBefore]:
    before = sorted((one for one in days if one.ended < day.began), key=lambda day: day.ended)
    return [one.taught for one in before if one.taught is not None][-DAYS_BEFORE:]


@lru_cache(maxsize=8)
def _replayed(days: tuple[tuple[int, str], ...]) -> StoredCalibration:
    """Cached by the ids and heads of the logs, so that a changed log is replayed."""
    numbers = [number for number, _head in days]
    rows = Tournament.objects.in_bulk(numbers)
    return calibration_of_logs(
        list(entries_of(tournament=rows[number])) for number in numbers if number in rows
    )
