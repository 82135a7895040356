"""Writes a tournament to one file, to be checked or rebuilt elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.proof.services.files import write_file
from tournament.championship.queries.tournaments import get_public
from tournament.errors import NotFound
from tournament.management.speaking import SpeakingCommand


class Command(SpeakingCommand):
    help = "Write a tournament as one .mustour file (docs/export.md): log, rows, seals."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's name in addresses: /t/<slug>/")
        parser.add_argument("--to", help="the file; without it, to the standard output")
        parser.add_argument(
            "--contacts", action="store_true", help="with the contacts that only organizers see"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tournament = get_public(slug=options["slug"])
        except NotFound as error:
            says = _("There is no such tournament. Choose one from the list.")
            raise CommandError(says) from error
        content = write_file(tournament_id=tournament.id, contacts=options["contacts"])
        if options["to"]:
            Path(options["to"]).write_bytes(content)
        else:
            self.stdout.write(content.decode(), ending="")
