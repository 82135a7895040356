"""Substitutions: another person takes a player's seat, within what the rules allow."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.entries.models import Pair
from tournament.entries.queries import substitutes_of
from tournament.entries.services.meanwhile import changed_meanwhile
from tournament.entries.services.pairs import rename
from tournament.errors import Refusal
from tournament.log.queries import checks, rights
from tournament.log.rules.actors import Actor
from tournament.log.services.locking import lock_pair


@transaction.atomic
def substitute(
    *,
    pair_id: int,
    out: int,
    player: str,
    reason: str,
    actor: Actor,
    leaves: str | None = None,
    beyond_rule: bool = False,
) -> Pair:
    """Another person takes the seat of player `out` (1 or 2). Unlike a corrected name, the log has
    an event with who left, who came and why. `leaves`: who sat there when this was decided;
    Conflict when somebody else sits there now. `beyond_rule`: allows what the tournament's rules do
    not, too many or too late (T6); the log says so.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (bad_player, same_player,
    reason_required, pair_is_out, no_more_substitutes, too_late_for_substitutes, and the name's
    faults).
    """
    tournament, pair = lock_pair(pair_id=pair_id)
    rights.official(tournament=tournament, actor=actor)
    if type(out) is not int or out not in (1, 2):
        raise Refusal.one("out", "bad_player", _("Say which player leaves: 1 or 2."))
    if not pair.is_in:
        raise Refusal.one(
            "pair", "pair_is_out", _("This pair has left. Bring it back before a substitution.")
        )
    field = f"player_{out}"
    if leaves is not None and leaves != getattr(pair, field):
        raise changed_meanwhile(pair, "leaves")
    if player.strip() == getattr(pair, field):
        raise Refusal.one("player", "same_player", _("This player is in the pair already."))
    why = checks.given_reason(reason)
    beyond = substitutes_of(pair=pair, tournament=tournament).fault(out, player.strip())
    if beyond is not None and not beyond_rule:
        wording.refuse([beyond])
    told: dict[str, object] = {"out": out, "beyond_rule": True} if beyond else {"out": out}
    return rename(tournament, pair, "pair.substituted", {field: player}, why, actor, **told)
