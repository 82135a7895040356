"""The open format line by line: one record in, one settlement out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import isfinite

from .faults import fault
from .settling import settle_json


def settle_line(line: str) -> dict[str, object]:
    """The settlement of one line of JSON; a line that is not JSON gives `bad_json`."""
    try:
        value = json.loads(line, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        return {"ok": False, "errors": [fault("bad_json", "").to_json()]}
    return settle_json(value)


def settle_lines(lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """One settlement for each line, in order, never stopping at a bad one. Blank lines count."""
    return (settle_line(line) for line in lines)


def _finite(text: str) -> float:
    """1e999 is too large to be kept, and would be written back as no JSON at all."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _refuse_constant(name: str) -> object:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(name)
