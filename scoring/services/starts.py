"""Taking back the start of a match, hands and all."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.models import Game, Hand
from tournament.errors import Refusal
from tournament.models import Match
from tournament.rules.actors import Actor
from tournament.services import matches
from tournament.services.locking import lock_match


@transaction.atomic
def undo_start(
    *, match_id: int, actor: Actor, reason: str, expected_version: int | None = None
) -> Match:
    """`tournament.services.matches.undo_start` for a match in which no hand counts: seats, mano
    and kings may be chosen anew afterwards, and hands were settled under the old ones.

    Raises what that raises, and Refusal (hands_entered).
    """
    lock_match(match_id=match_id)
    counting = Hand.objects.filter(game__match_id=match_id, is_current=True, is_void=False)
    decided = Game.objects.filter(match_id=match_id).exclude(winner="")
    if counting.exists() or decided.exists():
        raise Refusal.one(
            "match",
            "hands_entered",
            _("Hands of this match have been entered. Take them back first, the last one first."),
        )
    return matches.undo_start(
        match_id=match_id, actor=actor, reason=reason, expected_version=expected_version
    )
