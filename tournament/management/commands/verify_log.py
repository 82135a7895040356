"""Checks a tournament's event log, or writes it out for others to check."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament import queries
from tournament.errors import NotFound


class Command(BaseCommand):
    help = (
        "Hash a tournament's event log again, from the first event to the last, and say whether "
        "it holds together. With --export, write it as JSON lines instead (docs/event-log.md)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's name in addresses: /t/<slug>/")
        parser.add_argument("--export", action="store_true", help="write the log, check nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tournament = queries.get_public(slug=options["slug"])
        except NotFound as error:
            raise CommandError(f"There is no tournament {options['slug']!r}.") from error
        if options["export"]:
            for line in queries.export_log(tournament_id=tournament.id):
                self.stdout.write(line, ending="")
            return
        check = queries.verify_log(tournament_id=tournament.id)
        if not check.ok:
            raise CommandError(f"Event {check.wrong_number} is wrong: {check.code}.")
        self.stdout.write(f"{check.events} events hold together; head {check.head}.")
