"""`manage.py export_match`: a match as one text, or its hands as records."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.matchfiles.queries.files import match_json_lines
from scoring.matchfiles.queries.notation import match_mus
from tournament.errors import Conflict, NotFound
from tournament.management.speaking import SpeakingCommand


class Command(SpeakingCommand):
    help = (
        "Writes a match as one text in the notation (docs/notation.md), which import_match reads; "
        "with --records, its hands as hand records, one JSON object a line, which settle reads."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=int, help="the number in its address: /match/<number>/")
        parser.add_argument("--records", action="store_true", help="hand records, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["records"]:
                self.stdout.write("".join(match_json_lines(match_id=options["match"])), ending="")
            else:
                self.stdout.write(match_mus(match_id=options["match"]), ending="")
        except NotFound as error:
            says = _("There is no such match. Choose one from the bracket.")
            raise CommandError(says) from error
        except Conflict as error:
            raise CommandError(str(error.problems[0].message)) from error
