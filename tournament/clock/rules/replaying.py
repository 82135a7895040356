"""How good the forecast was: its ranges compared with the real ends of days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calibration:
    """How often the real end lay in the forecast's range: `inside` of `days`, with the forecast
    made at this share of the day. `width` of the range and error of its middle (`off`) in minutes.
    """

    share: float
    days: int
    inside: int
    width: float
    off: float

    @property
    def percent(self) -> int:
        """The share in hundredths."""
        return round(100 * self.share)


@dataclass(frozen=True, slots=True)
class Asked:
    """A forecast made at a moment of a day, and the `real` end; all in minutes from that moment."""

    low: float
    middle: float
    high: float
    real: float

    @property
    def is_inside(self) -> bool:
        return self.low <= self.real <= self.high


def calibration_of(share: float, asked_then: Sequence[Asked]) -> Calibration:
    """The line of the table for this share of the day; widths and errors are medians."""
    if not asked_then:
        return Calibration(share, 0, 0, 0.0, 0.0)
    return Calibration(
        share,
        len(asked_then),
        sum(one.is_inside for one in asked_then),
        sorted(one.high - one.low for one in asked_then)[len(asked_then) // 2],
        sorted(abs(one.middle - one.real) for one in asked_then)[len(asked_then) // 2],
    )
