"""The finding of a check."""

from dataclasses import dataclass
from typing import Literal

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
    return Finding(about, "warning", says, remedy)


def bad(about: str, says: str, remedy: str) -> Finding:
    return Finding(about, "bad", says, remedy)
