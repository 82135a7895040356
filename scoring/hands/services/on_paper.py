"""Enters a match that was written on paper: a line a hand, the stones of A and of B, nothing else.

    7 1
    0 - 5
    2 0 A      an órdago won by A, after the stones taken before it

Lines without numbers only separate the games for the eye.
"""

import re

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.queries.states import MatchState, match_state
from scoring.hands.services import hands
from tournament.errors import Problem, Refusal, lazy_text
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services import matches
from tournament.matches.services.bracket import lock_as_seen
from tournament.matches.services.results import rolled_back

MOST_LINES = 400
LINE = re.compile(r"^\s*(\d{1,3})\s*[-–:;,/\s]\s*(\d{1,3})\s*(?:[!*·]?\s*([ABab]))?\s*[!*]?\s*$")
Written = list[tuple[int, dict[str, object]]]
"""Line, from 1, and the record of its hand, entered by its outcome alone."""


def read(text: str) -> tuple[Written, list[int]]:
    """Every hand of the text in order, and the lines that have numbers but are no hand."""
    written: Written = []
    wrong = []
    for number, line in enumerate(text.splitlines()[:MOST_LINES], start=1):
        if match := LINE.match(line):
            quick: dict[str, object] = {"stones": [int(match[1]), int(match[2])]}
            if match[3]:
                quick["game_winner"] = match[3].upper()
            written.append((number, {"quick": quick}))
        elif re.search(r"\d", line):
            wrong.append(number)
    return written, wrong


@transaction.atomic
def enter(*, match_id: int, text: str, actor: Actor, expected_version: int | None = None) -> Match:
    """Begins the match if it has not begun, and enters its hands in order: all or none.

    The log gets the same events as if each hand had been entered at the table. Existing hands stay;
    the text continues after them. Returns the match afterwards. Raises NotFound, NotAllowed,
    Conflict (changed_meanwhile), Refusal with the line of every fault (`lines[3]`).
    """
    _tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    guards.must_be(match, "ready", "playing")
    written, wrong = read(text)
    if wrong:
        words = _("Line %(line)s is no hand: write the stones of A, then of B, as in 7 1.")
        raise Refusal(
            [Problem(f"lines[{line}]", "bad_line", lazy_text(words, line=line)) for line in wrong]
        )
    if not written:
        raise Refusal.one("text", "nothing_to_enter", _("Write at least one hand: as in 7 1."))
    if match.status == Match.Status.READY:
        matches.start(match_id=match_id, actor=actor)
    for line, record in written:
        try:
            hands.record(match_id=match_id, record=record, actor=actor)
        except Refusal as refusal:
            words = _("Line %(line)s: %(what)s")
            problems = [
                Problem(
                    f"lines[{line}]",
                    problem.code,
                    lazy_text(words, line=line, what=problem.message),
                )
                for problem in refusal.problems
            ]
            raise Refusal(problems) from refusal
    match.refresh_from_db()
    return match


def preview(
    *, match_id: int, text: str, actor: Actor, expected_version: int | None = None
) -> tuple[MatchState, int]:
    """The match as these hands would leave it, and how many of its last hands they are. Nothing is
    written. Raises what `enter` raises."""

    def act() -> None:
        enter(match_id=match_id, text=text, actor=actor, expected_version=expected_version)

    state = rolled_back(act, lambda _falls: match_state(match_id=match_id))
    written, _wrong = read(text)
    return state, len(written)
