"""A match as every format sees it: its place, its pairs, how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from mus.sides import BySide, Side

# The ways a match can end: the one place that says what each of them is.
#
# A bye is a match of round 1 with one pair, which goes on without playing (T2). A later match to
# which only one pair can come ends by withdrawal and counts like a bye (`Bout.is_bye`). A walkover
# is a match an official gives to one pair because the other is late or absent (T7).
#
# A constraint of the database, the guards of the services and the formats all read this table; the
# words for people are in `web/templatetags/matchwords.py`.


@dataclass(frozen=True, slots=True)
class Ending:
    """One way a match ends.

    `by_people`: somebody decided it, so it is a fact; other endings follow from who takes part.
    `for_officials`: an official may name it when a match is ended by hand.
    `without_winner`: a match that ends so may have no winner.
    `both_lose`: without a winner, both pairs have lost it.
    `costs_point`: where a table decides, every pair that lost it has a point off.
    """

    key: str
    means: str
    by_people: bool
    for_officials: bool = False
    without_winner: bool = False
    both_lose: bool = False
    costs_point: bool = False


ENDINGS: Mapping[str, Ending] = {
    ending.key: ending
    for ending in (
        Ending(
            "games",
            "one pair won the games it needed, or both won half of them (`Bout.is_level`)",
            by_people=True,
            for_officials=True,
        ),
        Ending("bye", "the draw gave the pair no opponent (T2)", by_people=False),
        Ending(
            "walkover",
            "an official gave it to one pair because the other was late or absent (T7)",
            by_people=True,
            for_officials=True,
        ),
        Ending("withdrawal", "a pair had left", by_people=False, without_winner=True),
        Ending("disqualification", "a pair was put out", by_people=False, without_winner=True),
        Ending(
            "ruling",
            "an official decided or called it off",
            by_people=True,
            for_officials=True,
            without_winner=True,
        ),
        Ending(
            "undone",
            "it was being played when a match before it was decided otherwise",
            by_people=False,
            without_winner=True,
        ),
        Ending(
            "unplayed",
            "it was not played by its last day: an official said who loses it",
            by_people=True,
            without_winner=True,
            both_lose=True,
        ),
        Ending(
            "unplayed_point",
            "the same, and whoever loses it has a point off",
            by_people=True,
            without_winner=True,
            both_lose=True,
            costs_point=True,
        ),
    )
}


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
    def is_level(self) -> bool:
        """Whether all games were played and both pairs won as many (T1): nobody has won the match,
        and nobody lost it."""
        return self.ended_by == "games" and self.winner is None

    @property
    def winning_pair(self) -> int | None:
        return self.pairs[self.winner] if self.winner else None

    @property
    def losing_pair(self) -> int | None:
        return self.pairs[self.winner.other] if self.winner else None

    @property
    def losers(self) -> tuple[int, ...]:
        """The pairs that have lost the match: one, or both where nobody has won."""
        if self.winner is None and not (self.ended_by and ENDINGS[self.ended_by].both_lose):
            return ()
        lost = (self.losing_pair,) if self.winner else tuple(self.pairs)
        return tuple(pair for pair in lost if pair is not None)


def label(kind: str, number: int, slot: int) -> str:
    """A match as people count it, from 1: "2.1", "C2.1" in the consolation, and "P8" before round
    1."""
    if number == 0:
        return f"P{slot + 1}"
    return f"{'C' if kind == 'consolation' else ''}{number}.{slot + 1}"
