"""A match as it was written on paper: a line a hand, the stones of A and of B, nothing else.

    7 1
    0 - 5
    2 0 A      an órdago won by A, after the stones taken before it

Lines without numbers only separate the games for the eye.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_LINES = 400
LINE = re.compile(r"^\s*(\d{1,3})\s*[-–:;,/\s]\s*(\d{1,3})\s*(?:[!*·]?\s*([ABab]))?\s*[!*]?\s*$")


@dataclass(frozen=True, slots=True)
class PaperHand:
    """One hand. `line`: its line, from 1. `winner`: who won an órdago, "A", "B" or "" for none."""

    line: int
    stones: tuple[int, int]
    winner: str

    def record(self) -> dict[str, object]:
        """The record of the hand, entered by its outcome alone."""
        quick: dict[str, object] = {"stones": list(self.stones)}
        if self.winner:
            quick["game_winner"] = self.winner
        return {"quick": quick}


@dataclass(frozen=True, slots=True)
class Paper:
    """The hands read. `wrong`: the lines that have numbers or letters but are no hand."""

    hands: tuple[PaperHand, ...]
    wrong: tuple[int, ...]


def read(text: str) -> Paper:
    """Every hand of the text, in order. Never raises."""
    hands, wrong = [], []
    for number, line in enumerate(text.splitlines()[:MOST_LINES], start=1):
        found = LINE.match(line)
        if found:
            stones = int(found[1]), int(found[2])
            hands.append(PaperHand(number, stones, (found[3] or "").upper()))
        elif re.search(r"\d", line):
            wrong.append(number)
    return Paper(tuple(hands), tuple(wrong))
