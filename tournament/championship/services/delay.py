"""The delay: how many minutes later everybody except officials sees a tournament."""

from __future__ import annotations

from tournament.championship.models import Tournament
from tournament.log.queries import checks
from tournament.log.rules.actors import Actor
from tournament.log.services import events

MOST_DELAY = 10
TOPIC = "delay"
"""Sent with the event to whoever stores the delayed view (`publication`)."""


def set_delay(*, tournament: Tournament, minutes: int, actor: Actor) -> None:
    """Sets the delay of a tournament that the caller has locked or just created. The same delay
    again appends no event. Raises Refusal (out_of_range), NotAllowed."""
    checks.whole_number(minutes, field="delay_minutes", least=0, most=MOST_DELAY)
    was = tournament.delay_minutes
    if minutes == was:
        return
    tournament.delay_minutes = minutes
    tournament.save(update_fields=["delay_minutes"])
    events.append(
        tournament=tournament,
        kind="publication.delay_set",
        actor=actor,
        data={"minutes": minutes, "was": was},
        topics=("tournament", TOPIC),
    )
