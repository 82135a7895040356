"""Sets the lowest id of the next rows that go into a tournament's file."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.proof.services.files import COUNTED, count_from
from tournament.errors import Refusal
from tournament.management.speaking import SpeakingCommand


class Command(SpeakingCommand):
    help = (
        "Count matches, hands and whatever else keeps its number in a .mustour file from a number "
        "on, so that tournaments of several machines can be brought in to one. Never back. For a "
        "laptop before its first tournament; see docs/operating.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "number", type=int, help="the lowest number of the next rows, as 7000000 for laptop 7"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        number = options["number"]
        try:
            moved = count_from(number)
        except Refusal as refusal:
            raise CommandError(
                " ".join(str(problem.message) for problem in refusal.problems)
            ) from refusal
        says = _("Tables that count from %(number)s on now: %(moved)s of %(all)s.")
        self.stdout.write(says % {"number": number, "moved": len(moved), "all": len(COUNTED)})
        if ahead := [name for name in COUNTED if name not in moved]:
            says = _("These were there or further already and stay: %(names)s.")
            self.stdout.write(says % {"names": ", ".join(ahead)})
