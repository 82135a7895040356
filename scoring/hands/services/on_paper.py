"""Enters a match that was written on paper: every hand by its outcome alone."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.queries.states import MatchState, match_state
from scoring.hands.rules import paper
from scoring.hands.services import hands
from tournament.errors import Problem, Refusal, StrOrPromise, said
from tournament.log.rules.actors import Actor
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services import matches
from tournament.matches.services.preview import rolled_back
from tournament.matches.services.writing import lock_as_seen


@transaction.atomic
def enter(*, match_id: int, text: str, actor: Actor, expected_version: int | None = None) -> Match:
    """Begins the match if it has not begun, and enters its hands in order: all or none.

    The log gets the same events as if each hand had been entered at the table. Existing hands stay;
    the text continues after them. Returns the match afterwards. Raises NotFound, NotAllowed,
    Conflict (changed_meanwhile), Refusal with the line of every fault (`lines[3]`).
    """
    _tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    guards.must_be(match, "ready", "playing")
    found = paper.read(text)
    wrong = _("Line %(line)s is no hand: write the stones of A, then of B, as in 7 1.")
    if found.wrong:
        raise Refusal([_at(line, "bad_line", said(wrong, line=line)) for line in found.wrong])
    if not found.hands:
        raise Refusal.one("text", "nothing_to_enter", _("Write at least one hand: as in 7 1."))
    if match.status == Match.Status.READY:
        matches.start(match_id=match_id, actor=actor)
    for hand in found.hands:
        _record(match_id, hand, actor)
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
    return state, len(paper.read(text).hands)


def _record(match_id: int, hand: paper.PaperHand, actor: Actor) -> None:
    try:
        hands.record(match_id=match_id, record=hand.record(), actor=actor)
    except Refusal as refusal:
        words = _("Line %(line)s: %(what)s")
        raise Refusal(
            [
                _at(hand.line, problem.code, said(words, line=hand.line, what=problem.message))
                for problem in refusal.problems
            ]
        ) from refusal


def _at(line: int, code: str, message: StrOrPromise) -> Problem:
    return Problem(f"lines[{line}]", code, message)
