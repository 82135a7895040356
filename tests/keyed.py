"""Every address of the URL map that contains a key."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

KEY = "5.0123456789abcdef"
PUBLIC = {
    "slug", "circuit", "place", "club", "of", "person", "topic", "language", "name", "version",
    "uidb64",
}  # fmt: skip
"""Texts in addresses that everybody may know. Any other text is taken for a key."""
_PART = re.compile(r"<(?:(\w+):)?(\w+)>")


def addresses_with_keys() -> list[str]:
    """Each address with KEY in place of its key."""
    return [
        "/" + _PART.sub(_filled, route)
        for route in _routes(get_resolver())
        if any(_is_key(*part) for part in _PART.findall(route))
    ]


def _is_key(kind: str, name: str) -> bool:
    return kind not in ("int", "number") and name not in PUBLIC


def _filled(part: re.Match[str]) -> str:
    return KEY if _is_key(part[1], part[2]) else "7"


def _routes(root: URLResolver, before: str = "") -> Iterator[str]:
    for one in root.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one, route)
        elif isinstance(one, URLPattern):
            yield route
