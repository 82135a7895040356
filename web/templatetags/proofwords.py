"""The fields of records in the reader's words, where a change is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template
from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise

register = template.Library()

FIELDS: Mapping[str, StrOrPromise] = {
    "player_1": _("Player 1"),
    "player_2": _("Player 2"),
    "club": _("Club"),
    "status": _("Status"),
    "stones": _("Stones"),
    "score": _("Score"),
    "cards": _("Cards"),
    "declared": _("Said to have"),
    "bets": _("Bets"),
    "infractions": _("Faults"),
    "claim": _("Claimed"),
    "quick": _("Stones alone"),
    "mano": _("Mano"),
    "game_winner": _("Winner of the game"),
    "ruled": _("An official's word"),
    "void": _("Fell away"),
    "winner": _("Winner"),
    "games": _("Games"),
    "ended_by": _("Ended by"),
    "best_of": _("Best of"),
    "tables": _("Tables"),
    "name": _("Name"),
    "place": _("Place"),
    "starts_at": _("Start"),
    "time_zone": _("Clock of"),
    "regulation": _("Regulation"),
    "settings": _("Rules"),
    "format": _("Format"),
    "format_options": _("Format"),
    "courtesy_minutes": _("Courtesy for a late pair, in minutes"),
    "minutes": _("Minutes"),
    "role": _("Role"),
    "fee": _("Fee"),
    "is_open": _("Pairs can sign up by themselves"),
    "cap": _("Places"),
    "note": _("What pairs should know"),
    "shown": _("On the screen now"),
    "panels": _("In turn"),
    "seconds": _("Seconds each"),
}


@register.filter
def field_words(path: Sequence[str]) -> str:
    """A field by its name, with what lies inside it by its key."""
    first, *rest = path or ("",)
    return " › ".join([str(FIELDS.get(first, first)), *rest])
