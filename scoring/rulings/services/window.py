"""Sets how long results are provisional."""

from __future__ import annotations

from django.db import transaction

from scoring.rulings.models import AppealWindow
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock

MOST_MINUTES = 1440


@transaction.atomic
def set_window(*, tournament_id: int, minutes: int, actor: Actor) -> int:
    """Sets for how many minutes a result can be appealed; 0: results are final at once.

    Raises NotFound, NotAllowed, Refusal (out_of_range).
    """
    tournament = lock(tournament_id=tournament_id)
    rights.official(tournament=tournament, actor=actor)
    rights.whole_number(minutes, field="minutes", least=0, most=MOST_MINUTES)
    AppealWindow.objects.update_or_create(tournament=tournament, defaults={"minutes": minutes})
    events.append(
        tournament=tournament,
        kind="appeals.window_set",
        actor=actor,
        data={"minutes": minutes},
        topics=("tournament",),
    )
    return minutes
