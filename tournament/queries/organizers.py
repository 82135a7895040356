"""Who runs a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth import get_user_model


@dataclass(frozen=True, slots=True)
class OrganizerView:
    """One organizer, by the name they log in with."""

    id: int
    username: str


def organizers_of(*, tournament_id: int) -> tuple[OrganizerView, ...]:
    """The tournament's organizers by name, for organizers. One query."""
    users = get_user_model()._default_manager.filter(tournaments=tournament_id)
    return tuple(
        OrganizerView(user.pk, user.get_username())
        for user in users.order_by(get_user_model().USERNAME_FIELD)
    )
