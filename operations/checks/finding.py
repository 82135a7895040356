"""The finding of a check."""

from dataclasses import dataclass
from typing import Literal

from django.conf import settings

Level = Literal["ok", "warning", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`about`: what was checked; `remedy`: empty when nothing is wrong."""

    about: str
    level: Level
    says: str
    remedy: str = ""


def ok(about: str, says: str) -> Finding:
    return Finding(about, "ok", says)


def warning(about: str, says: str, remedy: str) -> Finding:
    return Finding(about, "warning", says, as_typed(remedy))


def bad(about: str, says: str, remedy: str) -> Finding:
    return Finding(about, "bad", says, as_typed(remedy))


def as_typed(remedy: str) -> str:
    """A remedy with the commands as they are typed on this machine."""
    return remedy.replace("manage.py", settings.PROGRAM)
