"""Tables, their join links and the devices at them."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import connection
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from tournament.errors import NotAllowed, NotFound
from tournament.fields import same_fields
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, PairName, card_of, name_of, with_all
from tournament.tables.models import Arrangement, Device, Table

SALT = "tournament.table.join"
MOST_TOKEN_LENGTH = 200
SILENT_AFTER = timedelta(minutes=2)
"""After so long without a word, a table counts as silent. A tablet with network reports every half
minute."""
SHUT_OUT = _("The organizer has revoked this device. Scan the table's new code to go on.")


@dataclass(frozen=True, slots=True)
class DeviceView:
    """A tablet at a table. `unsent`: hands not sent yet, as the tablet last reported. `pair_number`
    and `pair_name`: the pair whose phone it is; None and "" for a tablet of the whole table."""

    id: int
    label: str
    joined_at: datetime
    last_seen_at: datetime | None
    unsent: int
    is_revoked: bool
    pair_number: int | None = None
    pair_name: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with the match being played there, the next match there, and its tablets. `freed_at`:
    when the last match there ended. `name`: what people call it; `is_out`: it is out of service;
    `kept_for`: the pair whose matches it is kept for."""

    id: int
    number: int
    match: MatchCard | None
    waiting: tuple[MatchCard, ...]
    devices: tuple[DeviceView, ...]
    freed_at: datetime | None
    name: str = ""
    is_out: bool = False
    kept_for: PairName | None = None

    @property
    def last_seen_at(self) -> datetime | None:
        return max((d.last_seen_at for d in self.devices if d.last_seen_at), default=None)

    @property
    def silent_since(self) -> datetime | None:
        """When a tablet of the table last reported, if that is longer ago than SILENT_AFTER;
        otherwise None, also for a table without a tablet. The phones of pairs do not count."""
        tablets = [d for d in self.devices if not d.is_revoked and d.pair_number is None]
        report_times = [d.last_seen_at or d.joined_at for d in tablets]
        last = max(report_times, default=None)
        return last if last and timezone.now() - last > SILENT_AFTER else None

    @property
    def unsent(self) -> int:
        return sum(device.unsent for device in self.devices if not device.is_revoked)


@dataclass(frozen=True, slots=True)
class DeviceIdentity:
    """A device whose token was recognized."""

    id: int
    label: str
    table_id: int
    table_number: int
    tournament_id: int
    slug: str
    pair_id: int | None = None
    pair_number: int | None = None

    @property
    def actor(self) -> Actor:
        """The device as the log names it."""
        label = label_of(self.table_number, self.id, self.pair_number)
        return Actor("device", self.id, label, self.table_id, self.pair_id)


def label_of(table: int, device: int, pair: int | None) -> str:
    """The label of a device in the log. `pair`: number of the pair whose phone it is."""
    return f"table {table} device {device}" + (f" pair {pair}" if pair is not None else "")


def tables_overview(*, tournament_id: int) -> tuple[TableView, ...]:
    """Every table in use. Always three queries."""
    tables = Table.objects.filter(
        tournament_id=tournament_id, number__lte=F("tournament__tables_count")
    )
    tables = tables.select_related("arrangement__kept_for").annotate(
        freed_at=Max("matches__finished_at", filter=Q(matches__status="finished"))
    )
    matches: dict[int | None, list[MatchCard]] = defaultdict(list)
    live = Match.objects.filter(tournament_id=tournament_id, table__isnull=False)
    live = with_all(live.exclude(status="finished"))
    for match in live.order_by("kind", "round", "slot"):
        matches[match.table_id].append(card_of(match))
    devices: dict[int, list[DeviceView]] = defaultdict(list)
    rows = Device.objects.filter(table__tournament_id=tournament_id).select_related("pair")
    for device in rows.order_by("id"):
        devices[device.table_id].append(_device_view(device))
    return tuple(
        _table_view(table, matches[table.pk], devices[table.pk])
        for table in tables.order_by("number")
    )


