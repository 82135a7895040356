"""Takes back the start of a match, or of all matches that one act began."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.models import Game, Hand
from scoring.hands.queries.together import begun_together
from tournament.errors import Refusal
from tournament.log.queries import rights
from tournament.log.rules.actors import Actor
from tournament.log.services.locking import lock, lock_match
from tournament.matches.models import Match
from tournament.matches.services import matches


@transaction.atomic
def undo_start(
    *,
    match_id: int,
    actor: Actor,
    reason: str,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """As `matches.undo_start`, for a match in which no hand counts. Seats, mano and kings may be
    chosen again afterwards, so hands settled under the old ones must not exist.

    Raises what `matches.undo_start` raises, and Refusal (hands_entered).
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
        match_id=match_id,
        actor=actor,
        reason=reason,
        expected_version=expected_version,
        sets_aside=sets_aside,
    )


@transaction.atomic
def undo_together(
    *, tournament_id: int, first: int, actor: Actor, reason: str
) -> tuple[Match, ...]:
    """Takes back the starts of one act (`first`: number of its first event), for every match that
    still has no hand; returns these matches. All other matches are played on. So is a match that
    was opened again, if later matches would fall when its start is taken back: `undo_start` asks
    about these. The log has an event for each.

    Raises NotFound (no_such_act), NotAllowed, Refusal (all_under_way, reason_required).
    """
    tournament = lock(tournament_id=tournament_id)
    rights.official(tournament=tournament, actor=actor)
    begun = begun_together(tournament_id=tournament_id, first=first)
    if not begun.untouched:
        raise Refusal.one(
            "matches",
            "all_under_way",
            _("Hands have been entered in all of them. Take a match back on its own page.")
            if not begun.stood_on
            else _(
                "They are played on. Take a match back on its own page, with what falls with it."
            ),
        )
    return tuple(
        matches.undo_start(match_id=card.id, actor=actor, reason=reason) for card in begun.untouched
    )
