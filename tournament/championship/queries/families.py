"""Tournaments that share an organizer."""

from __future__ import annotations

from django.db.models import Q

from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import TournamentView, get_public, public_where


def of_same_organizers(*, slug: str) -> tuple[TournamentView, ...]:
    """The tournament and all others that one of its organizers runs, earliest start first. Other
    tournaments that are rehearsals are left out. Two queries. Raises NotFound.
    """
    own = get_public(slug=slug)
    through = Tournament.organizers.through.objects.filter(tournament_id=own.id).order_by()
    of_users = Tournament.objects.filter(
        organizers__in=through.values("user_id"), is_rehearsal=False
    )
    return public_where(fits=Q(pk=own.id) | Q(pk__in=of_users.order_by().values("pk")))
