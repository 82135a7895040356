"""Charts drawn on the server: plain SVG without a script or a style of its own.

A chart is for sighted readers; its numbers are also in a table beside it, or in its description.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from web.pieces import piece

register = template.Library()

SCORE_LINE = "components/charts/score_line.html"
WIDE, HIGH, EDGE = 300, 90, 5
FORM, FORM_STEP = 10, 24
"""How many matches are the form of a player, and how wide one is drawn."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar, from its start: the length in hundredths; `tone`: 1 to 3."""

    length: float
    tone: int


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float


@register.inclusion_tag("components/charts/bar.html")
def bar(value: int, most: int, *inner: int) -> dict[str, Any]:
    """A bar of `value`, scaled so that `most` is the full length. `inner`: parts drawn over it from
    its start, each smaller than the one before."""
    longest = max(most, 1)
    tones = enumerate((value, *inner), start=1)
    return {"parts": [Part(round(100 * one / longest, 2), tone) for tone, one in tones if one]}


@register.simple_tag
def largest(rows: Iterable[Any], path: str) -> int:
    """The largest value over some rows. `path`: dotted path of the value, such as
    "tally.stones"."""
    return max((_value(row, path) for row in rows), default=0)


def _value(row: Any, path: str) -> int:
    for name in path.split("."):
        row = getattr(row, name)
    return int(row)


@register.simple_tag
def score_line(game: Any, pairs: tuple[str, str], target: int) -> SafeString:
    """A chart of a game's score hand by hand, with a line for each pair. It is cached until the
    game gets a new hand."""
    scores = ((0, 0), *((a, b) for a, b in (hand.score for hand in game.hands)))
    key = (SCORE_LINE, scores, tuple(pairs), target, game.number, get_language())
    drawn = get_template(SCORE_LINE)
    return piece(key, lambda: drawn.render(lines_of(scores, pairs, target, game.number)))


@register.inclusion_tag(SCORE_LINE)
def rating_line(steps: Sequence[Any]) -> dict[str, Any]:
    """A chart of a rating after each day of these matches, newest first, and before the oldest:
    there lies the dashed line."""
    days = dict.fromkeys((step.before, step.after) for step in reversed(steps))
    values = [steps[-1].before, *(after for _before, after in days)]
    least = min(values)
    description = _("Rating after each day of play, the oldest first: %(values)s")
    return _chart(
        {"A": [value - least for value in values]},
        target=values[0] - least,
        most=max(max(values) - least, 1),
        number="rating",
        label=description % {"values": ", ".join(f"{value:.0f}" for value in values)},
    )


@register.inclusion_tag(SCORE_LINE)
def place_line(results: Sequence[Any]) -> dict[str, Any]:
    """A chart of the places in tournaments, oldest first, the first place on top: there lies the
    dashed line."""
    places = [result.place for result in results]
    last = max(places)
    description = _("Place in each tournament, the oldest first: %(values)s")
    return _chart(
        {"A": [last - place for place in places]},
        target=last - 1,
        most=max(last - 1, 1),
        number="places",
        label=description % {"values": ", ".join(map(str, places))},
    )


@register.filter
def with_place(results: Iterable[Any]) -> list[Any]:
    """Those results that have a place."""
    return [result for result in results if result.place is not None]


@register.inclusion_tag("components/charts/form.html")
def form_marks(steps: Sequence[Any]) -> dict[str, Any]:
    """The last matches, newest first in `steps`, as marks: above the line won, below it lost, on it
    level."""
    last = list(reversed(steps[:FORM]))
    words = {True: _("won"), False: _("lost"), None: pgettext("match", "tied")}
    heights = {True: 4, False: 22, None: 13}
    description = _("The last matches, the oldest first: %(values)s")
    return {
        "marks": [(FORM_STEP * n + 2, heights[one.won], one.won) for n, one in enumerate(last)],
        "wide": FORM_STEP * len(last),
        "label": description % {"values": ", ".join(words[one.won] for one in last)},
        "won": sum(bool(one.won) for one in last),
        "count": len(last),
    }


def lines_of(
    scores: Sequence[tuple[int, int]], pairs: tuple[str, str], target: int, number: int
) -> dict[str, Any]:
    """The context for the template of a score chart, in the drawing's coordinates."""
    score_list = ", ".join(f"{a} – {b}" for a, b in scores[1:])
    words = {"a": pairs[0], "b": pairs[1], "scores": score_list}
    return _chart(
        {"A": [a for a, _b in scores], "B": [b for _a, b in scores]},
        target=target,
        most=max(target, *(max(score) for score in scores)),
        number=number,
        label=_("Score after each hand, %(a)s – %(b)s: %(scores)s") % words,
    )


def _chart(
    lines: Mapping[str, Sequence[float]], *, target: float, most: float, **texts: object
) -> dict[str, Any]:
    """A line for each side from its values, in the drawing's coordinates."""
    drawn = []
    for side, values in lines.items():
        step = (WIDE - 2 * EDGE) / max(len(values) - 1, 1)
        dots = [Dot(round(EDGE + n * step, 1), _height(v, most)) for n, v in enumerate(values)]
        drawn.append((side, dots, " ".join(f"{dot.x},{dot.y}" for dot in dots)))
    sizes = {"wide": WIDE, "high": HIGH, "right": WIDE - EDGE, "left": EDGE}
    return {"lines": drawn, "target": _height(target, most), **sizes, **texts}


def _height(value: float, most: float) -> float:
    return round(HIGH - EDGE - (HIGH - 2 * EDGE) * value / most, 1)
