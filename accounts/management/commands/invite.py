"""`manage.py invite NOTE`: makes a link that creates one account."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from accounts.services.invitations import DAYS, invite


class Command(BaseCommand):
    help = f"Make a link for one new account, good for {DAYS} days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("note", help="whom it is for")
        parser.add_argument("--site", default="", help="https://mus.example, put before the link")

    def handle(self, *args: Any, **options: Any) -> None:
        raw = invite(note=options["note"])
        self.stdout.write(options["site"].rstrip("/") + reverse("access:invited", args=[raw]))
