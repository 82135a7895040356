"""Commands that speak the language of the terminal's user, and those about one tournament."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.championship.queries.tournaments import TournamentView, get_public
from tournament.errors import NotFound, Refusal

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def terminal_language() -> str:
    """The language of the environment, when it is one of the four; else the installation's."""
    value = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    code = value[:2].lower()
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class SpeakingCommand(BaseCommand):
    """A command whose sentences and refusals are all in the terminal's language. What is refused
    ends it with what the refusal says."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with translation.override(terminal_language()):
            try:
                return super().execute(*args, **options)
            except Refusal as refusal:
                says = " ".join(str(problem.message) for problem in refusal.problems)
                raise CommandError(says) from refusal


class TournamentCommand(SpeakingCommand):
    """A command about one tournament, named by its slug."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's name in addresses: /t/<slug>/")

    def tournament(self, options: dict[str, Any]) -> TournamentView:
        """The tournament that was named. Raises CommandError."""
        try:
            return get_public(slug=options["slug"])
        except NotFound as error:
            says = _("There is no such tournament. Choose one from the list.")
            raise CommandError(says) from error
