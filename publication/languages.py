"""The language that an address begins with: `/eu/t/…` is `/t/…` in Basque, whoever asks."""

from __future__ import annotations

from django.conf import settings


def parted(path: str) -> tuple[str, str]:
    """The language and the address without it; no language for one that has none."""
    first, slash, rest = path[1:].partition("/")
    if slash and first in dict(settings.LANGUAGES):
        return first, f"/{rest}"
    return "", path
