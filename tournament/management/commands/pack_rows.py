"""`manage.py pack_rows`: packs hands and events that an earlier version wrote, to save room."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from tournament.log.packed import fields_of, hold_back, write_anew


class Command(BaseCommand):
    help = (
        "Pack the hands and events that are stored plain, and write new ones packed from now on: "
        "when no process of an earlier version runs any more. People may play meanwhile. With "
        "--undo unpack them all and write plain ones: before an earlier version is started again, "
        "while nothing runs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--undo", action="store_true", help="unpack, for an earlier version")

    def handle(self, *args: Any, **options: Any) -> None:
        hold_back(connection, holds=options["undo"])
        for model in apps.get_models():
            if fields_of(model):
                changed = write_anew(connection, model, pack=not options["undo"])
                self.stdout.write(f"{model._meta.db_table}: {changed}")
