"""Making a backup, and restoring one."""

import shutil
import sqlite3
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from delivery.release import release
from jobs.machine import flush_to_disk
from jobs.models import Job, JobState
from operations.backups import manifest as manifests
from operations.backups import postgres, sqlite
from operations.backups.manifest import BadBackup, Manifest, check_files, digest
from tournament.log.queries.log import heads, verify_log

KEYS = "keys"
PART = ".part"
"""Suffix of the folder of an unfinished backup."""
KEY_FILES = ("*_key", "*.key", "*.pem", "lan/*.key", "lan/*.pem", "lan/*.crt")


@dataclass(frozen=True, slots=True)
class Made:
    """A finished backup: its folder, its tournaments and its bytes."""

    folder: Path
    tournaments: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored. Every log was hashed again, and every head is as in the backup."""

    tournaments: int
    events: int
    made_at: str


def back_up(folder: Path) -> Made:
    """Writes a backup to `folder`. The folder exists only when the backup is complete. Raises
    BadBackup."""
    if folder.exists():
        raise BadBackup(f"{folder} exists already: name a folder that does not.")
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A name of its own (mode 0700): two runs with the same target do not disturb each other.
    part = Path(mkdtemp(prefix=f"{folder.name}.", suffix=PART, dir=folder.parent))
    try:
        manifest = _written(part)
        _copy_keys(part)
        files = {
            str(path.relative_to(part)): digest(path)
            for path in sorted(part.rglob("*"))
            if path.is_file()
        }
        manifests.write(part, replace(manifest, files=files))
        flush_to_disk(*part.rglob("*"), part)
        if folder.exists():  # rename would replace an empty folder
            raise BadBackup(f"{folder} was made by another backup in the meantime.")
        part.rename(folder)
    except sqlite3.OperationalError as error:  # a full disk, a file that cannot be read
        shutil.rmtree(part, ignore_errors=True)
        raise BadBackup(f"{error}. Nothing was kept of this backup.") from error
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Made(folder, len(manifest.heads), size)


def check(folder: Path) -> Manifest:
    """Reads every file of a backup and compares it with the manifest. Raises BadBackup."""
    manifest = manifests.read(folder)
    check_files(folder, manifest)
    if manifest.engine == "sqlite":
        sqlite.check(folder)
    return manifest


def bring_back(folder: Path, *, replace_all: bool = False, with_keys: bool = False) -> Restored:
    """Restores a backup into this database, migrates it forward and compares every tournament's
    head with the manifest. Raises BadBackup; then nothing has changed, unless the message says so.
    """
    manifest = check(folder)
    _must_fit(manifest, folder)
    if not replace_all and _holds_something():
        raise BadBackup(
            "This database is not empty. Stop the servers and write --replace to put the backup "
            "in the place of everything that is there."
        )
    if connection.vendor == "postgresql" and manifest.engine == "sqlite":
        postgres.load_sqlite(folder, manifest.migrations, manifest.rows)
    elif connection.vendor == "postgresql":
        postgres.load(folder, manifest.migrations)
    else:
        connection.close()
        sqlite.load(settings.DATABASES["default"], folder)
    if with_keys:
        _put_keys_back(folder)
    call_command("migrate", verbosity=0, interactive=False)
    _end_old_jobs()
    return Restored(len(manifest.heads), _must_be_the_same(manifest), manifest.made_at)


def _written(folder: Path) -> Manifest:
    is_postgres = connection.vendor == "postgresql"
    with postgres.one_moment() if is_postgres else nullcontext():
        made_at = timezone.now().isoformat(timespec="seconds")
        if is_postgres:
            rows = postgres.dump(folder)
            known = {head.slug: [head.number, head.hash] for head in heads().values()}
            return Manifest("postgresql", release(), made_at, _migrations(), known, rows)
        sqlite.dump(settings.DATABASES["default"], folder)
        return Manifest(
            "sqlite", release(), made_at, sqlite.migrations(folder), sqlite.heads(folder),
            sqlite.rows(folder),
        )  # fmt: skip


def _must_fit(manifest: Manifest, folder: Path) -> None:
    if manifest.engine == "postgresql" != connection.vendor:
        raise BadBackup(
            f"{folder} is of PostgreSQL and this database is SQLite: set DATABASE_URL to a "
            "PostgreSQL. Only the other way leads from one kind into the other."
        )
    known = MigrationLoader(None).disk_migrations or {}
    for app, names in manifest.migrations.items():
        for name in names:
            if (app, name) not in known:
                raise BadBackup(
                    f"{folder} was made by a version that has {app}.{name}, and this one has not: "
                    f"install that version ({manifest.release}) first."
                )


def _must_be_the_same(manifest: Manifest) -> int:
    events = 0
    current_heads = heads()
    for slug, (number, sealed) in manifest.heads.items():
        head = current_heads.get(slug)
        if head is None or (head.number, head.hash) != (number, sealed):
            raise BadBackup(f"Tournament {slug} came back otherwise than it was: restore again.")
        check_ = verify_log(tournament_id=head.tournament)
        if not check_.ok:
            raise BadBackup(
                f"The log of {slug} breaks at event {check_.wrong_number} ({check_.code}). It was "
                "so when the backup was made: take an earlier one."
            )
        events += number
    return events


def _migrations() -> dict[str, list[str]]:
    by_app: dict[str, list[str]] = {}
    for app, name in MigrationRecorder(connection).applied_migrations():
        by_app.setdefault(app, []).append(name)
    return by_app


def _holds_something() -> bool:
    tables = set(connection.introspection.table_names())
    if tables - {*connection.introspection.django_table_names(), "django_migrations"}:
        return True  # tables of another program: DATABASE_URL may be wrong
    if "tournament_tournament" not in tables or "auth_user" not in tables:
        return False
    users = get_user_model()._default_manager
    return bool(heads(slugs=None)) or users.exists()


def _end_old_jobs() -> None:
    """Ends jobs that waited when the backup was made: they have been done since, or are not wanted
    any more."""
    waiting = Job.objects.filter(state__in=[JobState.QUEUED, JobState.RUNNING])
    message = "It waited when a backup was made that was restored since."
    waiting.update(state=JobState.FAILED, ended_at=timezone.now(), lease_until=None, said=message)


def _copy_keys(folder: Path) -> None:
    for path in _keys(Path(settings.VAR_DIR)):
        into = folder / KEYS / path.relative_to(settings.VAR_DIR)
        into.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copy2(path, into)


def _put_keys_back(folder: Path) -> None:
    for path in sorted((folder / KEYS).rglob("*")):
        if path.is_file():
            into = Path(settings.VAR_DIR) / path.relative_to(folder / KEYS)
            into.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            shutil.copy2(path, into)


def _keys(var: Path) -> list[Path]:
    return sorted({path for pattern in KEY_FILES for path in var.glob(pattern) if path.is_file()})
