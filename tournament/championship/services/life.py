"""A tournament moves to another day, does not take place, or is read by its address alone."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.championship.services.telling import OF_THE_DAY, tell_entrants
from tournament.championship.services.tournaments import checked
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock


@transaction.atomic
def postpone(
    *,
    tournament_id: int,
    actor: Actor,
    starts_at: datetime,
    reason: str,
    place: str | None = None,
) -> Tournament:
    """Moves the tournament to another day or hour, and to another place if one is given.

    Raises NotFound, NotAllowed, Refusal (match_begun, called_off, same_start, reason_required, what
    is wrong with the start or the place).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    _must_not_be_called_off(tournament)
    if tournament.matches.filter(started_at__isnull=False).exists():
        raise Refusal.one(
            "tournament",
            "match_begun",
            _("Matches have been played. Announce a pause, or end the tournament as it stands."),
        )
    fields: dict[str, Any] = {"starts_at": starts_at}
    if place is not None:
        fields["place"] = place
    values = checked(fields, played=tournament)
    if values["starts_at"] == tournament.starts_at:
        raise Refusal.one(
            "starts_at",
            "same_start",
            _("It starts then already. Give the new day and hour; a new place alone is a setting."),
        )
    why = rights.given_reason(reason)
    was = {"starts_at": stamp(tournament.starts_at), "place": tournament.place}
    tournament.postponed_from = tournament.postponed_from or tournament.starts_at
    for name, value in values.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=[*values, "postponed_from"])
    data = {
        "starts_at": stamp(tournament.starts_at),
        "place": tournament.place,
        "postponed_from": stamp(tournament.postponed_from),
        "reason": why,
        "was": was,
    }
    event = events.append(tournament, actor, "tournament.postponed", data)
    tell_entrants(tournament=tournament, event=event)
    return tournament


@transaction.atomic
def call_off(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Calls the tournament off: from then on nobody enters, nothing is drawn, no match begins. What
    was entered and played stays. The undo of the act lets it go on.

    Raises NotFound, NotAllowed, Refusal (called_off, finished, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    _must_not_be_called_off(tournament)
    if tournament.status == Tournament.Status.FINISHED:
        raise Refusal.one(
            "tournament",
            "finished",
            _("It has been played to the end. A result that is wrong is corrected at its match."),
        )
    return _set(tournament, actor, "tournament.called_off", "is_called_off", True, reason)


@transaction.atomic
def hide(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Takes the tournament out of every list, the search and what search engines read. Whoever has
    its address reads it as before.

    Raises NotFound, NotAllowed, Refusal (hidden, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if tournament.is_hidden:
        raise Refusal.one("tournament", "hidden", _("It is hidden already. You can show it again."))
    return _set(tournament, actor, "tournament.hidden", "is_hidden", True, reason)


@transaction.atomic
def show(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Puts a hidden tournament back into the lists.

    Raises NotFound, NotAllowed, Refusal (not_hidden, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if not tournament.is_hidden:
        raise Refusal.one("tournament", "not_hidden", _("It is not hidden. Everybody finds it."))
    return _set(tournament, actor, "tournament.shown", "is_hidden", False, reason)


def _must_not_be_called_off(tournament: Tournament) -> None:
    if tournament.is_called_off:
        raise Refusal.one(
            "tournament",
            "called_off",
            _("It is called off already. If it takes place after all, undo that first."),
        )


def _set(
    tournament: Tournament, actor: Actor, kind: str, name: str, value: bool, reason: str
) -> Tournament:
    why = rights.given_reason(reason)
    was = {name: getattr(tournament, name)}
    setattr(tournament, name, value)
    tournament.save(update_fields=[name])
    event = events.append(tournament, actor, kind, {name: value, "reason": why, "was": was})
    if name in OF_THE_DAY:
        tell_entrants(tournament=tournament, event=event)
    return tournament
