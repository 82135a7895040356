"""Writes a tournament to one file, to be checked or rebuilt elsewhere."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from scoring.proof.services.files import write_file
from tournament.management.speaking import TournamentCommand


class Command(TournamentCommand):
    help = "Write a tournament as one .mustour file (docs/export.md): log, rows, seals."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--to", help="the file; without it, to the standard output")
        parser.add_argument(
            "--contacts", action="store_true", help="with the contacts that only organizers see"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = self.tournament(options)
        content = write_file(tournament_id=tournament.id, contacts=options["contacts"])
        if options["to"]:
            Path(options["to"]).write_bytes(content)
        else:
            self.stdout.write(content.decode(), ending="")
