"""`manage.py backup DIR`: backs up all data, while the product runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.backups.manifest import BadBackup
from operations.backups.services import back_up


class Command(BaseCommand):
    help = (
        "Write a backup into the new folder DIR: the database as of one moment, with the keys of "
        "VAR_DIR and what is needed to check it. Nothing has to be stopped."
    )
    requires_system_checks = []  # checks of pages and addresses would double the time

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup = back_up(options["folder"])
        except BadBackup as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error}. Nothing was kept of this backup.") from error
        self.stdout.write(
            f"{backup.folder}: {backup.tournaments} tournaments, {backup.bytes:,} bytes. It holds "
            "contacts and keys: keep it where only you can read it."
        )
