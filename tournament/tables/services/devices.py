"""Tablets join a table by its link, report that they are there, and can be revoked."""

from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from secrets import token_urlsafe

from django.db import connection, transaction
from django.db.models import DateTimeField
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.tables.models import Device, Table
from tournament.tables.queries import MOST_TOKEN_LENGTH, SHUT_OUT, label_of, table_of_token
from tournament.tables.rules import is_key
from tournament.tables.services import tables

MOST_DEVICES_A_TABLE = 20
MOST_PHONES_A_PAIR = 6
MOST_UNSENT = 1_000_000


@transaction.atomic
def join(
    *, token: str, label: str = "", known_as: str = "", public_key: str = ""
) -> tuple[Device, str]:
    """Binds a device to the table of the link `token`; returns it with its own secret token,
    which is shown this once and kept only as a hash.

    `known_as`: the secret of the device that this browser already is; it stays the same device and
    moves to this table. `public_key`: the device's key. At a full table the newcomer replaces the
    device that has been silent longest, among those that did nothing. Otherwise somebody with the
    code could fill the table and keep its own tablet out. Raises NotFound (bad_link), NotAllowed
    (device_revoked: the device was revoked and joins by the same link again), Refusal (the label's
    faults, bad_key).
    """
    unlocked_table = table_of_token(token=token)
    lock(tournament_id=unlocked_table.tournament_id)
    # Read again under the lock: the link may have been renewed, or the table deactivated.
    table = table_of_token(token=token)
    place = JoinTarget(table, None, _hash(table.join_nonce))
    return _bind(place, label=label, known_as=known_as, public_key=public_key)


def join_as_phone(
    *, table: Table, pair: Pair, link: str, label: str = "", known_as: str = "",
    public_key: str = "",
) -> tuple[Device, str]:  # fmt: skip
    """Binds a pair's phone to the table of its match, as `join` does a tablet. The caller has
    checked the pair's `link` under the tournament's lock. Raises what `join` raises."""
    place = JoinTarget(table, pair, _hash(link))
    return _bind(place, label=label, known_as=known_as, public_key=public_key)


@dataclass(frozen=True, slots=True)
class JoinTarget:
    """Where a device joins: the table, the pair whose phone it becomes, if any, and the hash of the
    link by which it comes."""

    table: Table
    pair: Pair | None
    link_hash: str


def _bind(place: JoinTarget, *, label: str, known_as: str, public_key: str) -> tuple[Device, str]:
    _must_be_key(public_key)
    name, fault = texts.clean(label, field="label", longest=80)
    wording.refuse([fault] if fault else [])
    same = _known(known_as, tournament_id=place.table.tournament_id)
    if same is not None and same.revoked_at is None:
        return _came_again(same, place, name, public_key), known_as
    if same is not None and same.link_hash == place.link_hash:
        raise NotAllowed.one("token", "device_revoked", SHUT_OUT)
    _make_room(place)
    raw = token_urlsafe(32)
    now = timezone.now()
    device = Device.objects.create(
        table=place.table,
        pair=place.pair,
        token_hash=_hash(raw),
        label=name or _next_label(place.table),
        link_hash=place.link_hash,
        public_key=public_key,
        joined_at=now,
        last_seen_at=now,
    )
    _note_joined(device)
    return device, raw


def revoke_phones(*, tournament: Tournament, actor: Actor, pair: Pair | None = None) -> None:
    """Revokes the phones of a pair, or of all pairs. To be called under the tournament's lock. By a
    link that is valid later they may join again."""
    phones = Device.objects.filter(
        table__tournament=tournament, pair__isnull=False, revoked_at=None
    )
    if pair is not None:
        phones = phones.filter(pair=pair)
    for device in phones.select_related("table__tournament").order_by("pk"):
        device.revoked_at = timezone.now()
        device.link_hash = ""
        device.save(update_fields=["revoked_at", "link_hash"])
        _append("device.revoked", device, actor)


@transaction.atomic
def signs_with(*, device_id: int, key: str) -> None:
    """Stores the key of a device that has none yet. Raises Refusal (bad_key, other_key)."""
    _must_be_key(key)
    device = Device.objects.select_for_update().get(pk=device_id)
    if not device.public_key:
        device.public_key = key
        device.save(update_fields=["public_key"])
    elif device.public_key != key:
        raise Refusal.one("signed.key", "other_key", _OTHER_KEY)


_OTHER_KEY = _(
    "This tablet signs with another key than before. Join the table again by its code, then ask "
    "both pairs once more."
)


def _must_be_key(key: str) -> None:
    if key and not is_key(key):
        raise Refusal.one(
            "public_key", "bad_key", _("This is no key that a tablet signs with. Update the app.")
        )


def _came_again(device: Device, place: JoinTarget, name: str, key: str) -> Device:
    """A known device joins again. Appends an event only when its table, pair, name or key
    changed."""
    was = (device.table_id, device.pair_id, device.label, device.public_key)
    device.table, device.pair = place.table, place.pair
    device.label = name or device.label
    device.link_hash = place.link_hash
    device.public_key = key or device.public_key
    device.last_seen_at = timezone.now()
    device.save(update_fields=["table", "pair", "label", "link_hash", "public_key", "last_seen_at"])
    if (device.table_id, device.pair_id, device.label, device.public_key) != was:
        _note_joined(device)
    return device


