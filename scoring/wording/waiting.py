"""Why a match that is being played accepts no hand now (S8, G1)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise

MATCH = _("This match is won and waits for a ruling. Call the organizer.")
GAME = _(
    "A claim of the table could turn who won the last game (S8). The match goes on when it is "
    "decided. Call the organizer."
)


def waits_for(*, is_won: bool) -> StrOrPromise:
    """What a match waits for: the decision that ends it, or the decision on who won its last
    game."""
    return MATCH if is_won else GAME
