"""Tablets: they join a table by its link, tell that they are there, and can be revoked."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.errors import NotFound, Refusal, said
from tournament.models import Device
from tournament.queries.tables import table_of_token
from tournament.rules import text as texts
from tournament.rules.actors import Actor
from tournament.services import checks, events
from tournament.services.locking import lock

MOST_DEVICES_A_TABLE = 20
MOST_UNSENT = 1_000_000


@transaction.atomic
def join(*, token: str, label: str = "") -> tuple[Device, str]:
    """Binds a new device to the table of the link `token`; returns it with its own secret token,
    which is shown this once and kept only as a hash.

    Raises NotFound (bad_link), Refusal (too_many_devices, or the label's faults).
    """
    found = table_of_token(token=token)
    tournament = lock(tournament_id=found.tournament_id)
    # Read again under the lock: the link may have been renewed, or the table put away, meanwhile.
    table = table_of_token(token=token)
    name, fault = texts.clean(label, field="label", longest=80)
    wording.refuse([fault] if fault else [])
    devices = Device.objects.filter(table=table)
    if devices.filter(revoked_at__isnull=True).count() >= MOST_DEVICES_A_TABLE:
        raise Refusal.one(
            "token",
            "too_many_devices",
            said(
                _("This table has %(most)s devices already. Ask the organizer to revoke some."),
                most=MOST_DEVICES_A_TABLE,
            ),
        )
    raw = token_urlsafe(32)
    now = timezone.now()
    device = Device.objects.create(
        table=table,
        token_hash=sha256(raw.encode()).hexdigest(),
        label=name or f"{table.number}-{devices.count() + 1}",
        joined_at=now,
        last_seen_at=now,
    )
    events.append(
        tournament=tournament,
        kind="device.joined",
        actor=Actor("device", device.pk, f"table {table.number} device {device.pk}"),
        data={"table": table.number, "device": device.pk},
        topics=("tables",),
    )
    return device, raw


def seen(*, device_id: int, unsent: int | None = None) -> None:
    """Notes that a device is in touch and how many hands it still holds. No event: nothing in the
    tournament changes. Raises Refusal (out_of_range)."""
    fields: dict[str, object] = {"last_seen_at": timezone.now()}
    if unsent is not None:
        fields["unsent"] = checks.whole_number(unsent, field="unsent", least=0, most=MOST_UNSENT)
    Device.objects.filter(pk=device_id, revoked_at__isnull=True).update(**fields)


@transaction.atomic
def revoke(*, device_id: int, actor: Actor) -> Device:
    """Shuts a device out for good; a new one may join by the table's link.

    Raises NotFound, NotAllowed, Refusal (already_revoked).
    """
    owner = (
        Device.objects.filter(pk=device_id).values_list("table__tournament_id", flat=True).first()
    )
    if owner is None:
        raise NotFound.one(
            "device", "no_such_device", _("There is no such device. Choose one from the list.")
        )
    tournament = lock(tournament_id=owner)
    checks.official(tournament=tournament, actor=actor)
    device = Device.objects.select_related("table").get(pk=device_id)
    if device.revoked_at is not None:
        raise Refusal.one(
            "device", "already_revoked", _("This device is revoked already. Nothing is left to do.")
        )
    device.revoked_at = timezone.now()
    device.save(update_fields=["revoked_at"])
    events.append(
        tournament=tournament,
        kind="device.revoked",
        actor=actor,
        data={"table": device.table.number, "device": device.pk},
        topics=("tables",),
    )
    return device
