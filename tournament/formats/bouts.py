"""A match as every format sees it: its place, its pairs, how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mus.sides import BySide, Side
from tournament.formats.endings import ENDINGS

Status = Literal["waiting", "ready", "playing", "finished"]
NO_GAMES = BySide(0, 0)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """The place of a match: its round, from 1, and its slot in that round, from 0."""

    round: int
    slot: int


@dataclass(frozen=True, slots=True)
class Bout:
    """A match of a format. Pairs are given as any numbers that tell them apart; `begun`: the pairs
    sat down."""

    place: Place
    pairs: BySide[int | None]
    status: Status = "waiting"
    winner: Side | None = None
    ended_by: str = ""
    begun: bool = False
    games: BySide[int] = NO_GAMES

    @property
    def is_fact(self) -> bool:
        """Whether people began or decided the match. If so, it is never recomputed from other
        matches."""
        if self.status == "playing":
            return True
        return self.status == "finished" and (self.begun or ENDINGS[self.ended_by].by_people)

    @property
    def is_bye(self) -> bool:
        """Whether the pair went on without an opponent: a bye, or a walk-through because nobody
        came from the match before, which counts like one."""
        return self.winner is not None and self.losing_pair is None

    @property
    def winning_pair(self) -> int | None:
        return self.pairs[self.winner] if self.winner else None

    @property
    def losing_pair(self) -> int | None:
        return self.pairs[self.winner.other] if self.winner else None


def label(kind: str, number: int, slot: int) -> str:
    """A match as people count it, from 1: "2.1", and "C2.1" in the consolation."""
    return f"{'C' if kind == 'consolation' else ''}{number}.{slot + 1}"
