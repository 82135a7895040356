"""`manage.py settle`: reads hand records and writes settlements, as `python -m mus settle`."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from mus.command import settle_standard_streams


class Command(BaseCommand):
    help = (
        "Reads hand records (one JSON object a line) from the standard input and writes one "
        "settlement a line, in order. Exit status 0 when every line was settled, 1 when any was "
        "refused. Needs no database. The format: docs/hand-format.md."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(settle_standard_streams())
