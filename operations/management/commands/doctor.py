"""`manage.py doctor`: says what is wrong with this installation, and what to do about it."""

import json
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from operations.checks.doctor import examine

SIGNS = {"ok": "  ok     ", "warning": "  look   ", "bad": "  WRONG  "}


class Command(BaseCommand):
    help = (
        "Look at the clock, the disk, the settings, the database, the broker, the jobs and the "
        "backups of this installation. Exit status 1 when something is wrong."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--url",
            default=settings.PUBLIC_URL,
            help="the address to ask as a stranger does (PUBLIC_URL); '' asks nothing",
        )
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = examine(options["url"])
        wrong = sum(finding.level == "bad" for finding in findings)
        if options["json"]:
            self.stdout.write(json.dumps([asdict(finding) for finding in findings], indent=1))
        else:
            for finding in findings:
                self.stdout.write(f"{SIGNS[finding.level]}{finding.about}: {finding.says}")
                if finding.remedy:
                    self.stdout.write(f"{' ' * 9}→ {finding.remedy}")
            self.stdout.write(f"{wrong} wrong." if wrong else "Nothing is wrong.")
        if wrong:
            raise SystemExit(1)
