"""`manage.py serve --demo-site`: runs the server of a public demo and replaces its database each
night.

The new database is filled beside the one in use. The server stops only while the files are
swapped, which takes a few seconds; open pages connect again by themselves.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from types import FrameType
from typing import NoReturn
from urllib.parse import quote

from django.conf import settings
from django.utils import timezone

from web.demosite import RESET_AT

DATABASE = "mus.sqlite3"
SHARED = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL")
"""Variables that would connect the demo site with another installation."""
ENVIRONMENT = {
    "BACKUPS_KEPT": "0",
    # The password stands in the banner: guessing it is no attack, but counting wrong guesses would
    # let one visitor lock the others out.
    "LOGIN_FAILURES_PER_NAME": "1000000",
}
LOOK_SECONDS = 0.5
STOP_SECONDS = 20


class NotForADemo(Exception):
    """The folder or the environment belongs to another installation. The text names the remedy."""


def next_reset(now: datetime) -> datetime:
    """The first `RESET_AT` after `now`, in the time zone of `now`."""
    today = datetime.combine(now.date(), RESET_AT, tzinfo=now.tzinfo)
    return (
        today
        if now < today
        else datetime.combine(now.date() + timedelta(days=1), RESET_AT, tzinfo=now.tzinfo)
    )


def claim(environment: Mapping[str, str]) -> None:
    """Marks VAR_DIR as the folder of a demo site, so that its database may be deleted.

    Raises NotForADemo when it holds an installation that is no demo site, or when the environment
    names the database or broker of one.
    """
    for name in SHARED:
        if environment.get(name):
            raise NotForADemo(
                f"A demo site has a database of its own, and {name} names another: unset {name}."
            )
    if settings.DEMO_MARKER.exists():
        return
    if (settings.VAR_DIR / DATABASE).exists():
        raise NotForADemo(
            f"{settings.VAR_DIR} holds tournaments, and a demo site deletes its database each "
            "night. Name an empty folder: VAR_DIR=/srv/mus-demo"
        )
    settings.DEMO_MARKER.write_text(
        "The database in this folder belongs to a public demo and is deleted each night.\n",
        encoding="ascii",
    )


def refuse_marked() -> None:
    """Raises NotForADemo when VAR_DIR is the folder of a demo site: an ordinary server would never
    reset it."""
    if settings.DEMO_MARKER.exists():
        raise NotForADemo(
            f"{settings.VAR_DIR} belongs to a demo site: add --demo-site, or name another folder "
            "with VAR_DIR."
        )


def run(*, host: str, port: int, say: Callable[[str], object]) -> int:
    """Serves the demo site until it is stopped; returns the exit status of a server that ended by
    itself."""
    signal.signal(signal.SIGTERM, _stop)
    settings.DEMO_REQUEST.unlink(missing_ok=True)
    address = ["--host", host, "--port", str(port)]
    new = _new_database()
    while True:
        _swap(new)
        due = next_reset(timezone.localtime())
        say(f"\nThe demo site is open. It is reset at {due:%Y-%m-%d %H:%M %Z}.")
        server = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "config.server", *address], env={**os.environ, **ENVIRONMENT}
        )
        try:
            if not _wait(server, due):
                return server.returncode
            say("\nFilling the next database …")
            new = _new_database()
        finally:
            _end(server)


def _wait(server: subprocess.Popen[bytes], due: datetime) -> bool:
    """Waits for the hour of the reset or a request for one; returns False when the server ended."""
    while timezone.now() < due:
        if server.poll() is not None:
            return False
        if settings.DEMO_REQUEST.exists():
            settings.DEMO_REQUEST.unlink()
            return True
        time.sleep(LOOK_SECONDS)
    return True


def _new_database() -> Path:
    """Fills a database beside the one in use and returns its file. Raises CalledProcessError."""
    new: Path = settings.VAR_DIR / f"next.{DATABASE}"
    _remove(new)
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{quote(str(new))}"}
    for command in ("migrate", "demo"):
        subprocess.run(  # noqa: S603
            [sys.executable, str(settings.BASE_DIR / "manage.py"), command, "--verbosity", "0"],
            env=environment, stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
    with closing(sqlite3.connect(new)) as connection:
        # All of it in one file, which can be renamed.
        connection.execute("PRAGMA journal_mode=DELETE")
    return new


def _swap(new: Path) -> None:
    _remove(settings.VAR_DIR / DATABASE)
    new.replace(settings.VAR_DIR / DATABASE)


def _remove(database: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def _end(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    with suppress(subprocess.TimeoutExpired):
        server.wait(STOP_SECONDS)
        return
    server.kill()
    server.wait()


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
