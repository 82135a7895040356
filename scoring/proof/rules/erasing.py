"""Which texts name a person, and who may ask for erasing them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.log.rules.events import ERASED, NAMING, replaced
from tournament.log.rules.text import folded

LEAST_LETTERS = 3
ASKED_BY = ("person", "family", "organizers", "authority")
TERM = "term"
"""Stands for the asker when nobody asked: the operator has set a term after which names are
erased."""
IN_ROWS = NAMING | {"message"}
"""Keys of stored objects whose texts may name people."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names searched for. `words`: whole words, without case and accents; None: every name."""

    words: tuple[str, ...] | None

    @staticmethod
    def of(words: Sequence[str]) -> Names:
        return Names(tuple(dict.fromkeys(one for one in map(folded, words) if one)))

    def stand_in(self, text: str) -> bool:
        """Whether a text contains one of the names and is not erased yet."""
        if not text or text == ERASED:
            return False
        padded = f" {folded(text)} "
        return self.words is None or any(f" {one} " in padded for one in self.words)

    def taken_out(self, text: str) -> str:
        """The text, or ERASED when it contains one of the names."""
        return ERASED if self.stand_in(text) else text

    def taken_out_of(self, value: Any) -> Any:
        """A stored object in which such texts are replaced by ERASED."""
        return replaced(value, IN_ROWS, self.taken_out)
