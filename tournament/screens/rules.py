"""The panels that a big screen can show."""

PANELS = ("called", "tables", "bracket", "round", "clock", "prizes", "consolation", "ordagos")
"""The panels in the order in which they are shown."""
DRAW = "draw"
"""The draw, slot by slot: shown only when the desk chooses it."""
SHOWABLE = (*PANELS, DRAW)

FROZEN, BLACK = "frozen", "black"
HELD = (FROZEN, BLACK)
"""How a screen is held: the picture stays, or the screen is dark."""
MOST_STEPS = 10_000

LEAST_SECONDS, MOST_SECONDS, SECONDS = 5, 120, 15


def in_order(panels: object) -> tuple[str, ...] | None:
    """The panels in the order of PANELS, each once; None when there are none or one is unknown."""
    if not isinstance(panels, list | tuple) or not panels or not set(panels) <= set(PANELS):
        return None
    return tuple(panel for panel in PANELS if panel in panels)
