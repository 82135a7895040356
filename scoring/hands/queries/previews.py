"""What saving a hand would pay. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.course.queries.states import state_of
from scoring.course.queries.stored import find_match
from scoring.explain.queries.lines import HandLines, hand_lines
from scoring.hands.queries.entering import HandContext, settle_posted
from tournament.errors import Problem, Refusal


@dataclass(frozen=True, slots=True)
class HandPreview:
    """The settlement that saving would give, line by line, or why saving would be refused."""

    settlement: dict[str, Any] | None
    lines: HandLines | None
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        return self.settlement is not None


def hand_preview(*, match_id: int, record: object) -> HandPreview:
    """What the next hand of a match would settle to. Raises NotFound."""
    match = find_match(match_id=match_id)
    state = state_of(match, history=False)
    if state.next is None:
        problem = Problem("match", "not_playing", _("There is no hand to enter in this match."))
        return HandPreview(None, None, (problem,))
    at = HandContext(match.pk, state.ruleset, state.next)
    try:
        _entered, settled = settle_posted(record, at=at, current={})
    except Refusal as refused:
        return HandPreview(None, None, refused.problems)
    lines = hand_lines(record=settled.record, settlement=settled.settlement, match=match)
    return HandPreview(settled.settlement, lines, ())
