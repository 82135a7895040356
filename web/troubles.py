"""Troubles of the database: which one an error means, and the words for people."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import Error
from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise


@dataclass(frozen=True, slots=True)
class Trouble:
    """`name` for programs, `title` and `remedy` for people; `wait`: seconds until another try."""

    name: str
    title: StrOrPromise
    remedy: StrOrPromise
    wait: int


BUSY = Trouble(
    "service_unavailable",
    _("Too many are saving at once"),
    _("What you sent was not saved. Go back and send it again in a moment."),
    5,
)
FULL = Trouble(
    "disk_full",
    _("The server's disk is full"),
    _("What you sent was not saved. Tell the organizer: space has to be made on the server."),
    60,
)
READ_ONLY = Trouble(
    "read_only",
    _("Nothing can be saved at the moment"),
    _("The database can only be read. What you sent was not saved: tell the organizer."),
    60,
)
AWAY = Trouble(
    "database_away",
    _("The database cannot be reached"),
    _("What you sent was not saved. Go back and send it again in a moment."),
    5,
)

_SQLITE = (
    ("locked", BUSY),
    ("disk is full", FULL),
    ("readonly database", READ_ONLY),
    ("disk i/o error", AWAY),
    ("unable to open database file", AWAY),
)
_POSTGRES = {
    "DiskFull": FULL,
    "ReadOnlySqlTransaction": READ_ONLY,
    "LockNotAvailable": BUSY,
    "DeadlockDetected": BUSY,
    "QueryCanceled": BUSY,
    "PoolTimeout": BUSY,
    "TooManyConnections": BUSY,
    "OutOfMemory": BUSY,
    "InterfaceError": AWAY,
}
"""Name of the driver's exception → the trouble. Any other OperationalError means a lost
connection."""


def trouble_of(error: BaseException | None) -> Trouble | None:
    """The trouble behind a database error; None for other errors and for faults of this program."""
    if not isinstance(error, Error):
        return None
    cause = error.__cause__
    if type(cause).__module__.partition(".")[0] in ("psycopg", "psycopg_pool"):
        operational = AWAY if type(error).__name__ == "OperationalError" else None
        return _POSTGRES.get(type(cause).__name__, operational)
    said = str(error).lower()
    return next((trouble for words, trouble in _SQLITE if words in said), None)
