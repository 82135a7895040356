"""The big screens steered from the desk."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.screens.models import Screen
from tournament.screens.rules import DRAW, LEAST_SECONDS, MOST_SECONDS, SHOWABLE, in_order


@transaction.atomic
def steer(
    *, tournament_id: int, panels: Sequence[str], seconds: int, shown: str = "", actor: Actor
) -> Screen:
    """Sets the panels to show in turn and for how many seconds each. `shown`: the one panel that
    stays, if any.

    Raises NotFound, NotAllowed, Refusal (no_panel, unknown_panel, not_drawn, out_of_range).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    chosen = in_order(panels)
    if chosen is None:
        raise Refusal.one("panels", "no_panel", _("Tick at least one thing to be shown."))
    rights.whole_number(seconds, field="seconds", least=LEAST_SECONDS, most=MOST_SECONDS)
    if shown and shown not in SHOWABLE:
        raise Refusal.one(
            "shown", "unknown_panel", _("The screen cannot show this. Choose one of the list.")
        )
    if shown == DRAW and tournament.status == tournament.Status.ENTRY:
        raise Refusal.one("shown", "not_drawn", _("There is no draw to play yet. Make it first."))
    steered = {"panels": list(chosen), "seconds": seconds, "shown": shown}
    event = events.append(tournament, actor, "screen.steered", steered)
    screen, _is_new = Screen.objects.update_or_create(
        tournament=tournament, defaults={**steered, "since": event.at}
    )
    return screen
