"""Trusts another installation."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from operations.federation import services
from tournament.management.speaking import SpeakingCommand


class Command(SpeakingCommand):
    help = (
        "Trust another installation: days can be fetched from it (take_in_day). Its key is on its "
        "page /operator/federation/ and at /t/<slug>/head/key.txt there."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="such as https://mus.example")
        parser.add_argument("key", help="the key of its signed heads, name+id+key")

    def handle(self, *args: Any, **options: Any) -> None:
        peer = services.trust(address=options["address"], key=options["key"])
        self.stdout.write(_("%(address)s is trusted from now on.") % {"address": peer.address})
