"""`manage.py restore DIR`: restores a backup and checks the result."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.backups.manifest import BadBackup
from operations.backups.services import bring_back, check


class Command(BaseCommand):
    help = (
        "Put the backup in DIR into the database that DATABASE_URL names, migrate it forward, "
        "hash every log again and compare every tournament's head. Stop the servers first."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR")
        parser.add_argument("--check", action="store_true", help="read the files, restore nothing")
        parser.add_argument("--replace", action="store_true", help="in place of all that is there")
        parser.add_argument(
            "--keys", action="store_true", help="the keys too: tables' links and sessions go on"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                manifest = check(options["folder"])
                self.stdout.write(
                    f"Whole: {len(manifest.heads)} tournaments as of {manifest.made_at}."
                )
                return
            back = bring_back(
                options["folder"], replace_all=options["replace"], with_keys=options["keys"]
            )
        except BadBackup as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{back.tournaments} tournaments and {back.events} events are as they were at "
            f"{back.made_at}."
        )
