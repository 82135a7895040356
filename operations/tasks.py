"""The nightly backup job."""

from django.conf import settings

from jobs.registry import job
from operations.backups import shelf


@job("operations.back_up", daily_at="03:30", seconds=3600, attempts=3, backoff=300)
def back_up() -> str:
    """Makes a backup in BACKUP_DIR and deletes the oldest ones."""
    if not settings.BACKUPS_KEPT:
        return "BACKUPS_KEPT is 0: none made."
    backup = shelf.add()
    return f"{backup.folder}: {backup.tournaments} tournaments, {backup.bytes:,} bytes."
