"""The organizers of a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth import get_user_model

from tournament.championship.models import Role
from tournament.log.rules.roles import OWNER


@dataclass(frozen=True, slots=True)
class OrganizerView:
    """One organizer, by login name."""

    id: int
    username: str
    role: str = OWNER


def organizers_of(*, tournament_id: int) -> tuple[OrganizerView, ...]:
    """The tournament's organizers by name, for organizers. Two queries."""
    roles = dict(Role.objects.filter(tournament_id=tournament_id).values_list("user_id", "role"))
    users = get_user_model()._default_manager.filter(tournaments=tournament_id)
    return tuple(
        OrganizerView(user.pk, user.get_username(), roles.get(user.pk, OWNER))
        for user in users.order_by(get_user_model().USERNAME_FIELD)
    )
