"""Deletes tablets of past tournaments that did nothing but join."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.tables.models import Device


def forget_idle(*, before: datetime) -> int:
    """Deletes the tablets of tournaments that began before that moment, if they have been silent
    since then and did nothing but join; returns how many.

    A tablet that entered something is never deleted: its hands refer to it, and their keys are
    unique among its hands. A tablet that reported unsent hands stays too.
    """
    silent = Q(last_seen_at__lt=before) | Q(last_seen_at=None, joined_at__lt=before)
    idle = Device.objects.filter(silent, unsent=0, table__tournament__starts_at__lt=before)
    tournaments = Tournament.objects.filter(pk__in=idle.values("table__tournament"))
    return sum(
        _forget(Device.objects.filter(pk__in=idle.values("pk"), table__tournament=one), one)
        for one in tournaments.order_by("pk").values_list("pk", flat=True)
    )


@transaction.atomic
def _forget(idle: QuerySet[Device], tournament_id: int) -> int:
    own = Event.objects.filter(tournament_id=tournament_id, actor_kind="device")
    acted = own.exclude(kind="device.joined").values_list("actor_id", flat=True).distinct()
    keys = set(idle.order_by("pk").values_list("pk", flat=True)) - set(acted)
    return Device.objects.filter(pk__in=keys).delete()[0]
