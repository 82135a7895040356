"""The ways a match can end: the one place that says what each of them is.

A bye is a match of round 1 with one pair, which goes on without playing (T2). A later match
to which only one pair can come ends by withdrawal and counts like a bye (`Bout.is_bye`). A walkover
is a match an official gives to one pair because the other is late or absent (T7).

A constraint of the database, the guards of the services and the formats all read this table; the
words for people are in `web/templatetags/matchwords.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ending:
    """One way a match ends.

    `by_people`: somebody decided it, so it is a fact; other endings follow from who takes part.
    `for_officials`: an official may name it when a match is ended by hand.
    `without_winner`: a match that ends so may have no winner.
    """

    key: str
    means: str
    by_people: bool
    for_officials: bool = False
    without_winner: bool = False


ENDINGS: Mapping[str, Ending] = {
    ending.key: ending
    for ending in (
        Ending("games", "one pair won the games it needed", by_people=True, for_officials=True),
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
    )
}
