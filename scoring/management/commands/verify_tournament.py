"""Checks whole tournaments: their logs, their draws, every row, every hand."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.proof.queries.verify import CHECK_NAMES, Report, left_out_words
from scoring.proof.services.checking import check_all, check_as_read
from tournament.management.speaking import TournamentCommand


class Command(TournamentCommand):
    help = (
        "Rebuild a tournament from its log alone, settle every hand again, and name the first row "
        "that differs from what is stored. Without a name: every tournament."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slug", nargs="?", help="the tournament's name in addresses: /t/<slug>/"
        )
        parser.add_argument(
            "--without-twin", action="store_true",
            help="do not settle the hands by the JavaScript engine as well (needs Node.js)",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        with_twin = not options["without_twin"]
        if options["slug"]:
            tournament = self.tournament(options)
            reports = [check_as_read(tournament_id=tournament.id, with_twin=with_twin)]
        else:
            reports = list(check_all(with_twin=with_twin))
        for report in reports:
            self._say(report)
        wrong = [report.slug for report in reports if not report.ok]
        if wrong:
            raise CommandError(_("Something is wrong: %(slugs)s") % {"slugs": ", ".join(wrong)})

    def _say(self, report: Report) -> None:
        self.stdout.write(f"{report.slug}: {report.events} · {report.head}")
        for check in report.checks:
            what = "✓" if check.fault is None else f"✗ {check.fault}"
            self.stdout.write(f"  {CHECK_NAMES[check.name]} ({check.count}): {what}")
        for number, event, reason in report.by_hand:
            says = _("Event %(event)s: round %(round)s changed by hand by the organizers: %(why)s")
            self.stdout.write("  " + says % {"event": event, "round": number, "why": reason})
        for name in report.left_out:
            self.stdout.write(
                "  " + _("Not checked here: %(what)s") % {"what": left_out_words(name)}
            )