def _known(raw: str, *, tournament_id: int) -> Device | None:
    """The device of this tournament that holds the secret `raw`, revoked or not."""
    if not isinstance(raw, str) or not 0 < len(raw) <= MOST_TOKEN_LENGTH:
        return None
    here = Device.objects.filter(table__tournament_id=tournament_id)
    return here.filter(token_hash=_hash(raw)).first()


def _make_room(place: JoinTarget) -> None:
    """At a full table, deletes the device that has been silent longest, among those that did
    nothing. A device that acted stays: what it did refers to it. The phones of a pair take no room
    of the table's tablets: only of each other."""
    present = Device.objects.filter(revoked_at__isnull=True, pair=place.pair)
    devices = list(present if place.pair else present.filter(table=place.table))
    if len(devices) < (MOST_PHONES_A_PAIR if place.pair else MOST_DEVICES_A_TABLE):
        return
    own = Event.objects.filter(
        tournament_id=place.table.tournament_id,
        actor_kind="device",
        actor_id__in=[device.pk for device in devices],
    )
    acted = set(own.exclude(kind="device.joined").values_list("actor_id", flat=True))
    idle = [device for device in devices if device.pk not in acted]
    if idle:
        min(idle, key=lambda d: (d.last_seen_at or d.joined_at, d.pk)).delete()


def _next_label(table: Table) -> str:
    labels = set(Device.objects.filter(table=table).values_list("label", flat=True))
    return next(label for n in count(1) if (label := f"{table.number}-{n}") not in labels)


def _note_joined(device: Device) -> None:
    table, pair = device.table, device.pair
    events.append(
        table.tournament,
        Actor(
            "device", device.pk, label_of(table.number, device.pk, pair.number if pair else None)
        ),
        "device.joined",
        {
            "table": table.number,
            "device": device.pk,
            "name": device.label,
            **({"pair": events.pair_ref(pair)} if pair else {}),
            **({"key": device.public_key} if device.public_key else {}),
        },
    )


def _hash(raw: str) -> str:
    return sha256(raw.encode("utf-8", "replace")).hexdigest()


@transaction.atomic
def name(*, device_id: int, label: str, actor: Actor) -> Device:
    """Names a device, so that people recognize it; returns the device.

    Raises NotFound (no_such_device), NotAllowed, Refusal (the label's faults, label_required).
    """
    device = _of_official(device_id, actor)
    clean, fault = texts.clean(label, field="label", longest=80)
    wording.refuse([fault] if fault else [])
    if not clean:
        raise Refusal.one("label", "label_required", _("Give it a name that people here know."))
    if clean != device.label:
        was, device.label = device.label, clean
        device.save(update_fields=["label"])
        _append("device.named", device, actor, name=clean, was={"name": was})
    return device


def seen(*, device_id: int, unsent: int | None = None) -> bool:
    """Stores that a device has just reported, and how many hands it has not sent. Appends no event:
    nothing in the tournament changes. False for a revoked device. Raises Refusal (out_of_range)."""
    if unsent is not None:
        unsent = rights.whole_number(unsent, field="unsent", least=0, most=MOST_UNSENT)
    now = DateTimeField().get_db_prep_value(timezone.now(), connection)
    with connection.cursor() as cursor:
        cursor.execute(SEEN, [now, unsent, device_id])
        return bool(cursor.rowcount)


# By hand, because it comes with every request of a tablet (docs/decisions/0120).
SEEN = """
UPDATE tournament_device SET last_seen_at = %s, unsent = COALESCE(%s, unsent)
WHERE id = %s AND revoked_at IS NULL"""


@transaction.atomic
def revoke(*, device_id: int, actor: Actor, new_code: bool = False) -> Device:
    """Revokes a tablet and returns it: it can do nothing any more, and cannot join again by the
    same link.

    `new_code`: the table also gets a new link, because a browser that deletes its token could join
    by the old link as a new device. A pair's phone came by the pair's own link, not by the
    table's. Raises NotFound, NotAllowed, Refusal (already_revoked).
    """
    device = _of_official(device_id, actor)
    if device.revoked_at is not None:
        raise Refusal.one(
            "device", "already_revoked", _("This device is revoked already. Nothing is left to do.")
        )
    device.revoked_at = timezone.now()
    device.save(update_fields=["revoked_at"])
    _append("device.revoked", device, actor)
    if new_code and device.pair_id is None:
        table = device.table
        tables.rotate(tournament_id=table.tournament_id, number=table.number, actor=actor)
    return device


def _of_official(device_id: int, actor: Actor) -> Device:
    """A device, read after its tournament is locked. Raises NotAllowed unless the actor is an
    official."""
    rows = Device.objects.filter(pk=device_id)
    owner = rows.values_list("table__tournament_id", flat=True).first()
    if owner is None:
        raise NotFound.one(
            "device", "no_such_device", _("There is no such device. Choose one from the list.")
        )
    rights.official(tournament=lock(tournament_id=owner), actor=actor)
    return Device.objects.select_related("table__tournament").get(pk=device_id)


def _append(kind: str, device: Device, actor: Actor, **more: object) -> None:
    events.append(
        device.table.tournament,
        actor,
        kind,
        {"table": device.table.number, "device": device.pk, **more},
    )
