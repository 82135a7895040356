"""Queues the job that tells the entrants of another day or place, or that there is none."""

from typing import Any

from jobs.services import ask
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.log.rules.events import stamp
from tournament.notices.models import Watch
from tournament.signup.models import SignUp, Single

JOB = "notices.day"
OF_THE_DAY = frozenset({"starts_at", "place", "is_called_off"})
"""The fields of a tournament that its entrants are told of."""


def day_state(tournament: Tournament) -> dict[str, Any]:
    """When and where it is, and whether it is called off. A message about another state has been
    overtaken, and is not sent."""
    return {
        "starts_at": stamp(tournament.starts_at),
        "place": tournament.place,
        "is_called_off": tournament.is_called_off,
    }


def tell_entrants(*, tournament: Tournament, event: Event) -> None:
    """Queues the job once for an event, when somebody asked for messages. Nobody is told of a
    tournament that has ended."""
    if tournament.status == Tournament.Status.FINISHED:
        return
    by_mail = SignUp.objects.filter(tournament=tournament, wants_mail=True).exclude(email="")
    alone = Single.objects.filter(
        tournament=tournament, wants_mail=True, state=Single.State.LOOKING
    ).exclude(email="")
    by_push = Watch.objects.filter(pair__tournament=tournament)
    if not (by_mail.exists() or alone.exists() or by_push.exists()):
        return
    key = f"{tournament.pk}.{event.number}"
    arguments = {"event_id": event.pk, "state": day_state(tournament), "key": f"day.{key}"}
    ask(JOB, arguments, key=key, tournament_id=tournament.pk)
