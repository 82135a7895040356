"""Queries for the operator: accounts, tournaments, bytes."""

import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Count, Max, Q

from tournament.championship.models import Tournament
from tournament.log.models import Event

PAGE = 50


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account as the operator sees it."""

    id: int
    name: str
    joined_at: datetime
    last_login: datetime | None
    is_open: bool
    is_operator: bool
    has_second_step: bool
    tournaments: int


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament as the operator sees it. `last`: the time of its last event."""

    id: int
    slug: str
    name: str
    starts_at: datetime
    events: int
    last: datetime | None
    organizers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """Space on the disk, in bytes."""

    free: int
    total: int
    database: int


def account_list(*, search: str = "", page: int = 1) -> list[AccountRow]:
    """A page of fifty accounts whose name contains `search`, by name. Two queries."""
    users = (
        get_user_model()._default_manager.annotate(runs=Count("tournaments")).order_by("username")
    )
    if search:
        users = users.filter(username__icontains=search)
    accounts = list(users[(page - 1) * PAGE : page * PAGE])
    second = set(
        users.filter(Q(totpdevice__confirmed=True) | Q(passkeys__isnull=False))
        .filter(pk__in=[account.pk for account in accounts])
        .order_by()
        .values_list("pk", flat=True)
    )
    return [
        AccountRow(
            account.pk, account.get_username(), account.date_joined, account.last_login,
            account.is_active, account.is_superuser, account.pk in second, account.runs,
        )
        for account in accounts
    ]  # fmt: skip


def tournament_list(*, search: str = "", page: int = 1) -> list[TournamentRow]:
    """A page of fifty tournaments whose name contains `search`, newest first. Three queries."""
    cups = Tournament.objects.order_by("-pk").prefetch_related("organizers")
    if search:
        cups = cups.filter(name__icontains=search)
    tournaments = list(cups[(page - 1) * PAGE : page * PAGE])
    lasts = dict(
        Event.objects.filter(tournament__in=tournaments)
        .order_by()
        .values_list("tournament_id")
        .annotate(last=Max("at"))
    )
    return [
        TournamentRow(
            tournament.pk, tournament.slug, tournament.name, tournament.starts_at,
            tournament.event_number, lasts.get(tournament.pk),
            tuple(sorted(user.get_username() for user in tournament.organizers.all())),
        )
        for tournament in tournaments
    ]  # fmt: skip


def counts() -> dict[str, int]:
    """How many accounts, tournaments and events there are."""
    return {
        "accounts": get_user_model()._default_manager.count(),
        "tournaments": Tournament.objects.count(),
        "events": Event.objects.order_by().aggregate(last=Max("pk"))["last"] or 0,
    }


def room() -> Room:
    """The space on the disk, and how much of it the database takes."""
    usage = shutil.disk_usage(settings.VAR_DIR)
    return Room(usage.free, usage.total, _database_bytes())


def _database_bytes() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    path = Path(str(connection.settings_dict["NAME"]))
    return sum(one.stat().st_size for one in path.parent.glob(f"{path.name}*") if one.is_file())
