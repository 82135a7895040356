"""Reads a `.mus` text to be imported into a match, and compares it with the match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from mus.notation import MatchLines, MatchText, NotationRefused, other_way_round, read_match_lines
from scoring.matchfiles.queries.headers import Headers
from scoring.wording.notation import notation_problem
from tournament.errors import Problem, Refusal, said
from tournament.matches.models import Match

LONGEST_TEXT = 200_000
MOST_HANDS = 1_000
MOST_PROBLEMS = 100
SIDES = ("AB", "BA")
"""The file's A and B, as sides of the match."""


@dataclass(frozen=True, slots=True)
class MatchFile:
    """What a file says of a match, translated to the match's own sides and seats.

    `sides`: the file's A and B, as sides of the match; `names`: how the file names A and B of the
    match. The match is started with `seating`, `first_mano` and `four_kings`. `written`: the lines
    of the text. `notes`: differences from the match that were allowed.
    """

    text: MatchText
    lines: MatchLines
    written: tuple[str, ...]
    sides: str
    names: tuple[str, str]
    ruleset: object
    four_kings: bool
    seating: dict[str, list[int]]
    first_mano: int
    notes: tuple[Problem, ...]


def read_match_file(*, match: Match, text: object, sides: object = None) -> MatchFile:
    """The text as it would be imported into the match. `match` was read with its pairs.

    `sides`: "AB" or "BA" says which pairs of the match the file's A and B are, whatever their
    names; None compares names. Raises Refusal with every problem and its line.
    """
    if sides not in (None, *SIDES):
        raise Refusal.one(
            "sides",
            "bad_sides",
            _("Say AB or BA: which pairs of this match the file's A and B are."),
        )
    written = _lines(text)
    try:
        read, lines = read_match_lines("\n".join(written))
    except NotationRefused as refused:
        raise refusal([notation_problem(fault) for fault in refused.faults]) from refused
    _must_have_hands(read)
    headers = Headers(match, read, lines)
    headers.must_be_under_its_rules()
    found = headers.sides(None if sides is None else str(sides))
    seating, first_mano = headers.seating(found), headers.first_mano(found)
    if headers.problems:
        raise refusal(headers.problems)
    return MatchFile(
        text=other_way_round(read) if found == "BA" else read,
        lines=lines,
        written=written,
        sides=found,
        names=headers.names(found),
        ruleset=headers.ruleset,
        four_kings=headers.four_kings,
        seating=seating,
        first_mano=first_mano,
        notes=tuple(headers.notes),
    )


def refusal(problems: Sequence[Problem]) -> Refusal:
    """A Refusal with these problems, or with the first of a very long list."""
    shown = list(problems[:MOST_PROBLEMS])
    if len(problems) > MOST_PROBLEMS:
        message = said(
            _("There are at least %(count)s more mistakes in this text. Mend these first."),
            count=len(problems) - MOST_PROBLEMS,
        )
        shown.append(Problem("text", "too_many_problems", message))
    return Refusal(shown)


def _lines(text: object) -> tuple[str, ...]:
    """The lines of the text. Raises Refusal when it is no text or too long."""
    if not isinstance(text, str):
        raise Refusal.one("text", "not_text", _("This is not text. Send the text of the file."))
    if len(text) > LONGEST_TEXT:
        raise Refusal.one(
            "text",
            "too_long",
            said(
                _("This is too long for a match: at most %(most)s characters. Send one match."),
                most=LONGEST_TEXT,
            ),
        )
    if not text.strip("\ufeff \t\r\n"):
        raise _nothing()
    return tuple(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")))


def _must_have_hands(read: MatchText) -> None:
    hands = sum(len(game.hands) for game in read.games)
    if not hands and not any(game.decided for game in read.games):
        raise _nothing()
    if hands > MOST_HANDS:
        raise Refusal.one(
            "text",
            "too_many_hands",
            said(
                _("This is too much for a match: at most %(most)s hands. Send one match."),
                most=MOST_HANDS,
            ),
        )


def _nothing() -> Refusal:
    return Refusal.one(
        "text",
        "nothing_to_import",
        _("There is no hand and no decided game here. Write the hands under “Game 1”."),
    )
