"""Takes in a tournament of another installation."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from operations.federation import services
from tournament.management.speaking import SpeakingCommand


class Command(SpeakingCommand):
    help = (
        "Fetch a tournament of an installation that is trusted (trust_installation): by its "
        "address, or from a .mustour file with the signed head of its log (--head)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("where", help="such as https://mus.example/t/cup/, or a .mustour file")
        parser.add_argument("--head", help="the file of its signed head, from /t/<slug>/head/")

    def handle(self, *args: Any, **options: Any) -> None:
        where, head = options["where"], options["head"]
        try:
            if head is None:
                taken = services.take_in(address=where)
            else:
                taken = services.accept(
                    content=Path(where).read_bytes(), note=Path(head).read_text("utf-8")
                )
        except (OSError, UnicodeError) as error:
            raise CommandError(str(error)) from error
        says = {
            "new": _("%(slug)s is here."),
            "further": _("%(slug)s is here up to its newest event."),
            "same": _("%(slug)s is here already, and both have the same."),
        }
        self.stdout.write(says[taken.became] % {"slug": taken.slug})
