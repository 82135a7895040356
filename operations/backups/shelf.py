"""The folder of nightly backups, and how many are kept."""

import shutil
import time
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from operations.backups.manifest import NAME
from operations.backups.services import PART, Made, back_up

NAMES = "%Y-%m-%dT%H%M%S"
ABANDONED = 7_200
"""Seconds without a new file after which an unfinished backup is abandoned."""


class TooFull(Exception):
    """Another backup would not leave the database enough room."""


def folder() -> Path:
    return Path(settings.BACKUP_DIR)


def newest() -> datetime | None:
    """When the newest nightly backup was made; None without one."""
    backups = _complete_backups()
    return _moment(backups[-1]) if backups else None


def add() -> Made:
    """Makes a backup; deletes the oldest ones beyond BACKUPS_KEPT. Raises TooFull."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    _clear()
    sizes = [_size(path) for path in _complete_backups()[-1:]]
    if shutil.disk_usage(folder()).free < 2 * max(sizes, default=0) + 100_000_000:
        raise TooFull(f"There is no room for another backup in {folder()}: set BACKUP_DIR.")
    backup = back_up(folder() / f"{timezone.localtime():{NAMES}}")
    # Never the one just made: after the clock was set back it sorts before the others.
    others = [path for path in _complete_backups() if path != backup.folder]
    for old in others[: max(0, len(others) - settings.BACKUPS_KEPT + 1)]:
        # One that was moved to another disk: the link goes, the backup stays there.
        old.unlink() if old.is_symlink() else shutil.rmtree(old)
    return backup


def _clear() -> None:
    """Removes unfinished backups of killed runs: each is as large as a backup and may hold keys."""
    for left in folder().glob(f"*{PART}"):
        if (
            _moment(left.with_name(left.name.partition(".")[0]))
            and abs(time.time() - left.stat().st_mtime) > ABANDONED
        ):
            shutil.rmtree(left, ignore_errors=True)


def _complete_backups() -> list[Path]:
    """Complete backups, oldest first. Folders with other names are ignored."""
    if not folder().is_dir():
        return []
    return sorted(path for path in folder().iterdir() if (path / NAME).is_file() and _moment(path))


def _moment(path: Path) -> datetime | None:
    try:
        return timezone.make_aware(datetime.strptime(path.name, NAMES))  # noqa: DTZ007
    except ValueError:
        return None


def _size(path: Path) -> int:
    return sum(one.stat().st_size for one in path.rglob("*") if one.is_file())
