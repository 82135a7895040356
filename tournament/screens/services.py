"""The big screens steered from the desk."""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.screens.models import Screen
from tournament.screens.queries import ScreenView, screen_of
from tournament.screens.rules import (
    DRAW,
    HELD,
    LEAST_SECONDS,
    MOST_SECONDS,
    MOST_STEPS,
    SHOWABLE,
    in_order,
)


@transaction.atomic
def steer(
    *,
    tournament_id: int,
    panels: Sequence[str],
    seconds: int,
    shown: str = "",
    in_steps: bool = False,
    actor: Actor,
) -> Screen:
    """Sets the panels to show in turn and for how many seconds each. `shown`: the one panel that
    stays, if any; `in_steps`: nothing of it is revealed before `reveal`. Ends what `hold` began.

    Raises NotFound, NotAllowed, Refusal (no_panel, unknown_panel, not_drawn, no_steps,
    out_of_range).
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
    if in_steps and not shown:
        raise Refusal.one(
            "in_steps", "no_steps", _("Choose what is to be revealed under On the screen now.")
        )
    step = 0 if in_steps else None
    return _write(tournament, actor, ScreenView(chosen, seconds, shown, None, "", step))


@transaction.atomic
def hold(*, tournament_id: int, held: str = "", actor: Actor) -> Screen:
    """Freezes the picture of every screen, makes them black, or lets them go on ("").

    Raises NotFound, NotAllowed, Refusal (unknown_hold).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if held and held not in HELD:
        raise Refusal.one("held", "unknown_hold", _("Choose frozen, black, or nothing."))
    return _write(tournament, actor, replace(screen_of(tournament_id=tournament_id), held=held))


@transaction.atomic
def reveal(*, tournament_id: int, step: int, actor: Actor) -> Screen:
    """Reveals the first `step` items of what is shown step by step.

    Raises NotFound, NotAllowed, Refusal (no_steps, out_of_range).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    rights.whole_number(step, field="step", least=0, most=MOST_STEPS)
    now = screen_of(tournament_id=tournament_id)
    if now.step is None:
        raise Refusal.one(
            "step", "no_steps", _("Nothing is revealed step by step now. Choose it first.")
        )
    return _write(tournament, actor, replace(now, step=step))


def _write(tournament: Tournament, actor: Actor, to: ScreenView) -> Screen:
    """Writes what the screens show from now on; since the event, unless `to` says since when."""
    steered = {
        "panels": list(to.panels), "seconds": to.seconds, "shown": to.shown, "held": to.held,
        "step": to.step,
    }  # fmt: skip
    since = {} if to.since is None else {"since": stamp(to.since)}
    event = events.append(tournament, actor, "screen.steered", {**steered, **since})
    screen, _is_new = Screen.objects.update_or_create(
        tournament=tournament, defaults={**steered, "since": to.since or event.at}
    )
    return screen
