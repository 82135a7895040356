"""The table of points: how many a place is worth, read from lines of text and written as such."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_POINTS = 100_000
LAST_PLACE = 1_000
MOST_LINES = 100
_LINE = re.compile(r"\s*(\d{1,6})\s*(?:[-–—]\s*(\d{1,6})\s*)?[:=]\s*(\d{1,9})\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Band:
    """The places from `first` to `last` are worth `points` each."""

    first: int
    last: int
    points: int


@dataclass(frozen=True, slots=True)
class PointsTable:
    """What each place is worth. `taking_part`: any place that no band holds."""

    bands: tuple[Band, ...] = ()
    taking_part: int = 0

    def of(self, place: int | None) -> int:
        """The points of a place; 0 without one. A shared place is worth what it is worth alone."""
        if place is None:
            return 0
        worth = (band.points for band in self.bands if band.first <= place <= band.last)
        return next(worth, self.taking_part)

    def to_json(self) -> dict[str, Any]:
        places = [[band.first, band.last, band.points] for band in self.bands]
        return {"places": places, "taking_part": self.taking_part}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PointsTable:
        """The table that `to_json` wrote; nothing stored is a table without points."""
        bands = tuple(Band(*map(int, each)) for each in data.get("places", ()))
        return cls(bands, int(data.get("taking_part", 0)))

    def to_text(self) -> str:
        """The bands as lines that `read_bands` reads: `5-8: 20`."""
        return "\n".join(f"{_places(band)}: {band.points}" for band in self.bands)


USUAL = PointsTable(
    (Band(1, 1, 100), Band(2, 2, 70), Band(3, 3, 50), Band(4, 4, 40), Band(5, 8, 20)), 5
)


@dataclass(frozen=True, slots=True)
class LineFault:
    """A line, counted from 1, that cannot be read. Codes: bad_line, bad_places, too_many_points,
    place_twice (`place` names it), too_many_lines."""

    line: int
    code: str
    place: int = 0


def read_bands(text: str) -> tuple[tuple[Band, ...], tuple[LineFault, ...]]:
    """The bands in the order of places, and every fault. Blank lines count as lines and say
    nothing."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        return (), (LineFault(MOST_LINES + 1, "too_many_lines"),)
    bands: list[Band] = []
    faults: list[LineFault] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            faults += _read_line(number, line, bands)
    return tuple(sorted(bands, key=lambda band: band.first)), tuple(faults)


def _read_line(number: int, line: str, bands: list[Band]) -> Iterator[LineFault]:
    match = _LINE.fullmatch(line)
    if match is None:
        yield LineFault(number, "bad_line")
        return
    band = Band(int(match[1]), int(match[2] or match[1]), int(match[3]))
    if not 1 <= band.first <= band.last <= LAST_PLACE:
        yield LineFault(number, "bad_places")
    elif band.points > MOST_POINTS:
        yield LineFault(number, "too_many_points")
    elif (twice := _held_already(band, bands)) is not None:
        yield LineFault(number, "place_twice", twice)
    else:
        bands.append(band)


def _held_already(band: Band, bands: Sequence[Band]) -> int | None:
    """The first place of the band that another one holds."""
    shared = ((max(band.first, one.first), min(band.last, one.last)) for one in bands)
    return min((first for first, last in shared if first <= last), default=None)


def _places(band: Band) -> str:
    return str(band.first) if band.first == band.last else f"{band.first}-{band.last}"
