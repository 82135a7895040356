"""Answers a hand that is sent again under its key, from the stored hand."""

from __future__ import annotations

from scoring.course.models import Hand
from scoring.course.queries.answers import Answer, current_state, hand_json, rulings_json
from scoring.course.queries.keys import recorded_under
from scoring.course.services import submissions
from scoring.hands.queries.opened import OpenedMatch
from scoring.rulings.models import Ruling
from tournament.log.rules.actors import Actor


def answer(*, at: OpenedMatch, actor: Actor, key: str, body: object) -> Answer | None:
    """The answer to a hand that this sender has sent before; None when the key is new.

    It has the hand as recorded then, the questions it raised, and the match's present state. Raises
    Conflict (key_reused) when the key came with other content, Refusal (bad_json) for content that
    is nested too deeply.
    """
    hand = recorded_under(actor=actor, keys=[key]).select_related("game__match").first()
    if hand is None:
        kept = submissions.earlier_answer(actor=actor, key=key, body=body)
        return None if kept is None else Answer(kept, repeated=True)
    first = {"hand": hand_json(hand), "rulings": rulings_json(_raised_with(hand))}
    if hand.digest != submissions.digest(body):
        raise submissions.key_reused({**first, "state": current_state(at.match, at.rows)})
    return Answer({**first, "state": current_state(at.match, at.rows)}, repeated=True)


def _raised_with(hand: Hand) -> list[Ruling]:
    """The questions that the hand opened when it was recorded; they may belong to a later version
    now."""
    raised = Ruling.objects.filter(
        game_id=hand.game_id, hand__number=hand.number, raised_at=hand.at
    )
    return list(raised.exclude(kind=Ruling.Kind.OVERRULE).order_by("id"))
