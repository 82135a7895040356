"""Rebuilds a tournament from its file."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.proof.rules.lines import BrokenFile
from scoring.proof.services.files import rebuild
from tournament.championship.models import Tournament
from tournament.championship.services import organizers
from tournament.errors import Refusal
from tournament.log.rules.roles import Actor
from tournament.management.speaking import SpeakingCommand

HERE = Actor("program", None, "rebuild_tournament")


class Command(SpeakingCommand):
    help = (
        "Rebuild a tournament from a .mustour file, in a database where no other one has its "
        "numbers (see count_from). A file that is broken, cut, reordered or edited is refused "
        "with its line, and nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a .mustour file, or - for the standard input")
        parser.add_argument(
            "--organizer", action="append", default=[], metavar="NAME",
            help="an account that is to run it here; may be given several times",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            says = _("The file %(file)s cannot be read: %(why)s")
            raise CommandError(says % {"file": name, "why": error.strerror}) from error

        def with_organizers(tournament: Tournament) -> None:
            for one in options["organizer"]:
                organizers.add(tournament_id=tournament.pk, username=one, actor=HERE)

        try:
            tournament = rebuild(content=content, then=with_organizers)
            tournament.refresh_from_db()
        except Refusal as refusal:
            raise CommandError(
                " ".join(str(problem.message) for problem in refusal.problems)
            ) from refusal
        except BrokenFile as broken:
            says = _("Line %(line)s: %(code)s. %(detail)s Nothing was kept.")
            raise CommandError(
                says % {"line": broken.line, "code": broken.code, "detail": broken.detail}
            ) from broken
        says = _("%(slug)s: %(count)s events; head %(head)s.")
        self.stdout.write(
            says
            % {
                "slug": tournament.slug,
                "count": tournament.event_number,
                "head": tournament.event_hash,
            }
        )
