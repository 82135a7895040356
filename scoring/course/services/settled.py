"""Decided questions that are asked again, because the decision does not stand any more."""

from __future__ import annotations

from django.db.models import QuerySet

from scoring.course.queries.asking import is_superseded
from scoring.course.services import questions
from scoring.course.services.decided import ask_again
from scoring.course.services.versions import Writing
from scoring.rulings.models import Ruling


def ask_settled(rulings: QuerySet[Ruling], writing: Writing) -> None:
    """Opens again the questions among `rulings` that an ending of their match had closed, if their
    hand still raises them. Only inside a service's transaction."""
    settled = rulings.filter(outcome__has_key="settled_by").order_by("raised_at", "pk")
    for ruling in settled.select_related("hand"):
        if not _is_moot(ruling):
            ask_again(ruling)
            if ruling.kind == Ruling.Kind.REPETITION and ruling.pair_id is not None:
                questions.recount(pair_id=ruling.pair_id, writing=writing)


def _is_moot(ruling: Ruling) -> bool:
    """Whether a closed question is out of date: its hand is void, was ruled on, no longer raises
    it, or has raised it again."""
    hand = ruling.hand
    if hand is None:
        return False
    asked = Ruling.objects.filter(hand=hand, kind=ruling.kind, pair=ruling.pair_id)
    again = (one.is_open or (one.pk > ruling.pk and not is_superseded(one)) for one in asked)
    if hand.is_void or hand.ruled is not None or any(again):
        return True
    return not questions.still_asks(hand=hand, ruling=ruling)
