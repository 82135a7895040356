"""Charts drawn on the server: plain SVG without a script or a style of its own.

A chart is for the eye; its numbers stand beside it in a table, or in its own description.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.translation import gettext as _

register = template.Library()

WIDE, HIGH, EDGE = 300, 90, 5


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar: where it begins and how long it is, in hundredths; `tone` 1 to 3."""

    start: float
    length: float
    tone: int


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a line."""

    x: float
    y: float


@register.inclusion_tag("components/charts/bar.html")
def bar(value: int, most: int, *inner: int) -> dict[str, Any]:
    """A bar of `value` beside others of which the longest is `most`; `inner`: parts of it that
    lie over it from its beginning, each smaller than the one before."""
    longest = max(most, 1)
    tones = enumerate((value, *inner), start=1)
    return {"parts": [Part(0, round(100 * one / longest, 2), tone) for tone, one in tones if one]}


@register.simple_tag
def largest(rows: Iterable[Any], path: str) -> int:
    """The largest of a value over some rows; `path` names it with dots: "tally.stones"."""
    return max((_value(row, path) for row in rows), default=0)


def _value(row: Any, path: str) -> int:
    for name in path.split("."):
        row = getattr(row, name)
    return int(row)


@register.inclusion_tag("components/charts/score_line.html")
def score_line(game: Any, pairs: tuple[str, str], target: int) -> dict[str, Any]:
    """How the score of a game grew, hand by hand, from nothing: a line for each pair."""
    scores = [(0, 0), *(hand.score for hand in game.hands)]
    most = max(target, *(max(score) for score in scores))
    step = (WIDE - 2 * EDGE) / max(len(scores) - 1, 1)

    def dots(side: int) -> list[Dot]:
        return [
            Dot(round(EDGE + n * step, 1), _height(score[side], most))
            for n, score in enumerate(scores)
        ]

    lines = [("A", dots(0)), ("B", dots(1))]
    said = ", ".join(f"{a} – {b}" for a, b in scores[1:])
    return {
        "lines": [
            (side, found, " ".join(f"{dot.x},{dot.y}" for dot in found)) for side, found in lines
        ],
        "target": _height(target, most),
        "wide": WIDE,
        "high": HIGH,
        "right": WIDE - EDGE,
        "left": EDGE,
        "number": game.number,
        "label": _("Score after each hand, %(a)s – %(b)s: %(scores)s")
        % {"a": pairs[0], "b": pairs[1], "scores": said},
    }


def _height(stones: int, most: int) -> float:
    return round(HIGH - EDGE - (HIGH - 2 * EDGE) * stones / most, 1)
