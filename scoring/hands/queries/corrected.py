"""A hand with another content, and what follows from it in its match."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from mus.course import content_of
from scoring.course.queries.changes import with_content
from scoring.course.queries.consequences import Recount, consequences
from scoring.course.queries.states import NextHand
from scoring.course.queries.stored import StoredMatch, find_hand
from scoring.hands.queries.entering import HandContext, settle_posted
from tournament.errors import Conflict, Refusal


def corrected(*, stored: StoredMatch, game: int, number: int, record: object) -> Recount:
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
