"""The language at the start of an address: `/eu/t/…` is `/t/…` in Basque, for every reader."""

from __future__ import annotations

from django.conf import settings


def parted(path: str) -> tuple[str, str]:
    """The language ("" for none), and the address without it."""
    first, slash, rest = path[1:].partition("/")
    if slash and first in dict(settings.LANGUAGES):
        return first, f"/{rest}"
    return "", path
