"""Jobs: drawing pictures."""

from __future__ import annotations

from jobs.registry import More, job
from web.drawing.ended import anything_to_draw, draw_ended

SHARE_SECONDS = 5.0
"""After so many seconds other jobs get their turn."""


@job("drawing.ended", seconds=120, attempts=3, backoff=30, whenever=anything_to_draw)
def pictures_of_ended_matches() -> str:
    """Draws the pictures of matches that have ended, in every language, oldest first."""
    drawn, failed, is_more = draw_ended(seconds=SHARE_SECONDS)
    said = f"{drawn} pictures drawn"
    if failed:
        said = f"{said}, {failed} could not be"
    return More(f"{said}, and there are more") if is_more else said
