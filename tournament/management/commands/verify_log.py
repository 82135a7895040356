"""Checks a tournament's event log, or writes it out for others to check."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.log.queries.log import export_log, verify_log
from tournament.management.speaking import TournamentCommand


class Command(TournamentCommand):
    help = (
        "Hash a tournament's event log again, from the first event to the last, and say whether "
        "it holds together. With --export, write it as JSON lines instead (docs/event-log.md)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--export", action="store_true", help="write the log, check nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = self.tournament(options)
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
