"""Curves as a picture: SVG written by hand, so that a benchmark needs no library to draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, log10

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 760, 360, 56, 24, 96
COLOURS = ("#8a1c1c", "#1f5f3f", "#20508a", "#8a6a12", "#5b3a86")

Curve = Sequence[tuple[int, float]]


def picture(curves: Mapping[str, Curve], floor: float) -> str:
    """Milliseconds over how many there were, on a scale of tens; the floor is a dashed line."""
    most = max(max(count for count, _ms in curve) for curve in curves.values())
    decades = max(1, ceil(log10(most)))
    highest = 1.15 * max(max(ms for _count, ms in curve) for curve in curves.values())

    def x(count: float) -> float:
        return round(LEFT + (WIDTH - LEFT - 24) * log10(max(count, 1)) / decades, 1)

    def y(ms: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - ms / highest), 1)

    marks = [_text(x(10**ten), HEIGHT - BOTTOM + 18, f"{10**ten:,}") for ten in range(decades + 1)]
    marks += [_text(LEFT - 8, y(ms) + 4, f"{ms:.0f} ms", "end") for ms in _steps(highest)]
    lines = [
        f'<path d="M{LEFT} {y(ms)}H{WIDTH - 24}" stroke="#ddd" fill="none"/>'
        for ms in _steps(highest)
    ]
    lines.append(
        f'<path d="M{LEFT} {y(floor)}H{WIDTH - 24}" stroke="#555" stroke-dasharray="5 4"/>'
    )
    for (name, curve), colour, place in zip(curves.items(), COLOURS, range(9), strict=False):
        points = " ".join(f"{x(count)},{y(ms)}" for count, ms in curve)
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        lines += [
            f'<circle cx="{x(count)}" cy="{y(ms)}" r="3" fill="{colour}"/>' for count, ms in curve
        ]
        across, down = LEFT + 350 * (place % 2), HEIGHT - 48 + 22 * (place // 2)
        lines.append(f'<path d="M{across} {down - 4}h22" stroke="{colour}" stroke-width="3"/>')
        marks.append(_text(across + 30, down, name, "start"))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13" role="img">',
        "<title>Milliseconds of processor for a hand, over how many there are; dashed: the floor"
        "</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *lines,
        *marks,
        "</svg>\n",
    ])  # fmt: skip


def _steps(highest: float) -> list[float]:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 500) if highest / step <= 6)
    return [float(step * number) for number in range(int(highest // step) + 1)]


def _text(across: float, down: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{across}" y="{down}" text-anchor="{anchor}" fill="#222">{escape(text)}</text>'
