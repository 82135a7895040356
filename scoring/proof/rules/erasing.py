"""Which texts name somebody, and who may ask that they go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.log.rules.sealing import ERASED, NAMING, replaced
from tournament.log.rules.text import folded

LEAST_LETTERS = 3
ASKED_BY = ("person", "family", "organizers", "authority")
TERM = "term"
"""Who asks where nobody did: the term that the operator has set."""
IN_ROWS = NAMING | {"message"}
"""Keys of stored objects whose texts may name people."""


@dataclass(frozen=True, slots=True)
class Names:
    """Who is looked for: `words` stand in a text, without case and accents, not inside others.
    None: everybody."""

    words: tuple[str, ...] | None

    @staticmethod
    def of(words: Sequence[str]) -> Names:
        return Names(tuple(dict.fromkeys(one for one in map(folded, words) if one)))

    def stand_in(self, text: str) -> bool:
        """Whether a text names one of them, and is not erased yet."""
        if not text or text == ERASED:
            return False
        padded = f" {folded(text)} "
        return self.words is None or any(f" {one} " in padded for one in self.words)

    def taken_out(self, text: str) -> str:
        """The text, or ERASED where it names one of them."""
        return ERASED if self.stand_in(text) else text

    def taken_out_of(self, value: Any) -> Any:
        """A stored object without the texts that name one of them."""
        return replaced(value, IN_ROWS, self.taken_out)
