"""The release: a hash of everything in this program that affects the bytes of pages.

All processes of one installation have the same release, whenever their files were copied. One
changed character in a template, a catalogue, a view or a shown setting gives another release.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import django
import rest_framework
from django.conf import settings

LETTERS = 12
FOLDERS = (
    "mus", "tournament", "scoring", "season", "delivery", "tablet", "web", "api", "config",
    "templates", "locale", "static",
)  # fmt: skip
LEFT_OUT = frozenset({"__pycache__", "node_modules", "tests", "build"})


def release() -> str:
    """The release of the running program, the same in every process of one installation.

    Computed once; with DEBUG each time, because templates are then read again each time.
    """
    return (
        release_of(settings.BASE_DIR, FOLDERS, rendering_inputs())
        if settings.DEBUG
        else _at_start()
    )


@cache
def _at_start() -> str:
    return release_of(settings.BASE_DIR, FOLDERS, rendering_inputs())


def rendering_inputs() -> tuple[object, ...]:
    """What else affects the bytes of pages: versions of libraries, and settings."""
    return (
        django.VERSION,
        rest_framework.VERSION,
        settings.LANGUAGE_CODE,
        settings.LANGUAGES,
        settings.TIME_ZONE,
        settings.STATIC_URL,
        settings.PUBLIC_URL,
    )


def release_of(root: Path, folders: Iterable[str], also: tuple[object, ...] = ()) -> str:
    """A hash over the contents of every file in these folders of `root`, and over `also`."""
    digest = hashlib.sha256(repr(also).encode())
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*")):
        name = path.relative_to(root)
        if path.is_file() and LEFT_OUT.isdisjoint(name.parts):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{name.as_posix()} {content}\n".encode())
    return digest.hexdigest()[:LETTERS]