def join_token(table: Table) -> str:
    """The secret of a table's link. It is computed from SECRET_KEY and the table's nonce, never
    stored."""
    return f"{table.pk}.{_signature(table.pk, table.join_nonce)}"


def join_tokens(*, tournament_id: int) -> tuple[tuple[int, str], ...]:
    """Every table's number and link secret, for printing: for organizers only. One query."""
    tables = Table.objects.filter(
        tournament_id=tournament_id, number__lte=F("tournament__tables_count")
    ).order_by("number")
    return tuple((table.number, join_token(table)) for table in tables)


def names_of_tables(*, tournament_id: int) -> dict[int, str]:
    """Number of table → its name, for those that have one. One query."""
    named = Arrangement.objects.filter(table__tournament=tournament_id).exclude(name="")
    return dict(named.values_list("table__number", "name"))


def table_of_token(*, token: str) -> Table:
    """The table of a join link's secret. Raises NotFound (bad_link) for any other text."""
    table = _table_named(token)
    if table is None or table.number > table.tournament.tables_count:
        raise _bad_link()
    expected = _signature(table.pk, table.join_nonce)
    if not constant_time_compare(token, f"{table.pk}.{expected}"):
        raise _bad_link()
    return table


def authenticate(raw: str) -> DeviceIdentity:
    """The device that holds the token `raw`. Raises NotAllowed (unknown_device, device_revoked)."""
    device: Any = None
    if isinstance(raw, str) and 0 < len(raw) <= MOST_TOKEN_LENGTH:
        hashed = sha256(raw.encode("utf-8", "replace")).hexdigest()
        with connection.cursor() as cursor:
            cursor.execute(HELD_BY, [hashed])
            device = cursor.fetchone()
    if device is None:
        raise NotAllowed.one(
            "device",
            "unknown_device",
            _("This device is not known here. Scan the table's code again."),
        )
    *identity, revoked_at = device
    if revoked_at is not None:
        raise NotAllowed.one("device", "device_revoked", SHUT_OUT)
    return DeviceIdentity(*identity)


# By hand, because it comes with every request of a tablet (docs/decisions/0120). In the order of
# DeviceIdentity.
HELD_BY = """
SELECT d.id, d.label, d.table_id, t.number, t.tournament_id, o.slug, d.pair_id, p.number,
    d.revoked_at
FROM tournament_device d
JOIN tournament_table t ON t.id = d.table_id
JOIN tournament_tournament o ON o.id = t.tournament_id
LEFT JOIN tournament_pair p ON p.id = d.pair_id
WHERE d.token_hash = %s"""


def _signature(pk: int, nonce: str) -> str:
    return salted_hmac(SALT, f"{pk}:{nonce}", algorithm="sha256").hexdigest()[:40]


def _table_named(token: object) -> Table | None:
    if not isinstance(token, str) or len(token) > MOST_TOKEN_LENGTH or not token.isascii():
        return None
    name = token.partition(".")[0]
    if not name.isdigit() or len(name) > 18:
        return None
    return Table.objects.filter(pk=int(name)).select_related("tournament").first()


def _bad_link() -> NotFound:
    return NotFound.one(
        "token",
        "bad_link",
        _("This table link does not work any more. Ask the organizer for the new one."),
    )


def _device_view(device: Device) -> DeviceView:
    return DeviceView(
        **same_fields(device, DeviceView),
        is_revoked=device.revoked_at is not None,
        pair_number=device.pair.number if device.pair else None,
        pair_name=device.pair.name if device.pair else "",
    )


def _table_view(table: Any, cards: list[MatchCard], devices: list[DeviceView]) -> TableView:
    playing = next((card for card in cards if card.status == "playing"), None)
    waiting = tuple(card for card in cards if card.status != "playing")
    arranged = getattr(table, "arrangement", None)
    return TableView(
        table.pk, table.number, playing, waiting, tuple(devices), table.freed_at,
        name=table.name, is_out=table.is_out,
        kept_for=name_of(arranged.kept_for) if arranged else None,
    )  # fmt: skip
