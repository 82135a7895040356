"""What a big screen can show, and what may be asked of it."""

from __future__ import annotations

PANELS = ("tables", "called", "bracket", "round", "clock", "consolation", "ordagos")
"""In the order in which they follow each other."""
DRAW = "draw"
"""Shown only when it is asked for: the draw, slot by slot."""
SHOWABLE = (*PANELS, DRAW)

LEAST_SECONDS, MOST_SECONDS, SECONDS = 5, 120, 15


def in_order(panels: object) -> tuple[str, ...] | None:
    """The panels in their order, each once; None for none, or an unknown one among them."""
    if not isinstance(panels, list | tuple) or not panels or not set(panels) <= set(PANELS):
        return None
    return tuple(panel for panel in PANELS if panel in panels)
