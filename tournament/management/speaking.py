"""The language of a command's output: the language of the terminal's user."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def terminal_language() -> str:
    """The language of the environment, when it is one of the four; else the installation's."""
    said = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    code = said[:2].lower()
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class SpeakingCommand(BaseCommand):
    """A command whose sentences and refusals are all in the terminal's language."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with translation.override(terminal_language()):
            return super().execute(*args, **options)
