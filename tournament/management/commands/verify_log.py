"""Checks a tournament's event log, or writes it out for others to check."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.championship.queries.tournaments import get_public
from tournament.errors import NotFound
from tournament.log.queries.log import export_log, verify_log
from tournament.management.speaking import SpeakingCommand


class Command(SpeakingCommand):
    help = (
        "Hash a tournament's event log again, from the first event to the last, and say whether "
        "it holds together. With --export, write it as JSON lines instead (docs/event-log.md)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's name in addresses: /t/<slug>/")
        parser.add_argument("--export", action="store_true", help="write the log, check nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tournament = get_public(slug=options["slug"])
        except NotFound as error:
            says = _("There is no such tournament. Choose one from the list.")
            raise CommandError(says) from error
        if options["export"]:
            for line in export_log(tournament_id=tournament.id):
                self.stdout.write(line, ending="")
            return
        check = verify_log(tournament_id=tournament.id)
        if not check.ok:
            says = _("Event %(number)s is wrong: %(code)s.")
            raise CommandError(says % {"number": check.wrong_number, "code": check.code})
        says = _("%(count)s events, all intact; head %(head)s.")
        self.stdout.write(says % {"count": check.events, "head": check.head})
