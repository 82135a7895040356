"""`manage.py reset_password NAME`: makes a link to choose a new password."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from accounts.services import signins
from accounts.services.passwords import link_of
from accounts.services.second import turn_off
from accounts.services.signins import Caller

HERE = Caller(address="", agent="manage.py reset_password")


class Command(BaseCommand):
    help = "Make a link with which this account chooses another password, once, within a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name of the account")
        parser.add_argument("--site", default="", help="https://mus.example, put before the link")
        parser.add_argument("--second-off", action="store_true", help="no second step, either")

    def handle(self, *args: Any, **options: Any) -> None:
        users = get_user_model()._default_manager
        user = users.filter(username__iexact=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['name']}.")
        if options["second_off"]:
            turn_off(user=user)
            signins.note(user=user, how="second off", caller=HERE)
        signins.note(user=user, how="reset link", caller=HERE)
        self.stdout.write(options["site"].rstrip("/") + reverse("access:reset", args=link_of(user)))
