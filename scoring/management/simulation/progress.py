"""A progress bar on the standard error, where a person may be looking."""

from __future__ import annotations

from typing import TextIO

WIDTH = 30


class Progress:
    """Draws how many of the matches are finished. Silent when not `shown`."""

    def __init__(self, out: TextIO, *, shown: bool) -> None:
        self._out = out
        self._shown = shown
        self._last = ""

    def tell(self, *, finished: int, total: int, hands: int) -> None:
        """Redraws the bar if it has changed."""
        if not self._shown or not total:
            return
        filled = WIDTH * finished // total
        bar = "█" * filled + "·" * (WIDTH - filled)
        line = f"\r{bar} {finished}/{total} matches, {hands} hands"
        if line != self._last:
            self._out.write(line)
            self._out.flush()
            self._last = line

    def done(self) -> None:
        if self._shown and self._last:
            self._out.write("\n")
