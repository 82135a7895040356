"""Checks of the machine: its clock, its disk, the limit of open files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from operations.checks import parts
from operations.checks.finding import Finding, bad, ok, warning
from tournament.log.models import Event

FEW_FILES = 4_096
DRIFT = timedelta(seconds=2)
BUILT = datetime(2026, 1, 1, tzinfo=UTC)


def check() -> Iterator[Finding]:
    yield clock()
    yield disk()
    yield open_files()
    yield folder()


def clock() -> Finding:
    """Compares the clock with the database's clock and with the times in the logs."""
    now = datetime.now(UTC)
    remedy = "Set the clock and keep it set: timedatectl set-ntp true."
    if now < BUILT:
        return bad("clock", f"The clock says {now:%Y-%m-%d}.", remedy)
    try:
        newest = Event.objects.order_by("-pk").values_list("at", flat=True).first()
        if newest is not None and newest > now + DRIFT:
            says = f"The newest event is of {newest:%Y-%m-%d %H:%M:%S} UTC, which is to come."
            return bad("clock", says, remedy)
        if abs(away := _database_clock() - now) > DRIFT:
            seconds = away.total_seconds()
            return bad("clock", f"The database's clock is {seconds:+.0f} s away.", remedy)
    except DatabaseError:
        return ok("clock", "It is after the newest version; the database was not asked.")
    return ok("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC")


def disk() -> Finding:
    usage = shutil.disk_usage(settings.VAR_DIR)
    says = f"{usage.free / 1e9:.1f} GB free of {usage.total / 1e9:.1f} GB at {settings.VAR_DIR}."
    remedy = "Make space, or set VAR_DIR and BACKUP_DIR to another disk."
    found = parts.disk()
    if found == "full":
        return bad("disk", says, remedy)
    return warning("disk", says, remedy) if found == "nearly full" else ok("disk", says)


def open_files() -> Finding:
    says = f"{settings.OPEN_FILES:,} open files, {settings.LIVE_STREAMS:,} streams."
    if settings.OPEN_FILES >= FEW_FILES:
        return ok("open files", says)
    remedy = "Raise the hard limit: LimitNOFILE=65536 in the unit, or ulimit -Hn 65536."
    return warning("open files", says, remedy)


def folder() -> Finding:
    """Checks who can read the data folder, which holds contacts, password hashes and keys."""
    var = Path(settings.VAR_DIR)
    if var.stat().st_mode & 0o077:
        return bad("files", f"{var} can be read by others.", f"chmod 700 {var}")
    return ok("files", f"{var} is this account's alone.")


def _database_clock() -> datetime:
    if connection.vendor != "postgresql":
        return datetime.now(UTC)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
        return found
