"""The list that an organizer has not entered yet. It is no part of the day: nothing is logged."""

from collections.abc import Mapping
from typing import Any

from tournament.entries.models import ListInBox


def keep(*, tournament_id: int, user_id: int, sheet: Mapping[str, Any]) -> None:
    """Keeps the list of this organizer in place of the one before."""
    ListInBox.objects.update_or_create(
        tournament_id=tournament_id, user_id=user_id, defaults={"sheet": dict(sheet)}
    )


def empty(*, tournament_id: int, user_id: int) -> None:
    """Forgets the list of this organizer, if there is one."""
    ListInBox.objects.filter(tournament=tournament_id, user=user_id).delete()
