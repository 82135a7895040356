"""Checks of the machine: its clock, its disk, the limit of open files."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from jobs.machine import others_can_read
from operations.checks import parts
from operations.checks.finding import Finding, bad, ok, warning
from tournament.log.models import Event

FEW_FILES = 4_096
DRIFT = timedelta(seconds=2)
BUILT = datetime(2026, 1, 1, tzinfo=UTC)
FOLDERS = ("VAR_DIR", "BACKUP_DIR")
"""Settings that name a folder; each may be a disk of its own."""
PROBE_BYTES = 1_000_000


def check() -> Iterator[Finding]:
    yield clock()
    for name in FOLDERS:
        yield disk(name)
        yield writable(name)
    yield readable()
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


def disk(name: str) -> Finding:
    """Checks the free space of a folder's disk."""
    about, at = f"disk of {name}", existing(Path(getattr(settings, name)))
    usage = shutil.disk_usage(at)
    says = f"{usage.free / 1e9:.1f} GB free of {usage.total / 1e9:.1f} GB at {at}."
    remedy = f"Make space, or set {name} to another disk."
    state = parts.space(at)
    if state == "full":
        return bad(about, says, remedy)
    return warning(about, says, remedy) if state == "nearly full" else ok(about, says)


def writable(name: str) -> Finding:
    """Writes a file of a megabyte into a folder, and deletes it: a full or read-only disk and a
    folder of another account show only so."""
    about, at = f"writing to {name}", existing(Path(getattr(settings, name)))
    try:
        with tempfile.NamedTemporaryFile(dir=at, prefix=".doctor-") as probe:
            probe.write(bytes(PROBE_BYTES))
            probe.flush()
    except OSError as error:
        remedy = f"Make {at} writable for this account, or set {name} to another folder."
        return bad(about, f"{at} cannot be written to: {error.strerror}.", remedy)
    return ok(about, f"A file was written to {at} and deleted.")


def readable() -> Finding:
    """Checks that this account may read and write each file of VAR_DIR: after a command as another
    account some may belong to that one."""
    about, at = "reading VAR_DIR", existing(Path(settings.VAR_DIR))
    remedy = f"Give the files to the account of the servers: chown -R mus {at}"
    try:
        shut = [one.name for one in at.iterdir() if not os.access(one, os.R_OK | os.W_OK)]
    except OSError as error:
        return bad(about, f"{at} cannot be read: {error.strerror}.", remedy)
    if shut:
        return bad(about, f"Not for this account: {', '.join(sorted(shut)[:5])}.", remedy)
    return ok(about, "Every file there can be read and written.")


def existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists: it will be made there."""
    return next((one for one in (folder, *folder.parents) if one.exists()), folder)


def open_files() -> Finding:
    says = f"{settings.OPEN_FILES:,} open files, {settings.LIVE_STREAMS:,} streams."
    if settings.OPEN_FILES >= FEW_FILES:
        return ok("open files", says)
    remedy = "Raise the hard limit: LimitNOFILE=65536 in the unit, or ulimit -Hn 65536."
    return warning("open files", says, remedy)


def folder() -> Finding:
    """Checks who can read the data folder, which holds contacts, password hashes and keys."""
    var = Path(settings.VAR_DIR)
    if others_can_read(var):
        return bad("files", f"{var} can be read by others.", f"chmod 700 {var}")
    return ok("files", f"{var} is this account's alone.")


def _database_clock() -> datetime:
    if connection.vendor != "postgresql":
        return datetime.now(UTC)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
        return now
