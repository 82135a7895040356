"""What saving or correcting a hand would do. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus.course import content_of
from scoring.course.queries.changes import with_content, without_last
from scoring.course.queries.consequences import Consequences, consequences
from scoring.course.queries.correctable import must_be_correctable
from scoring.course.queries.reaching import reaching
from scoring.course.queries.states import NextHand, state_of
from scoring.course.queries.stored import StoredMatch, find_hand, find_match, stored_match
from scoring.explain.queries.lines import HandLines, hand_lines
from scoring.hands.queries.entering import HandContext, settle_posted
from tournament.errors import Conflict, Problem, Refusal
from tournament.matches.queries.cascades import NOTHING, CascadeView

__all__ = ["HandPreview", "corrected", "correction_preview", "hand_preview"]


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


def correction_preview(*, match_id: int, game: int, number: int, record: object) -> Consequences:
    """What correcting a hand would change.

    Raises NotFound, Refusal: exactly what the correction itself would raise.
    """
    match = find_match(match_id=match_id)
    stored = stored_match(match=match)
    find_hand(stored=stored, game=game, number=number)
    must_be_correctable(match)
    found = corrected(stored=stored, game=game, number=number, record=record)
    return reaching(stored=stored, found=found)


def undo_cascade(*, match_id: int) -> CascadeView:
    """What taking the last hand of a match back would do to later matches. Raises NotFound."""
    match = find_match(match_id=match_id)
    stored = stored_match(match=match)
    last = next((row for row in reversed(stored.games) if row.hands), None)
    if last is None or match.is_set_aside:
        return NOTHING
    try:
        found = consequences(
            stored=stored, games=without_last(stored, game=last.game.number), target=None
        )
        return reaching(stored=stored, found=found).cascade
    except Refusal:
        return NOTHING


def corrected(*, stored: StoredMatch, game: int, number: int, record: object) -> Consequences:
    """The consequences of `record` in place of a hand. Raises Refusal, NotFound."""
    hand = find_hand(stored=stored, game=game, number=number)
    before: Any = hand.record
    standing = NextHand(game, number, before["mano"], number == 1, tuple(before["score"]))
    place = HandContext(stored.match.pk, stored.ruleset, standing)
    try:
        entered, settled = settle_posted(record, at=place, current={})
    except Conflict as conflict:
        raise Refusal(conflict.problems) from conflict
    same = content_of(before) == entered.content and before["mano"] == settled.mano
    if same and hand.ruled is None:
        raise Refusal.one(
            "record",
            "nothing_changed",
            _("This is what was entered before. Change what was wrong, or leave the hand."),
        )
    games = with_content(
        stored, game=game, number=number, content=dict(entered.content), mano=settled.mano
    )
    return consequences(stored=stored, games=games, target=(game, number))
