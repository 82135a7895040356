"""Checks the logs of circuits, and that each circuit is stored as its log says."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from season.queries.circuits import circuit_list, get_public
from season.queries.log import verify_log
from tournament.errors import NotFound
from tournament.management.speaking import SpeakingCommand


class Command(SpeakingCommand):
    help = (
        "Hash a circuit's log again, and compare settings, tournaments and who is the same with "
        "what it says. Without a name: every circuit."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="its name in addresses: /circuits/<slug>/")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            slug = options["slug"]
            circuits = (get_public(slug=slug),) if slug else circuit_list()
        except NotFound as error:
            raise CommandError(str(error.problems[0].message)) from error
        wrong = []
        for circuit in circuits:
            check = verify_log(circuit_id=circuit.id)
            says = f"{circuit.slug}: {check.events} · {check.head}"
            if not check.ok:
                wrong.append(f"{circuit.slug} ({check.wrong_number}: {check.code})")
                says += f" ✗ {check.wrong_number}: {check.code}"
            self.stdout.write(says)
        if wrong:
            raise CommandError(_("Something is wrong: %(slugs)s") % {"slugs": ", ".join(wrong)})
