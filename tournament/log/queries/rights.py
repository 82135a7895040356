"""Who may do what: organizers, tables' devices, programs on the machine. One function for each
right."""

from __future__ import annotations

from typing import NoReturn

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import NotAllowed
from tournament.log.rules.actors import Actor
from tournament.matches.models import Match
from tournament.tables.models import Device


def official(*, tournament: Tournament, actor: Actor) -> None:
    """Lets pass the organizers of this tournament, superusers, and programs on the machine itself.

    Raises NotAllowed (not_an_organizer).
    """
    if actor.kind == "program" or (actor.kind == "user" and _organizes(tournament, actor)):
        return
    raise NotAllowed.one(
        "actor",
        "not_an_organizer",
        _("Only the organizers of this tournament may do this. Log in as one of them."),
    )


def official_or_table(
    *, tournament: Tournament, match: Match, actor: Actor, seen_at: int | None = None
) -> None:
    """Lets pass an official, or a device of the match's table. Raises NotAllowed.

    `seen_at`: primary key of the device's table, when the caller has read it under the same lock;
    None reads it now.
    """
    if actor.kind != "device":
        return official(tournament=tournament, actor=actor)
    table_id = device_table_id(actor=actor) if seen_at is None else seen_at
    if table_id is None or match.table_id != table_id:
        refuse_other_table()
    return None


def refuse_other_table() -> NoReturn:
    """Raises NotAllowed (not_this_table), for a device that asks about a match of another table."""
    raise NotAllowed.one(
        "match",
        "not_this_table",
        _(
            "This match is not at this device's table. Ask the organizer to bring the match "
            "to this table, or scan the link of the right one."
        ),
    )


def device_table_id(*, actor: Actor) -> int | None:
    """Primary key of a device's table; None for a revoked device and for any other actor."""
    if actor.kind != "device" or actor.id is None:
        return None
    devices = Device.objects.filter(pk=actor.id, revoked_at=None)
    return devices.values_list("table_id", flat=True).first()


def _organizes(tournament: Tournament, actor: Actor) -> bool:
    if actor.id is None:
        return False
    if tournament.organizers.filter(pk=actor.id, is_active=True).exists():
        return True
    users = get_user_model()._default_manager
    return users.filter(pk=actor.id, is_active=True, is_superuser=True).exists()
